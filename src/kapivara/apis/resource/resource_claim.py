"""ResourceClaim as a built-in kind: devices that pods need, and in its status those that it was given.

Upstream: pkg/registry/resource/resourceclaim/{strategy.go,storage/storage.go}, pkg/printers/internalversion/printers.go
printResourceClaim (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

from kapivara.apis.kind import METADATA, Kind
from kapivara.apis.resource.claim_features import drop_disabled_claim_fields, drop_disabled_status_fields
from kapivara.apis.subresource import Status
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.resource.v1.zz_generated_types import (
        AllocatedDeviceStatus,
        DeviceRequestAllocationResult,
        ResourceClaim,
        ResourceClaimStatus,
    )
    from kapivara.apis.table import TableLayout

_DeviceId: TypeAlias = tuple[str, str, str, str | None]

_STATE = "A summary of the current state (allocated, pending, reserved, etc.)."


class ClaimStatus(Status):
    """The status of a claim."""

    __slots__ = ()

    has_table = False


class ResourceClaimKind(Kind):
    """The kind by which devices are asked for."""

    kept_by_status = METADATA
    subresource_types: ClassVar = {"status": ClaimStatus}

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Drops what belongs to disabled features."""
        super().prepare_for_create(obj)
        drop_disabled_claim_fields(_as_claim(obj)["spec"], None)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops what belongs to disabled features."""
        super().prepare_for_update(new, old)
        drop_disabled_claim_fields(_as_claim(new)["spec"], _as_claim(old)["spec"])

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops what belongs to disabled features, and what is told of devices that the claim has given back."""
        super().prepare_for_status_update(new, old)
        status, stored = _as_claim(new)["status"], _as_claim(old)["status"]
        drop_disabled_status_fields(status, stored)
        given_back = _allocated(stored) - _allocated(status)
        if devices := [each for each in status.pop("devices", []) if _device_id(each) not in given_back]:
            status["devices"] = devices

    def make_table(self) -> TableLayout:
        """Makes the columns: the name, the state, the age."""
        from kapivara.apis.table import Column, TableLayout, age_column, name_column

        state = Column("State", "string", _state, description=_STATE)
        return TableLayout((name_column(), state, age_column(self.surroundings)))


KIND = ResourceClaimKind


def _as_claim(obj: JsonObject) -> ResourceClaim:
    """Takes an object that was decoded as a claim for one, so that mypy checks it field by field."""
    return cast("ResourceClaim", obj)


def _allocated(status: ResourceClaimStatus) -> set[_DeviceId]:
    """Names the devices, or shares of such, that a claim has."""
    if "allocation" not in status:
        return set()
    return set(map(_device_id, status["allocation"]["devices"].get("results", [])))


def _device_id(device: AllocatedDeviceStatus | DeviceRequestAllocationResult) -> _DeviceId:
    return device["driver"], device["pool"], device["device"], device.get("shareID")


def _state(obj: JsonObject) -> str:
    claim = _as_claim(obj)
    deleted, status = "deletionTimestamp" in claim["metadata"], claim["status"]
    states = ["deleted"] if deleted else []
    if "allocation" in status:
        states += ["allocated", "reserved"] if status.get("reservedFor") else ["allocated"]
    elif not deleted:
        states.append("pending")
    return ",".join(states)
