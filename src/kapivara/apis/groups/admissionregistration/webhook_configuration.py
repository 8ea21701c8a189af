"""ValidatingWebhookConfiguration and MutatingWebhookConfiguration as built-in kinds.

Upstream: pkg/registry/admissionregistration/{validating,mutating}webhookconfiguration/strategy.go,
pkg/apis/admissionregistration/validation/warnings.go, pkg/kubeapiserver/admission/exclusion/resources.go,
pkg/printers/internalversion/printers.go printValidatingWebhook (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.admissionregistration.static_names import validate_static_name
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.meta.object_meta import validate_object_meta
from kapivara.values import ABSENT, Absent, JsonObject, deep_equal

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1.zz_generated_types import (
        RuleWithOperations,
        ValidatingWebhookConfiguration,
    )
    from kapivara.apis.machinery.tables.table import TableLayout

_WEBHOOKS = "Webhooks indicates the number of webhooks registered in this configuration"
_NEVER_ASKED_ABOUT = frozenset(
    (
        ("authentication.k8s.io", "selfsubjectreviews"),
        ("authentication.k8s.io", "tokenreviews"),
        ("authorization.k8s.io", "localsubjectaccessreviews"),
        ("authorization.k8s.io", "selfsubjectaccessreviews"),
        ("authorization.k8s.io", "selfsubjectrulesreviews"),
        ("authorization.k8s.io", "subjectaccessreviews"),
    )
)


class WebhookConfigurationKind(Kind):
    """A kind whose objects configure admission webhooks."""

    qualified_finalizers = False
    unconditional_update = False
    counted = ("webhooks",)
    keeps_empties = True

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the webhooks. Kept: changed metadata is validated like that of a new object."""
        from kapivara.apis.groups.admissionregistration.webhook_rules import validate_webhooks

        errors = validate_object_meta(new["metadata"], namespaced=False, name_check=self.check_name)
        before = None if old is ABSENT else old.get("webhooks") or []
        libraries = self.surroundings.server_version.has_libraries
        errors += validate_webhooks(new.get("webhooks") or [], before, has_libraries=libraries)
        return errors + validate_static_name(new, old)

    def changes(self, new: JsonObject, old: JsonObject, fields: Iterable[str]) -> bool:
        """Returns True if one of the fields differs. Kept: an empty list differs from an absent one."""
        return any(not deep_equal(new.get(name), old.get(name)) for name in fields)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of rules for resources that are excluded from webhooks."""
        found = super().warnings(operation, new, old)
        for place, webhook in enumerate(_as_configuration(new).get("webhooks", [])):
            for number, rule in enumerate(webhook.get("rules", [])):
                path = f"webhooks[{place}].rules[{number}]"
                found += [
                    f"{path}: {resource}.{group} is excluded from admission webhooks; this rule will have no effect"
                    for group, resource in _never_asked_about(rule)
                ]
        return found

    def make_table(self) -> TableLayout:
        """Returns the columns: name, number of webhooks and age."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        webhooks = Column("Webhooks", "integer", _count, description=_WEBHOOKS)
        return TableLayout((name_column(), webhooks, age_column(self.surroundings)))


KIND = WebhookConfigurationKind


def _as_configuration(obj: JsonObject) -> ValidatingWebhookConfiguration:
    """Casts a decoded object to a configuration; the fields that are read are the same in both kinds."""
    return cast("ValidatingWebhookConfiguration", obj)


def _count(obj: JsonObject) -> int:
    return len(_as_configuration(obj).get("webhooks", []))


def _never_asked_about(rule: RuleWithOperations) -> Iterator[tuple[str, str]]:
    """Yields the resources of a rule that are excluded from webhooks, each once; nothing if the rule has a wildcard."""
    groups, resources = rule.get("apiGroups", []), rule.get("resources", [])
    if "*" in groups or "*" in resources:
        return
    known = {each for pair in _NEVER_ASKED_ABOUT for each in pair}
    groups, resources = ([name for name in dict.fromkeys(names) if name in known] for names in (groups, resources))
    pairs = ((group, resource) for group in groups for resource in resources)
    yield from (pair for pair in pairs if pair in _NEVER_ASKED_ABOUT)
