"""The devices that a claim was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from kapivara.apis.resource.v1 import zz_generated_types as v1

DeviceId: TypeAlias = tuple[str, str, str, str | None]
"""A driver, a pool, a device, and the share of it that was given."""


def device_id(device: v1.AllocatedDeviceStatus | v1.DeviceRequestAllocationResult) -> DeviceId:
    """Tells a device, or a share of one, from others."""
    return device["driver"], device["pool"], device["device"], device.get("shareID")


def allocated_devices(status: v1.ResourceClaimStatus) -> set[DeviceId]:
    """Names the devices, or shares of such, that a claim has."""
    if "allocation" not in status:
        return set()
    return set(map(device_id, status["allocation"]["devices"].get("results", [])))
