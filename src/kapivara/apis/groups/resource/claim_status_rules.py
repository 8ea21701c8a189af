"""Validation rules of a claim's status: allocation, consumers and device status.

Upstream: pkg/apis/resource/validation/validation.go validateResourceClaimStatusUpdate, validateAllocationResult,
validateDeviceStatus (1.37).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.resource.allocated_devices import DeviceId, allocated_devices, device_id
from kapivara.apis.groups.resource.bounded_lists import itself, validate_items, validate_set
from kapivara.apis.groups.resource.claim_rules import (
    MOST_CONFIGURATIONS,
    validate_configuration,
    validate_data,
    validate_request_references,
)
from kapivara.apis.groups.resource.device_names import (
    RequestNames,
    covered,
    request_names,
    validate_pool_name,
    validate_request_reference,
)
from kapivara.apis.groups.resource.taint_rules import validate_binding_conditions, validate_tolerations
from kapivara.apis.shared.rules.changes import validate_immutable_value
from kapivara.apis.shared.rules.choices import validate_present
from kapivara.apis.shared.rules.cidrs import validate_interface_address
from kapivara.apis.shared.rules.conditions import validate_conditions
from kapivara.apis.shared.rules.names import validate_csi_driver_name, validate_dns1123_label
from kapivara.apis.shared.rules.node_selectors import validate_node_selector
from kapivara.codec.typed.described import described
from kapivara.content.messages import byte_length
from kapivara.field import (
    ErrorList,
    FieldPath,
    Operation,
    Verb,
    forbidden,
    invalid,
    not_supported,
    required,
    too_long,
    too_many,
)
from kapivara.validate.formats import uuid
from kapivara.values.rendering import GoStruct, NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

_STATUS: Final = FieldPath.of("status")
_MOST_CONSUMERS: Final = 256
_MOST_RESULTS: Final = 32
_MOST_CONDITIONS: Final = 8
_MOST_ADDRESSES: Final = 16
_SOURCES: Final = ("FromClaim", "FromClass")
_NO_LIMIT: Final = 2**63
_LONGEST: Final = (("interfaceName", 256), ("hardwareAddress", 128))
_ANY_OPERATION: Final = Operation(Verb.CREATE)


def validate_claim_status(new: v1.ResourceClaim, old: v1.ResourceClaim) -> ErrorList:
    """Requires consumers and device status only for allocated devices, and an immutable allocation."""
    status, stored = new["status"], old["status"]
    path = _STATUS.child("reservedFor")
    consumers = status.get("reservedFor", [])
    errors = validate_set(consumers, path, _validate_consumer, key=_uid, most=_MOST_CONSUMERS)
    check = partial(_validate_device, allocated=allocated_devices(status))
    devices = status.get("devices", [])
    errors += validate_set(devices, _STATUS.child("devices"), check, key=_device_key, most=_NO_LIMIT)
    if consumers and "allocation" not in status:
        errors.append(forbidden(path, "may not be specified when `allocated` is not set"))
    elif consumers and "deletionTimestamp" in new["metadata"]:
        known = {tuple(sorted(each.items())) for each in stored.get("reservedFor", [])}
        if any(tuple(sorted(each.items())) not in known for each in consumers):
            detail = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set"
            errors.append(forbidden(path, detail))
    if "allocation" not in status:
        return errors
    allocation, place = status["allocation"], _STATUS.child("allocation")
    if "allocation" not in stored:
        return errors + _validate_allocation(allocation, place, request_names(new["spec"]["devices"]))
    shape = described("apis.groups.resource.v1").struct("AllocationResult")
    changed = validate_immutable_value(allocation, stored["allocation"], place, shape)
    return errors + covered([each.with_origin("update") for each in changed])


def _uid(consumer: v1.ResourceClaimConsumerReference) -> str:
    return NamedString(consumer["uid"])


def _validate_consumer(consumer: v1.ResourceClaimConsumerReference, path: FieldPath) -> ErrorList:
    return validate_present(consumer, path, "resource", "name", "uid")


def _validate_allocation(allocation: v1.AllocationResult, path: FieldPath, known: RequestNames) -> ErrorList:
    """Requires devices for known requests, and a valid node selector."""
    devices, place = allocation["devices"], path.child("devices")
    check_result, check_config = partial(_validate_result, known=known), partial(_validate_config, known=known)
    errors = validate_items(devices.get("results", []), place.child("results"), check_result, most=_MOST_RESULTS)
    most = 2 * MOST_CONFIGURATIONS
    errors += validate_items(devices.get("config", []), place.child("config"), check_config, most=most)
    if "nodeSelector" in allocation:
        errors += validate_node_selector(allocation["nodeSelector"], path.child("nodeSelector"))
    return errors


def _validate_result(result: v1.DeviceRequestAllocationResult, path: FieldPath, known: RequestNames) -> ErrorList:
    errors = validate_request_reference(result["request"], path.child("request"), known)
    errors += validate_csi_driver_name(result["driver"], path.child("driver"), is_covered=True)
    errors += covered(validate_pool_name(result["pool"], path.child("pool")))
    errors += validate_dns1123_label(result["device"], path.child("device"))
    errors += validate_binding_conditions(result, path)
    if tolerations := result.get("tolerations"):
        errors += validate_tolerations(tolerations, path.child("tolerations"))
    return errors + _validate_share(result.get("shareID"), path)


def _validate_share(share: str | None, path: FieldPath) -> ErrorList:
    return [] if share is None else covered(uuid(_ANY_OPERATION, path.child("shareID"), share, None))


def _validate_config(config: v1.DeviceAllocationConfiguration, path: FieldPath, known: RequestNames) -> ErrorList:
    errors: ErrorList = []
    source, place = config["source"], path.child("source")
    if source not in _SOURCES:
        errors += covered([not_supported(place, NamedString(source), _SOURCES) if source else required(place)])
    errors += validate_request_references(config.get("requests", ()), path.child("requests"), known)
    return errors + validate_configuration(config, path)


def _device_key(device: v1.AllocatedDeviceStatus) -> Any:
    return device_id(device)


def _validate_device(device: v1.AllocatedDeviceStatus, path: FieldPath, allocated: Collection[DeviceId]) -> ErrorList:
    """Requires device status only for allocated devices, in a valid form."""
    errors = validate_csi_driver_name(device["driver"], path.child("driver"))
    errors += validate_pool_name(device["pool"], path.child("pool"))
    errors += validate_dns1123_label(device["device"], path.child("device"))
    errors += _validate_share(device.get("shareID"), path)
    if device_id(device) not in allocated:
        names = ("Driver", "Pool", "Device", "ShareID")
        shown = GoStruct(zip(names, [each or "" for each in device_id(device)], strict=True))
        errors.append(invalid(path, shown, "must be an allocated device in the claim"))
    conditions, place = device["conditions"] or (), path.child("conditions")
    if len(conditions) > _MOST_CONDITIONS:
        errors.append(too_many(place, len(conditions), _MOST_CONDITIONS))
    errors += validate_conditions(conditions, place)
    if device.get("data") is not None:
        errors += validate_data(device["data"], path.child("data"))
    return errors + _validate_network(device.get("networkData") or {}, path.child("networkData"))


def _validate_network(data: v1.NetworkDeviceData, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for field, most in _LONGEST:
        if byte_length(str(data.get(field, ""))) > most:
            errors += covered([too_long(path.child(field), most).with_origin("maxBytes")])
    addresses = data.get("ips", [])
    place = path.child("ips")
    return errors + validate_set(addresses, place, validate_interface_address, key=itself, most=_MOST_ADDRESSES)
