"""A fast check that the rules of placement and names accept a pod spec, as they do for most.

It returns True only if `pod_placement` and `pod_names` would find no error, whatever the options (verified by a
property test); otherwise the full rules run. Hot code: runs for every pod and pod template.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.pods.rules.placement.names import PREEMPTION_POLICIES
from kapivara.apis.shared.pods.rules.placement.tolerations import TAINT_EFFECTS
from kapivara.apis.shared.pods.rules.placement.topology_spread import ACTIONS
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.meta.object_meta import are_labels, is_label

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import LabelSelector

_RARE: Final = frozenset(
    (
        *("dnsConfig", "readinessGates", "schedulingGates", "hostUsers", "hostnameOverride", "activeDeadlineSeconds"),
        *("hostname", "subdomain", "hostAliases", "runtimeClassName", "overhead", "os", "schedulingGroup"),
    )
)
_REQUIRED: Final = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED: Final = "preferredDuringSchedulingIgnoredDuringExecution"
_LAST_WEIGHT: Final = 100
_OF_TERMS: Final = frozenset(("labelSelector", "topologyKey"))
_OF_CONSTRAINTS: Final = frozenset(("labelSelector", "maxSkew", "topologyKey", "whenUnsatisfiable"))


def is_plainly_placed(spec: v1.PodSpec) -> bool:
    """Returns True if no rule rejects a spec whose containers are plain; False if the full rules must run."""
    if (
        not _RARE.isdisjoint(spec)
        or spec.get("dnsPolicy") == "None"
        or "windowsOptions" in spec.get("securityContext", ())
        or spec.get("preemptionPolicy", "Never") not in PREEMPTION_POLICIES
    ):
        return False
    for name in (spec.get("serviceAccountName"), spec.get("nodeName"), spec.get("priorityClassName")):
        if name and subdomain_problems(name):
            return False
    return (
        ("affinity" not in spec or _is_plain_affinity(spec["affinity"]))
        and ("topologySpreadConstraints" not in spec or _are_plain_constraints(spec["topologySpreadConstraints"]))
        and ("tolerations" not in spec or _are_plain_tolerations(spec["tolerations"]))
    )


def _is_plain_affinity(affinity: v1.Affinity) -> bool:
    if "nodeAffinity" in affinity:
        return False
    terms: Any
    for terms in affinity.values():
        for term in terms.get(_REQUIRED, ()):
            if not _is_plain_term(term):
                return False
        for weighted in terms.get(_PREFERRED, ()):
            if not 1 <= weighted["weight"] <= _LAST_WEIGHT or not _is_plain_term(weighted["podAffinityTerm"]):
                return False
    return True


def _is_plain_term(term: v1.PodAffinityTerm) -> bool:
    key = term["topologyKey"]
    return (
        _OF_TERMS.issuperset(term)
        and bool(key)
        and is_label(key, "")
        and ("labelSelector" not in term or _is_plain_selector(term["labelSelector"]))
    )


def _is_plain_selector(selector: LabelSelector) -> bool:
    """Returns True if a selector has only valid `matchLabels`, as most have."""
    return not selector or (len(selector) == 1 and "matchLabels" in selector and are_labels(selector["matchLabels"]))


def _are_plain_constraints(constraints: Iterable[v1.TopologySpreadConstraint]) -> bool:
    seen: set[tuple[str, str]] = set()
    for each in constraints:
        key, action = each["topologyKey"], each["whenUnsatisfiable"]
        if (
            not _OF_CONSTRAINTS.issuperset(each)
            or each["maxSkew"] < 1
            or not key
            or action not in ACTIONS
            or (key, action) in seen
            or ("labelSelector" in each and not _is_plain_selector(each["labelSelector"]))
        ):
            return False
        seen.add((key, action))
    return True


def _are_plain_tolerations(tolerations: Iterable[v1.Toleration]) -> bool:
    for each in tolerations:
        key, operator, effect = each.get("key"), each.get("operator", ""), each.get("effect", "")
        if not key or not is_label(key, each.get("value", "")):
            return False
        if operator not in ("", "Equal") and (operator != "Exists" or each.get("value")):
            return False
        if (effect and effect not in TAINT_EFFECTS) or ("tolerationSeconds" in each and effect != "NoExecute"):
            return False
    return True
