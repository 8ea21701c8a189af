"""The quota usage of pods: their requests, limits and scopes.

Upstream: pkg/quota/v1/evaluator/core/pods.go, component-helpers/resource/helpers.go PodRequests, PodLimits (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from kapivara.admission.plugin import Action, Attributes
from kapivara.admission.resource_quota.measure import ONE, Amounts, Measure, selects
from kapivara.apis.shared.pods.resources import aggregate, quality_of_service, total
from kapivara.apis.shared.rules.resource_names import is_extended, is_native
from kapivara.values.quantity import Quantity, parse_quantity

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.values import JsonObject

_COMPUTE: Final = ("cpu", "memory", "ephemeral-storage")
_COUNT: Final = "count/pods"
_NAMES: Final = frozenset(
    (_COUNT, "pods", *_COMPUTE, *(f"requests.{each}" for each in _COMPUTE), *(f"limits.{each}" for each in _COMPUTE))
)
_HUGE_PAGES: Final = ("hugepages-", "requests.hugepages-")
_DEVICES: Final = "deviceclass.resource.kubernetes.io/"
_TO_BE_SAID: Final = frozenset(
    ("cpu", "memory", *(f"{what}.{each}" for what in ("requests", "limits") for each in ("cpu", "memory")))
)
"""The resources that every container must specify if a quota limits them."""


class PodMeasure(Measure):
    """Measures pods: new ones, resized ones, and those that get a deadline."""

    def counts(self, write: Attributes) -> bool:
        """Returns True if a write can change the usage, or the scopes of the pod."""
        if write.subresource:
            return write.subresource == "resize" and write.action is Action.UPDATE
        if write.action is Action.UPDATE:
            return _ends(cast("JsonObject", write.obj)) != _ends(cast("JsonObject", write.old))
        return write.action is Action.CREATE

    def limited(self, hard: Iterable[str]) -> list[str]:
        """Returns the limited names that apply to pods."""
        return sorted(name for name in hard if name in _NAMES or name.startswith(_HUGE_PAGES) or _is_requested(name))

    def is_in_scope(self, selector: v1.ScopedResourceSelectorRequirement, obj: JsonObject) -> bool:
        """Returns True if a pod is in a scope."""
        spec = cast("v1.Pod", obj)["spec"]
        match selector["scopeName"]:
            case "Terminating" | "NotTerminating" as scope:
                return _ends(obj) == (scope == "Terminating")
            case "BestEffort" | "NotBestEffort" as scope:
                return (quality_of_service(spec) == "BestEffort") == (scope == "BestEffort")
            case "PriorityClass":
                name = spec.get("priorityClassName")
                return selects(selector, [name] if name else [])
            case "CrossNamespacePodAffinity":
                return any("namespaces" in term or "namespaceSelector" in term for term in _affinity_terms(spec))
        return False

    def problem(self, names: Iterable[str], obj: JsonObject) -> str:
        """Returns the error for containers without limited resources; empty for a pod with pod-level resources."""
        spec = cast("v1.Pod", obj)["spec"]
        resources = spec.get("resources", {})
        said = (*resources.get("requests", ()), *resources.get("limits", ()))
        if any(name in ("cpu", "memory") or name.startswith("hugepages-") for name in said):
            return ""
        missing: dict[str, set[str]] = {}
        wanted = _TO_BE_SAID.intersection(names)
        for container in (*(spec["containers"] or ()), *spec.get("initContainers", ())):
            for name in wanted - _usage_of(*_amounts_of(container["resources"])).keys():
                missing.setdefault(name, set()).add(container["name"])
        told = "; ".join(f"{name} for: {','.join(sorted(missing[name]))}" for name in sorted(missing))
        return told and f"must specify {told}"

    def usage(self, obj: JsonObject) -> Amounts:
        """Returns the usage of a pod; an ended pod only counts as an object."""
        pod = cast("v1.Pod", obj)
        if pod.get("status", {}).get("phase") in ("Failed", "Succeeded"):
            return {_COUNT: ONE}
        return {_COUNT: ONE, **_usage_of(_asked_by(pod, "requests"), _asked_by(pod, "limits"))}


def _ends(pod: JsonObject) -> bool:
    deadline = cast("v1.Pod", pod)["spec"].get("activeDeadlineSeconds")
    return deadline is not None and deadline >= 0


def _is_requested(name: str) -> bool:
    """Returns True if a limited name is that of an extended resource."""
    return name.startswith("requests.") and (not is_native(name) or name.startswith(f"requests.{_DEVICES}"))


def _affinity_terms(spec: v1.PodSpec) -> Iterator[v1.PodAffinityTerm]:
    affinity = cast("dict[str, Any]", spec.get("affinity", {}))
    for each in (affinity.get("podAffinity", {}), affinity.get("podAntiAffinity", {})):
        yield from each.get("requiredDuringSchedulingIgnoredDuringExecution", ())
        for weighted in each.get("preferredDuringSchedulingIgnoredDuringExecution", ()):
            yield weighted["podAffinityTerm"]


def _amounts_of(resources: v1.ResourceRequirements) -> tuple[Amounts, Amounts]:
    requests, limits = (
        {name: parse_quantity(text) for name, text in amounts.items()}
        for amounts in (resources.get("requests", {}), resources.get("limits", {}))
    )
    return requests, limits


def _usage_of(requests: Amounts, limits: Amounts) -> dict[str, Quantity]:
    """Returns requests and limits by the names in quotas."""
    usage = {"pods": ONE}
    for name, amount in requests.items():
        if name in _COMPUTE or name.startswith("hugepages-"):
            usage[name] = usage[f"requests.{name}"] = amount
        elif is_extended(name) or name.startswith(_DEVICES):
            usage[f"requests.{name}"] = amount
    usage |= {f"limits.{name}": limits[name] for name in _COMPUTE if name in limits}
    return usage


def _asked_by(pod: v1.Pod, what: Literal["requests", "limits"]) -> Amounts:
    """Returns the requests or limits of a pod: the maximum of its spec and the resources allocated by its node."""
    status = pod.get("status", {})
    given = {
        each["name"]: each
        for each in (*status.get("containerStatuses", ()), *status.get("initContainerStatuses", ()))
        if "resources" in each or "allocatedResources" in each
    }
    if not given:
        return total(pod["spec"], what)
    infeasible = any(
        each["type"] == "PodResizePending" and each.get("reason") == "Infeasible"
        for each in status.get("conditions", ())
    )
    known = [] if infeasible else [aggregate(pod["spec"], what)]
    for field in ("resources", "allocatedResources") if what == "requests" else ("resources",):
        known.append(aggregate(_with_given(pod["spec"], given, field, what), what))
    most: dict[str, Quantity] = {}
    for amounts in known:
        most |= {name: each for name, each in amounts.items() if name not in most or each.compare(most[name]) > 0}
    return total(pod["spec"], what, most)


def _with_given(spec: v1.PodSpec, given: dict[str, Any], field: str, what: str) -> v1.PodSpec:
    """Returns a pod spec with the resources in the container statuses."""

    def replaced(container: v1.Container) -> Any:
        status = given.get(container["name"], {})
        amounts = status.get(field) if field == "allocatedResources" else status.get(field, {}).get(what)
        return container if amounts is None else {**container, "resources": {what: amounts}}

    containers = [replaced(each) for each in spec["containers"] or ()]
    before = [replaced(each) for each in spec.get("initContainers", ())]
    return cast("v1.PodSpec", {**spec, "containers": containers, "initContainers": before})
