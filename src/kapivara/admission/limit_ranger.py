"""LimitRanger: the LimitRanges of a namespace set default resources of containers, and limit them.

Upstream: plugin/pkg/admission/limitranger/admission.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.apis.shared.pods.resources import aggregate
from kapivara.meta import GroupVersionResource
from kapivara.values import ABSENT
from kapivara.values.quantity import Quantity, parse_quantity
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1

_RANGES: Final = GroupVersionResource("", "v1", "limitranges")
_PODS: Final = "pods"
_ANNOTATION: Final = "kubernetes.io/limit-ranger"
_OF_PODS: Final = ("cpu", "memory")
"""The resources that a pod as a whole may request."""
_MOST_EXACT: Final = (2**63 - 1) // 1000
"""Up to here amounts are compared in thousandths."""


class LimitRanger(Plugin):
    """Sets the default resources of new pods, and rejects pods and claims that violate the limits."""

    def admit(self, write: Attributes) -> None:
        """Sets missing resources of a pod's containers, range by range, and records them in an annotation."""
        if not _is_limited(write) or write.kind.group_resource.resource != _PODS:
            return
        for limit_range in _ranges(write):
            _fill_in(cast("v1.Pod", write.obj), limit_range)

    def validate(self, write: Attributes) -> None:
        """Rejects a pod or a claim below the minimum or above the maximum of a range."""
        if not _is_limited(write):
            return
        of_pods = write.kind.group_resource.resource == _PODS
        for limit_range in _ranges(write):
            if of_pods:
                problems = list(_pod_problems(cast("v1.Pod", write.obj)["spec"], limit_range))
            else:
                problems = list(_claim_problems(cast("v1.PersistentVolumeClaim", write.obj)["spec"], limit_range))
            if problems:
                raise write.forbidden(_together(problems))


def _is_limited(write: Attributes) -> bool:
    """Returns True if ranges apply to a write: new and resized pods, and all claims."""
    if write.action is Action.DELETE or (write.old is not ABSENT and write.old["metadata"].get("deletionTimestamp")):
        return False
    if write.kind.group_resource.resource == _PODS and write.action is Action.UPDATE:
        return write.subresource == "resize"
    return not write.subresource


def _ranges(write: Attributes) -> list[v1.LimitRange]:
    return cast("list[v1.LimitRange]", list(write.surroundings.objects_of(_RANGES, write.namespace)))


def _limits(limit_range: v1.LimitRange, kind: str) -> Iterator[v1.LimitRangeItem]:
    return (each for each in limit_range["spec"]["limits"] or () if each["type"] == kind)


def _together(problems: list[str]) -> str:
    """Combines several errors in one text, without duplicates."""
    told = list(dict.fromkeys(problems))
    return told[0] if len(told) == 1 else f"[{', '.join(told)}]"


def _fill_in(pod: v1.Pod, limit_range: v1.LimitRange) -> None:
    requests: dict[str, str] = {}
    limits: dict[str, str] = {}
    for each in _limits(limit_range, "Container"):
        requests |= each.get("defaultRequest", {})
        limits |= each.get("default", {})
    notes = [
        note
        for field, title in (("containers", "container"), ("initContainers", "init container"))
        for container in cast("list[v1.Container]", pod["spec"].get(field) or [])
        for note in _fill_container(container, requests, limits, title)
    ]
    if notes:
        annotations = pod["metadata"].setdefault("annotations", {})
        annotations[_ANNOTATION] = f"LimitRanger plugin set: {'; '.join(notes)}"


def _fill_container(
    container: v1.Container, requests: Mapping[str, str], limits: Mapping[str, str], title: str
) -> Iterator[str]:
    """Sets the missing resources of a container; yields the annotation texts."""
    resources = container["resources"]
    for amounts, field, word in ((requests, "requests", "request"), (limits, "limits", "limit")):
        given = cast("dict[str, str]", resources.get(field, {}))
        missing = sorted(name for name in amounts if name not in given)
        if missing:
            cast("dict[str, dict[str, str]]", resources)[field] = {**given, **{each: amounts[each] for each in missing}}
            yield f"{', '.join(missing)} {word} for {title} {container['name']}"


@record
class _Asked:
    """The requests and limits of all resources."""

    requests: Mapping[str, Quantity]
    limits: Mapping[str, Quantity]


def _pod_problems(spec: v1.PodSpec, limit_range: v1.LimitRange) -> Iterator[str]:
    for limit in limit_range["spec"]["limits"] or ():
        if limit["type"] == "Container":
            for container in (*(spec.get("containers") or ()), *spec.get("initContainers", ())):
                resources = container["resources"]
                asked = _Asked(_read(resources.get("requests", {})), _read(resources.get("limits", {})))
                yield from _problems(limit, asked, _MIN_MAX_RATIO)
        elif limit["type"] == "Pod":
            yield from _problems(limit, _asked_by_pod(spec), _MIN_MAX_RATIO)


