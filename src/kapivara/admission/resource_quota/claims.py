"""The quota usage of claims: storage in total and by class, and devices by class.

Upstream: pkg/quota/v1/evaluator/core/persistent_volume_claims.go, resource_claims.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.admission.plugin import Action, Attributes
from kapivara.admission.resource_quota.measure import ONE, Amounts, Measure, selects
from kapivara.values.quantity import Quantity, parse_quantity

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.values import JsonObject

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
