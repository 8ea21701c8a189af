"""The devices that are allocated to a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

DeviceId: TypeAlias = tuple[str, str, str, str | None]
"""A driver, a pool, a device and its allocated share."""


def device_id(device: v1.AllocatedDeviceStatus | v1.DeviceRequestAllocationResult) -> DeviceId:
    """Returns the identity of a device or of a share."""
    return device["driver"], device["pool"], device["device"], device.get("shareID")


def allocated_devices(status: v1.ResourceClaimStatus) -> set[DeviceId]:
    """Returns the devices and shares that are allocated to a claim."""
    if "allocation" not in status:
        return set()
    return set(map(device_id, status["allocation"]["devices"].get("results", [])))