def _asked_by_pod(spec: v1.PodSpec) -> _Asked:
    resources = spec.get("resources", {})
    asked = []
    for what in ("requests", "limits"):
        of_pod = _read(cast("dict[str, str]", resources.get(what, {})))
        asked.append(aggregate(spec, what) | {name: of_pod[name] for name in _OF_PODS if name in of_pod})
    return _Asked(*asked)


def _claim_problems(spec: v1.PersistentVolumeClaimSpec, limit_range: v1.LimitRange) -> Iterator[str]:
    asked = _Asked(_read(spec["resources"].get("requests", {})), {})
    for limit in _limits(limit_range, "PersistentVolumeClaim"):
        yield from _problems(limit, asked, _OF_CLAIMS)


@record
class _Bound:
    """A limit of one resource, for objects of a kind."""

    name: str
    kind: str
    amount: Quantity

    @property
    def usage(self) -> str:
        """The resource, the kind and the amount, in the server's words."""
        return f"{self.name} usage per {self.kind} is {self.amount}"


_Check = Callable[[_Bound, Quantity | None, Quantity | None], str]


def _problems(limit: v1.LimitRangeItem, asked: _Asked, checks: Mapping[str, _Check]) -> Iterator[str]:
    """Yields the errors of requests and limits, by limit and resource."""
    for field, check in checks.items():
        for name, amount in sorted(cast("dict[str, str]", limit.get(field, {})).items()):
            bound = _Bound(name, limit["type"], parse_quantity(amount))
            if problem := check(bound, asked.requests.get(name), asked.limits.get(name)):
                yield problem


def _below_minimum(bound: _Bound, request: Quantity | None, limit: Quantity | None) -> str:
    asked, most, least = _comparable(request, limit, bound.amount)
    if request is None:
        return f"minimum {bound.usage}.  No request is specified"
    if asked < least:
        return f"minimum {bound.usage}, but request is {request}"
    if limit is not None and most < least:
        return f"minimum {bound.usage}, but limit is {limit}"
    return ""


def _above_maximum(bound: _Bound, request: Quantity | None, limit: Quantity | None) -> str:
    asked, most, allowed = _comparable(request, limit, bound.amount)
    if limit is None:
        return f"maximum {bound.usage}.  No limit is specified"
    if most > allowed:
        return f"maximum {bound.usage}, but limit is {limit}"
    if request is not None and asked > allowed:
        return f"maximum {bound.usage}, but request is {request}"
    return ""


def _request_above_maximum(bound: _Bound, request: Quantity | None, _limit: Quantity | None) -> str:
    asked, allowed = _comparable(request, bound.amount)
    if request is None:
        return f"maximum {bound.usage}.  No request is specified"
    return f"maximum {bound.usage}, but request is {request}" if asked > allowed else ""


def _above_ratio(bound: _Bound, request: Quantity | None, limit: Quantity | None) -> str:
    asked, most, _ = _comparable(request, limit, bound.amount)
    told = f"{bound.name} max limit to request ratio per {bound.kind} is {bound.amount}"
    if not asked:
        return f"{told}, but no request is specified or request is 0"
    if not most:
        return f"{told}, but no limit is specified or limit is 0"
    ratio, whole = most / asked, bound.amount.scaled_value(0)
    above = ratio * 1000 > bound.amount.scaled_value(-3) if whole <= _MOST_EXACT else ratio > whole
    return f"{told}, but provided ratio is {ratio:f}" if above else ""


_RATIO: Final = "maxLimitRequestRatio"
_MIN_MAX_RATIO: Final[Mapping[str, _Check]] = {"min": _below_minimum, "max": _above_maximum, _RATIO: _above_ratio}
_OF_CLAIMS: Final[Mapping[str, _Check]] = {"min": _below_minimum, "max": _request_above_maximum}


def _comparable(*amounts: Quantity | None) -> tuple[int, ...]:
    """Returns amounts as comparable numbers: in thousandths, unless one is too large for that."""
    whole = tuple(0 if each is None else each.scaled_value(0) for each in amounts)
    if max(whole) > _MOST_EXACT:
        return whole
    return tuple(0 if each is None else each.scaled_value(-3) for each in amounts)


def _read(amounts: Mapping[str, str]) -> dict[str, Quantity]:
    return {name: parse_quantity(text) for name, text in amounts.items()}


PLUGIN = LimitRanger
