"""Validation rules of ResourceSlice: driver, pool, nodes, devices and counters.

Fields of disabled features need no rules, since they were dropped before.
Upstream: pkg/apis/resource/validation/validation.go validateResourceSliceSpec, validateDevice,
validateDeviceAttribute, validateCounterSet, validateDeviceCounterConsumption (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.resource.bounded_lists import shortened_key, validate_items, validate_set
from kapivara.apis.groups.resource.capacity_rules import validate_capacity
from kapivara.apis.groups.resource.device_names import LONGEST_ID, covered, validate_attribute_name, validate_pool_name
from kapivara.apis.groups.resource.taint_rules import validate_binding_conditions, validate_taint
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import validate_immutable
from kapivara.apis.shared.rules.names import subdomain_problems, validate_csi_driver_name, validate_dns1123_label
from kapivara.apis.shared.rules.node_selectors import validate_node_selector
from kapivara.codec.typed.described import described
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long, too_many
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as core_v1
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1


_MOST_COUNTERS: Final = 32


def validate_counters(
    counters: v1.CounterSet | v1.DeviceCounterConsumption, path: FieldPath, *, name_field: str
) -> ErrorList:
    """Validates the name of a counter set (in the field `name_field`), and the number and names of its counters."""
    values: Any = counters
    name, place = values[name_field], path.child(name_field)
    errors = covered(validate_dns1123_label(name, place) if name else [required(place)])
    found, place = counters.get("counters"), path.child("counters")
    if not found:
        return errors + covered([required(place)])
    if len(found) > _MOST_COUNTERS:
        return [*errors, too_many(place, len(found), _MOST_COUNTERS)]
    for each in found:
        errors += covered(validate_dns1123_label(each, place))
    return errors


_MOST_PROPERTIES: Final = 32
_MOST_ATTRIBUTES: Final = 48
_MOST_TAINTS: Final = 16
_MOST_CONSUMED: Final = 2
_LONGEST_KEY: Final = 63 + 1 + LONGEST_ID
_LONGEST_VALUE: Final = 64
_NUMBER: Final = r"(0|[1-9]\d*)"
_PRE_RELEASE: Final = r"(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)"
_BUILD: Final = "[0-9a-zA-Z-]+"
_VERSION: Final = lazy_pattern(
    rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(-{_PRE_RELEASE}(\.{_PRE_RELEASE})*)?(\+{_BUILD}(\.{_BUILD})*)?"
)
_ONE_VALUE: Final = "exactly one value must be specified"
_OWN_NODES: Final = (
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true "
    "in the ResourceSlice spec"
)
_NO_OWN_NODES: Final = (
    "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the "
    "ResourceSlice spec"
)


def validate_device(
    device: v1.Device, path: FieldPath, *, known: Mapping[str, v1.Device], own_nodes: bool
) -> ErrorList:
    """Validates a device; capacity and taints may be invalid if the device of that name in `known` has the same."""
    errors = validate_dns1123_label(device["name"], path.child("name"))
    attributes, capacity = device.get("attributes") or {}, device.get("capacity") or {}
    errors += _validate_number(len(attributes) + len(capacity), path, "attributes and capacities", _MOST_PROPERTIES)
    errors += _validate_number(len(attributes), path, "attribute values", _MOST_ATTRIBUTES)
    place = path.child("attributes")
    for name, attribute in attributes.items():
        errors += validate_attribute_name(name, place)
        errors += _validate_attribute(attribute, place.key(shortened_key(name, _LONGEST_KEY)))
    old = known.get(device["name"])
    if capacity and not _is_same(device, old, "capacity"):
        errors += _validate_capacities(device, path.child("capacity"))
    if (taints := device.get("taints")) and not _is_same(device, old, "taints"):
        errors += validate_items(taints, path.child("taints"), validate_taint, most=_MOST_TAINTS, is_covered=False)
    if consumed := device.get("consumesCounters"):
        check, place = partial(validate_counters, name_field="counterSet"), path.child("consumesCounters")
        errors += validate_set(consumed, place, check, key=_counter_set, most=_MOST_CONSUMED)
    if own_nodes:
        errors += _validate_nodes_of_device_rules(device, path)
    elif "nodeName" in device or "nodeSelector" in device or "allNodes" in device:
        errors.append(invalid(path, None, _NO_OWN_NODES))
    return errors + validate_binding_conditions(device, path)


def _counter_set(consumed: v1.DeviceCounterConsumption) -> str:
    return consumed["counterSet"]


def _validate_number(number: int, path: FieldPath, what: str, most: int) -> ErrorList:
    return [invalid(path, number, f"the total number of {what} must not exceed {most}")] if number > most else []


def _is_same(device: Any, old: Any, field: str) -> bool:
    if old is None:
        return False
    from kapivara.validate.parts.values import same  # only updates need it

    shape = described("apis.groups.resource.v1").struct("Device").tables.by_name[field].shape
    return same(shape, device.get(field), old.get(field))


def _validate_capacities(device: v1.Device, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for name, capacity in device["capacity"].items():
        errors += validate_attribute_name(name, path)
        place = path.key(shortened_key(name, _LONGEST_KEY))
        errors += validate_capacity(capacity, place, is_shared=bool(device.get("allowMultipleAllocations")))
    return errors


def _validate_attribute(attribute: v1.DeviceAttribute, path: FieldPath) -> ErrorList:
    """Requires exactly one value: a text of limited length, a semantic version, or another type."""
    errors: ErrorList = []
    if byte_length(attribute.get("string", "")) > _LONGEST_VALUE:
        errors.append(too_long(path.child("string"), _LONGEST_VALUE))
    version = attribute.get("version")
    if version is not None:
        if not _VERSION.fullmatch(version):
            detail = "must be a string compatible with semver.org spec 2.0.0"
            errors.append(invalid(path.child("version"), version, detail))
        if byte_length(version) > _LONGEST_VALUE:
            errors.append(too_long(path.child("version"), _LONGEST_VALUE))
    if len(attribute) != 1:
        shown = internal_form(attribute, "resource.DeviceAttribute") if attribute else ""
        errors += covered([invalid(path, shown, _ONE_VALUE).with_origin("union")])
    return errors


def _validate_nodes_of_device_rules(device: v1.Device, path: FieldPath) -> ErrorList:
    """Requires exactly one way to select the nodes of a device."""
    errors: ErrorList = []
    given: list[str] = []
    node, everywhere = device.get("nodeName"), device.get("allNodes")
    if node:
        given.append("`nodeName`")
        errors += [invalid(path.child("nodeName"), node, problem) for problem in subdomain_problems(node)]
    elif node is not None:
        errors.append(invalid(path.child("nodeName"), node, "must not be empty"))
    if "nodeSelector" in device:
        given.append("`nodeSelector`")
        errors += validate_node_selector(device["nodeSelector"], path.child("nodeSelector"))
    if everywhere:
        given.append("`allNodes`")
    elif everywhere is not None:
        errors.append(invalid(path.child("allNodes"), everywhere, "must be either unset or set to true"))
    if not given:
        errors.append(required(path, _OWN_NODES))
    elif len(given) > 1:
        errors.append(invalid(path, f"{{{', '.join(given)}}}", _OWN_NODES))
    return errors


_SPEC: Final = FieldPath.of("spec")
_MOST_DEVICES: Final = 128
_MOST_ADVANCED_DEVICES: Final = 64
_MOST_COUNTER_SETS: Final = 8
_UNSET_OR_TRUE: Final = "must be either unset or set to true"
_ONE_OF: Final = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required"


def validate_slice(spec: v1.ResourceSliceSpec, old: v1.ResourceSliceSpec | None) -> ErrorList:
    """Requires unique devices or shared counters, and their nodes; driver and pool are immutable."""
    errors = validate_csi_driver_name(spec["driver"], _SPEC.child("driver"))
    errors += _validate_pool(spec["pool"], _SPEC.child("pool"))
    if old is not None:
        place = _SPEC.child("pool", "name")
        errors += validate_immutable(spec["pool"]["name"], old["pool"]["name"], place)
        errors += validate_immutable(spec["driver"], old["driver"], _SPEC.child("driver"))
        errors += validate_immutable(spec.get("nodeName"), old.get("nodeName"), _SPEC.child("nodeName"))
    errors += _validate_nodes(spec)
    if "sharedCounters" in spec and "devices" in spec:
        errors.append(invalid(_SPEC, "", "only one of `sharedCounters` or `devices` is allowed"))
    if devices := spec.get("devices"):
        known = {each["name"]: each for each in reversed([] if old is None else old.get("devices", []))}
        check = partial(validate_device, known=known, own_nodes=bool(spec.get("perDeviceNodeSelection")))
        advanced = any(each.get("taints") or each.get("consumesCounters") for each in devices)
        most = _MOST_ADVANCED_DEVICES if advanced else _MOST_DEVICES
        place = _SPEC.child("devices")
        errors += validate_set(devices, place, check, key=_device_name, most=most, is_covered=False)
    if counters := spec.get("sharedCounters"):
        check_counters, place = partial(validate_counters, name_field="name"), _SPEC.child("sharedCounters")
        errors += validate_set(counters, place, check_counters, key=_set_name, most=_MOST_COUNTER_SETS)
    return errors


def _device_name(device: v1.Device) -> str:
    return device["name"]


def _set_name(counters: v1.CounterSet) -> str:
    return counters["name"]


def _validate_pool(pool: v1.ResourcePool, path: FieldPath) -> ErrorList:
    errors = validate_pool_name(pool["name"], path.child("name"))
    slices, generation = pool["resourceSliceCount"], pool["generation"]
    if slices <= 0:
        errors.append(invalid(path.child("resourceSliceCount"), slices, "must be greater than zero"))
    if generation < 0:
        errors.append(invalid(path.child("generation"), generation, "must be greater than or equal to zero"))
    return errors


def _validate_nodes(spec: v1.ResourceSliceSpec) -> ErrorList:
    """Requires exactly one way to select the nodes of the devices."""
    errors: ErrorList = []
    given: list[str] = []
    node = spec.get("nodeName")
    if node:
        given.append("`nodeName`")
        errors += [invalid(_SPEC.child("nodeName"), node, problem) for problem in subdomain_problems(node)]
    elif node is not None:
        detail = "must be either unset or set to a non-empty string"
        errors.append(invalid(_SPEC.child("nodeName"), node, detail))
    if "nodeSelector" in spec:
        given.append("`nodeSelector`")
        errors += _validate_selector(spec["nodeSelector"], _SPEC.child("nodeSelector"))
    for field, value in (
        ("allNodes", spec.get("allNodes")),
        ("perDeviceNodeSelection", spec.get("perDeviceNodeSelection")),
    ):
        if value:
            given.append(f"`{field}`")
        elif value is not None:
            errors.append(invalid(_SPEC.child(field), value, _UNSET_OR_TRUE))
    if not given:
        errors.append(required(_SPEC, _ONE_OF))
    elif len(given) > 1:
        errors.append(invalid(_SPEC, f"{{{', '.join(given)}}}", f"{_ONE_OF}, but multiple fields are set"))
    return errors


def _validate_selector(selector: core_v1.NodeSelector, path: FieldPath) -> ErrorList:
    """Requires a selector with a single term."""
    errors, terms = validate_node_selector(selector, path), selector["nodeSelectorTerms"]
    if terms is None or len(terms) != 1:
        shown = None if terms is None else internal_form(terms, "[]core.NodeSelectorTerm")
        errors.append(invalid(path.child("nodeSelectorTerms"), shown, "must have exactly one node selector term"))
    return errors
