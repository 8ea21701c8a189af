"""The measures by resource.

Upstream: pkg/quota/v1/evaluator/core/registry.go NewEvaluators (1.37).
Upstream: pkg/quota/v1/evaluator/core/services.go (1.37).
Upstream: pkg/quota/v1/evaluator/core/persistent_volume_claims.go, resource_claims.go (1.37).
Upstream: pkg/quota/v1/evaluator/core/pods.go, component-helpers/resource/helpers.go PodRequests, PodLimits (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from kapivara.admission.plugin import Action, Attributes
from kapivara.admission.resource_quota.measure import ONE, Amounts, Measure, selects
from kapivara.apis.shared.pods.resources import aggregate, quality_of_service, total
from kapivara.apis.shared.rules.resource_names import is_extended, is_native
from kapivara.values.quantity import Quantity, parse_quantity

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta import GroupResource
    from kapivara.values import JsonObject


_COMPUTE: Final = ("cpu", "memory", "ephemeral-storage")
_COUNT: Final = "count/pods"
_NAMES_of_pods: Final = frozenset(
    (_COUNT, "pods", *_COMPUTE, *(f"requests.{each}" for each in _COMPUTE), *(f"limits.{each}" for each in _COMPUTE))
)
_HUGE_PAGES: Final = ("hugepages-", "requests.hugepages-")
_DEVICES_of_pods: Final = "deviceclass.resource.kubernetes.io/"
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
        return sorted(
            name for name in hard if name in _NAMES_of_pods or name.startswith(_HUGE_PAGES) or _is_requested(name)
        )

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
    return name.startswith("requests.") and (not is_native(name) or name.startswith(f"requests.{_DEVICES_of_pods}"))


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
        elif is_extended(name) or name.startswith(_DEVICES_of_pods):
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


_CLAIMS: Final = "persistentvolumeclaims"
_STORAGE: Final = "requests.storage"
_OF_CLASS: Final = ".storageclass.storage.k8s.io/"
_CLASS_ANNOTATION: Final = "volume.beta.kubernetes.io/storage-class"
_DEVICES: Final = ".deviceclass.resource.k8s.io/devices"
_MOST_DEVICES: Final = 32
_WRITES: Final = (Action.CREATE, Action.UPDATE)


class ClaimMeasure(Measure):
    """Measures volume claims."""

    def counts(self, write: Attributes) -> bool:
        """Returns True if a write can change the usage; kept: includes every status update."""
        return write.subresource in ("", "status") and write.action in _WRITES

    def limited(self, hard: Iterable[str]) -> list[str]:
        """Returns the limited names that apply to claims."""
        ends = tuple(f"{_OF_CLASS}{each}" for each in (_CLAIMS, _STORAGE))
        return sorted(each for each in hard if each in (f"count/{_CLAIMS}", _CLAIMS, _STORAGE) or each.endswith(ends))

    def is_in_scope(self, selector: v1.ScopedResourceSelectorRequirement, obj: JsonObject) -> bool:
        """Returns True if a claim is in a scope of volume attributes classes."""
        return selector["scopeName"] == "VolumeAttributesClass" and selects(selector, _attribute_classes(obj))

    def usage(self, obj: JsonObject) -> Amounts:
        """Returns the usage of a claim, in total and by class."""
        claim = cast("v1.PersistentVolumeClaim", obj)
        annotated = claim["metadata"].get("annotations", {}).get(_CLASS_ANNOTATION)
        name = claim["spec"].get("storageClassName", "") if annotated is None else annotated
        usage = {_CLAIMS: ONE, f"count/{_CLAIMS}": ONE}
        if (storage := _storage_of(claim)) is not None:
            usage[_STORAGE] = storage
        if name:
            usage |= {f"{name}{_OF_CLASS}{each}": usage[each] for each in (_CLAIMS, _STORAGE) if each in usage}
        return usage


def _storage_of(claim: v1.PersistentVolumeClaim) -> Quantity | None:
    """Returns the requested storage of a claim, or its allocated storage if that is more."""
    text = claim["spec"]["resources"].get("requests", {}).get("storage")
    if text is None:
        return None
    asked = parse_quantity(text).round_up(0)
    given = claim.get("status", {}).get("allocatedResources", {}).get("storage")
    if given is not None and (allocated := parse_quantity(given)).compare(asked) > 0:
        return allocated.round_up(0)
    return asked


def _attribute_classes(obj: JsonObject) -> set[str]:
    """Returns the volume attributes classes that a claim requests, has, or is being changed to."""
    status = obj.get("status", {})
    named = (
        obj["spec"].get("volumeAttributesClassName"),
        status.get("currentVolumeAttributesClassName"),
        status.get("modifyVolumeStatus", {}).get("targetVolumeAttributesClassName"),
    )
    return {each for each in named if each}


class DeviceClaimMeasure(Measure):
    """Measures device claims: the maximum number of devices per class."""

    def counts(self, write: Attributes) -> bool:
        """Returns True if a write can change the usage."""
        return not write.subresource and write.action in _WRITES

    def limited(self, hard: Iterable[str]) -> list[str]:
        """Returns the limited names that apply to device claims."""
        return sorted(name for name in hard if name in self._names or name.endswith(_DEVICES))

    def usage(self, obj: JsonObject) -> Amounts:
        """Returns the maximum number of devices per class; of alternatives, the largest."""
        usage: dict[str, int] = {}
        for request in obj["spec"].get("devices", {}).get("requests", ()):
            taken: dict[str, int] = {}
            for each in request.get("firstAvailable") or [request["exactly"]]:
                name = each["deviceClassName"]
                taken[name] = max(_count(each), taken.get(name, 0))
            for name, count in taken.items():
                usage[name] = usage.get(name, 0) + count
        devices = {f"{name}{_DEVICES}": Quantity(count) for name, count in usage.items()}
        return {**super().usage(obj), **devices}


def _count(request: Mapping[str, Any]) -> int:
    """Returns the number of devices of a request; for all devices, the maximum."""
    count: int = _MOST_DEVICES if request["allocationMode"] == "All" else request.get("count", 0)
    return count


_PORTS: Final = "services.nodeports"
_BALANCERS: Final = "services.loadbalancers"
_NAMES: Final = frozenset(("count/services", "services", _PORTS, _BALANCERS))


class ServiceMeasure(Measure):
    """Measures services."""

    def counts(self, write: Attributes) -> bool:
        """Returns True if a write can change the usage."""
        return not write.subresource and write.action in (Action.CREATE, Action.UPDATE)

    def limited(self, hard: Iterable[str]) -> list[str]:
        """Returns the limited names that apply to services."""
        return sorted(_NAMES.intersection(hard))

    def usage(self, obj: JsonObject) -> Amounts:
        """Returns the usage of a service."""
        spec = cast("v1.Service", obj)["spec"]
        ports, kind = spec.get("ports", []), spec.get("type")
        balanced = kind == "LoadBalancer"
        if balanced and spec.get("allocateLoadBalancerNodePorts") is False:
            ports = [each for each in ports if each.get("nodePort")]
        used = len(ports) if balanced or kind == "NodePort" else 0
        counts = {_BALANCERS: Quantity(int(balanced)), _PORTS: Quantity(used)}
        return {"count/services": ONE, "services": ONE, **counts}


_MEASURES: Final = {
    "pods": PodMeasure,
    "services": ServiceMeasure,
    "persistentvolumeclaims": ClaimMeasure,
    "resourceclaims.resource.k8s.io": DeviceClaimMeasure,
}


def measure_of(resource: GroupResource) -> Measure:
    """Returns the measure of a resource: a specific one, or an object count."""
    return _MEASURES.get(str(resource), Measure)(resource)
