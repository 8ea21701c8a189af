"""Matches writes with a policy or a binding, by selectors and rules.

Upstream: apiserver/pkg/admission/plugin/policy/matching/matching.go, plugin/webhook/predicates/{namespace,object,rules}
(1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kapivara.admission.policies.facts import Facts
from kapivara.meta.selector_objects import selector_of

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.meta import GroupVersionResource


class Matcher:
    """The parsed match criteria of a policy or a binding."""

    def __init__(self, match: v1.MatchResources):
        self._namespaces = selector_of(match.get("namespaceSelector", {}))
        self._objects = selector_of(match.get("objectSelector", {}))
        self._rules = match.get("resourceRules") or ()
        self._excluded = match.get("excludeResourceRules") or ()
        self._exact = match.get("matchPolicy") == "Exact"

    def match(self, facts: Facts) -> Kind | None:
        """Returns the kind at the matching version; None if a write does not match.

        Raises ApiError if the match depends on a namespace that does not exist.
        """
        if not self._selects_object(facts) or self._find(self._excluded, facts) is not None:
            return None
        found = self._find(self._rules, facts) if self._rules else facts.write.kind
        return found if found is not None and self._selects_namespace(facts) else None

    def _selects_namespace(self, facts: Facts) -> bool:
        """Returns True if the namespace is selected; always for cluster-scoped objects."""
        if not self._namespaces.requirements or not (facts.namespace or facts.is_namespace):
            return True
        return self._namespaces.matches(facts.namespace_labels)

    def _selects_object(self, facts: Facts) -> bool:
        return not self._objects.requirements or any(map(self._objects.matches, facts.labels()))

    def _find(self, rules: Iterable[v1.NamedRuleWithOperations], facts: Facts) -> Kind | None:
        """Returns the kind at the version that a rule matches: that of the request, or else an equivalent one."""
        kind = facts.write.kind
        if any(_holds(rule, facts, kind.gvr) for rule in rules):
            return kind
        if self._exact or not rules:
            return None
        others = facts.other_versions
        return next((each for rule in rules for each in others if _holds(rule, facts, each.gvr)), None)


def _holds(rule: v1.NamedRuleWithOperations, facts: Facts, resource: GroupVersionResource) -> bool:
    write = facts.write
    names = rule.get("resourceNames")
    return (
        _is_of(rule.get("operations"), str(write.action))
        and _is_of(rule.get("apiGroups"), resource.group)
        and _is_of(rule.get("apiVersions"), resource.version)
        and any(_names(each, resource.resource, write.subresource) for each in rule.get("resources") or ())
        and _is_in_scope(rule.get("scope"), facts)
        and (not names or write.name in names)
    )


def _is_of(items: Iterable[str] | None, item: str) -> bool:
    return any(each in ("*", item) for each in items or ())


def _names(pattern: str, resource: str, subresource: str) -> bool:
    wanted, _, part = pattern.partition("/")
    return wanted in ("*", resource) and part in ("*", subresource)


def _is_in_scope(scope: str | None, facts: Facts) -> bool:
    if scope in (None, "*"):
        return True
    return (scope == "Namespaced") == (bool(facts.namespace) and not facts.is_namespace)
