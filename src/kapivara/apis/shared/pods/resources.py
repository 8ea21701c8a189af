"""Computes the total resources of a pod, its pod-level defaults, and its quality-of-service class.

Upstream: component-helpers/resource/helpers.go AggregateContainerRequests, AggregateContainerLimits, PodRequests,
PodLimits, pkg/api/pod/util.go DefaultPodLevelResources, pkg/apis/core/helper/qos/qos.go ComputePodQOS (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from kapivara.codec.errors import CannotError
from kapivara.values.quantity import Quantity, QuantityError, parse_quantity

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

Amounts = dict[str, Quantity]
_WHAT_COUNTS: Final = ("cpu", "memory")
_HUGE_PAGES: Final = "hugepages-"


def aggregate(spec: v1.PodSpec, what: Literal["requests", "limits"]) -> Amounts:
    """Returns the total of all containers: the maximum of the regular containers' sum and each init container's need.

    Restartable init containers count for both.
    """
    total: Amounts = {}
    for container in spec["containers"] or ():
        _add(total, _read(container["resources"].get(what, {})))
    running: Amounts = {}
    before: Amounts = {}
    for container in spec.get("initContainers", ()):
        amounts = _read(container["resources"].get(what, {}))
        if container.get("restartPolicy") == "Always":
            _add(total, amounts)
            _add(running, amounts)
            _raise(before, running)
        else:
            _add(amounts, running)
            _raise(before, amounts)
    _raise(total, before)
    return total


def total(spec: v1.PodSpec, what: Literal["requests", "limits"], containers: Amounts | None = None) -> Amounts:
    """Returns a pod's total: its containers, replaced by pod-level amounts, plus its overhead.

    `containers`, if given, replaces the total of the containers.
    """
    amounts = aggregate(spec, what) if containers is None else containers
    whole: dict[str, str] = spec.get("resources", {}).get(what, {})
    amounts |= {name: parse_quantity(text) for name, text in whole.items() if _is_of_pods(name)}
    overhead = _read(spec.get("overhead", {}))
    if what == "limits":
        overhead = {name: each for name, each in overhead.items() if name in amounts and amounts[name].unscaled}
    _add(amounts, overhead)
    return amounts


def fill_pod_resources(spec: v1.PodSpec) -> None:
    """Fills in pod-level requests and limits from the containers, if the pod sets any of them."""
    resources = spec.get("resources", {})
    if not resources.get("requests") and not resources.get("limits"):
        return
    limits, requests = resources.get("limits", {}), resources.get("requests", {})
    for name, amount in aggregate(spec, "limits").items():
        if name.startswith(_HUGE_PAGES) and name not in requests:
            limits.setdefault(name, str(amount))
    for name, amount in aggregate(spec, "requests").items():
        if name in _WHAT_COUNTS:
            requests.setdefault(name, str(amount))
    for name, limit in limits.items():
        if _is_of_pods(name):
            requests.setdefault(name, limit)
    _fill_limits(spec, limits, requests)
    for part, amounts in (("limits", limits), ("requests", requests)):
        if amounts:
            resources[part] = amounts  # type: ignore[literal-required]


def _fill_limits(spec: v1.PodSpec, limits: dict[str, str], requests: dict[str, str]) -> None:
    """Sets pod-level limits for requested resources that all containers limit."""
    containers = (*(spec["containers"] or ()), *spec.get("initContainers", ()), *spec.get("ephemeralContainers", ()))
    wanted = [
        name
        for name in requests
        if _is_of_pods(name)
        and name not in limits
        and all(name in each["resources"].get("limits", {}) for each in containers)
    ]
    together = aggregate(spec, "limits") if wanted else {}
    for name in wanted:
        if name in together:
            request = parse_quantity(requests[name])
            limits[name] = str(request if request.compare(together[name]) > 0 else together[name])


def quality_of_service(spec: v1.PodSpec) -> str:
    """Returns the quality-of-service class of a pod: Guaranteed, Burstable or BestEffort."""
    resources = spec.get("resources", {})
    if any(map(_is_of_pods, (*resources.get("requests", ()), *resources.get("limits", ())))):
        return _class_of(resources)
    classes = {_class_of(each["resources"]) for each in (*spec.get("initContainers", ()), *(spec["containers"] or ()))}
    return (classes or {"BestEffort"}).pop() if len(classes) < 2 else "Burstable"


def _class_of(resources: v1.ResourceRequirements) -> str:
    classes = set()
    for name in _WHAT_COUNTS:
        request = parse_quantity(resources.get("requests", {}).get(name, "0"))
        limit = parse_quantity(resources.get("limits", {}).get(name, "0"))
        if request != limit:
            return "Burstable"
        classes.add("Guaranteed" if request.unscaled else "BestEffort")
    return classes.pop() if len(classes) == 1 else "Burstable"


def _is_of_pods(name: str) -> bool:
    """Returns True if pods can request a resource at pod level."""
    return name in _WHAT_COUNTS or name.startswith(_HUGE_PAGES)


def _read(amounts: dict[str, str]) -> Amounts:
    return {name: parse_quantity(text) for name, text in amounts.items()}


def _add(amounts: Amounts, others: Amounts) -> None:
    for name, other in others.items():
        amounts[name] = _sum(name, amounts[name], other) if name in amounts else other


def _sum(name: str, one: Quantity, other: Quantity) -> Quantity:
    try:
        return one.add(other)
    except QuantityError:
        raise CannotError(f"add up amounts of {name} as different as {one} and {other}") from None


def _raise(amounts: Amounts, others: Amounts) -> None:
    for name, other in others.items():
        if name not in amounts or other.compare(amounts[name]) > 0:
            amounts[name] = other
