"""Validation rules of ResourceSlice: driver, pool, nodes, devices and counters.

Fields of disabled features need no rules, since they were dropped before.
Upstream: pkg/apis/resource/validation/validation.go validateResourceSliceSpec (1.37).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.resource.bounded_lists import validate_set
from kapivara.apis.groups.resource.counter_rules import validate_counters
from kapivara.apis.groups.resource.device_names import validate_pool_name
from kapivara.apis.groups.resource.device_rules import validate_device
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import validate_immutable
from kapivara.apis.shared.rules.names import subdomain_problems, validate_csi_driver_name
from kapivara.apis.shared.rules.node_selectors import validate_node_selector
from kapivara.field import ErrorList, FieldPath, invalid, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as core_v1
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

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
