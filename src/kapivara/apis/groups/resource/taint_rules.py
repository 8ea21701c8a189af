"""Validation rules of device taints, tolerations and binding conditions.

Upstream: pkg/apis/resource/validation/validation.go validateDeviceTaint, validateDeviceToleration,
validateDeviceBindingParameters, ValidateDeviceTaintRule (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.resource.bounded_lists import validate_items
from kapivara.apis.groups.resource.device_names import covered, validate_pool_name
from kapivara.apis.shared.rules.conditions import validate_conditions
from kapivara.apis.shared.rules.labels import validate_label_name
from kapivara.apis.shared.rules.names import validate_csi_driver_name, validate_dns1123_label
from kapivara.content.names import is_label_value
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required, too_many
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import Condition

_SPEC: Final = FieldPath.of("spec")
_CONDITIONS: Final = FieldPath.of("status", "conditions")
_EFFECTS: Final = ("NoExecute", "NoSchedule", "None")
_OPERATORS: Final = ("Equal", "Exists")
_MOST_BINDING_CONDITIONS: Final = 4
_MOST_CONDITIONS: Final = 8
_BOTH: Final = (
    ("bindingConditions", "bindingFailureConditions"),
    ("bindingFailureConditions", "bindingConditions"),
)


def validate_taint(taint: v1.DeviceTaint, path: FieldPath, old: v1.DeviceTaint | None = None) -> ErrorList:
    """Requires a valid key, value and effect; an unchanged effect may be unknown."""
    errors = validate_label_name(taint["key"], path.child("key"))
    if value := taint.get("value"):
        errors += _validate_value(value, path.child("value"))
    effect = taint["effect"]
    if effect not in _EFFECTS and (old is None or old["effect"] != effect):
        place = path.child("effect")
        refused = not_supported(place, NamedString(effect), _EFFECTS) if effect else required(place)
        errors.append(refused.marked(covered_by_declarative=True))
    return errors


def validate_tolerations(tolerations: Sequence[v1.DeviceToleration], path: FieldPath) -> ErrorList:
    """Requires valid keys and values, and known operators and effects."""
    errors: ErrorList = []
    for position, toleration in enumerate(tolerations):
        errors += _validate_toleration(toleration, path.index(position))
    return errors


def _validate_toleration(toleration: v1.DeviceToleration, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if key := toleration.get("key"):
        errors += covered(validate_label_name(key, path.child("key")))
    operator, value = toleration.get("operator", ""), toleration.get("value", "")
    if operator == "Exists":
        if value:
            errors.append(invalid(path.child("value"), value, "must be empty for operator `Exists`"))
    elif operator == "Equal":
        errors += _validate_value(value, path.child("value"))
    else:
        place = path.child("operator")
        refused = not_supported(place, NamedString(operator), _OPERATORS) if operator else required(place)
        errors.append(refused.marked(covered_by_declarative=True))
    effect = toleration.get("effect")
    if effect and effect not in _EFFECTS:
        errors += covered([not_supported(path.child("effect"), NamedString(effect), _EFFECTS)])
    return errors


def _validate_value(value: str, path: FieldPath) -> ErrorList:
    return [invalid(path, value, problem) for problem in is_label_value(value)]


def validate_binding_conditions(holder: v1.Device | v1.DeviceRequestAllocationResult, path: FieldPath) -> ErrorList:
    """Requires both kinds of conditions or none, each condition at most once."""
    ready, failed = holder.get("bindingConditions") or (), holder.get("bindingFailureConditions") or ()
    if not ready and not failed:
        return []
    errors: ErrorList = []
    for field, conditions in zip(_BOTH[0], (ready, failed), strict=True):
        errors += validate_items(conditions, path.child(field), validate_label_name, most=_MOST_BINDING_CONDITIONS)
    errors += _validate_once(ready, path.child("bindingConditions"))
    errors += _validate_once(failed, path.child("bindingFailureConditions"), frozenset(ready))
    for (field, other), conditions in zip(_BOTH, (ready, failed), strict=True):
        if not conditions:
            errors.append(invalid(path.child(field), holder.get(field), f"{field} are required to use {other}"))
    return errors


def _validate_once(conditions: Sequence[str], path: FieldPath, others: frozenset[str] = frozenset()) -> ErrorList:
    errors: ErrorList = []
    seen: set[str] = set()
    for position, condition in enumerate(conditions):
        if condition in seen:
            errors.append(duplicate(path.index(position), condition))
        seen.add(condition)
        if condition in others:
            detail = "bindingFailureConditions must not overlap with bindingConditions"
            errors.append(invalid(path.index(position), condition, detail))
    return errors


def validate_taint_rule(spec: v1.DeviceTaintRuleSpec, old: v1.DeviceTaintRuleSpec | None) -> ErrorList:
    """Requires a valid taint, and valid names in the device selector."""
    errors: ErrorList = []
    selector, place = spec.get("deviceSelector") or {}, _SPEC.child("deviceSelector")
    if "driver" in selector:
        errors += validate_csi_driver_name(selector["driver"], place.child("driver"))
    if "pool" in selector:
        errors += validate_pool_name(selector["pool"], place.child("pool"))
    if "device" in selector:
        errors += validate_dns1123_label(selector["device"], place.child("device"))
    return errors + validate_taint(spec["taint"], _SPEC.child("taint"), None if old is None else old["taint"])


def validate_taint_rule_status(conditions: Sequence[Condition]) -> ErrorList:
    """Requires a limited number of valid conditions."""
    errors = validate_conditions(conditions, _CONDITIONS)
    if len(conditions) > _MOST_CONDITIONS:
        errors.append(too_many(_CONDITIONS, len(conditions), _MOST_CONDITIONS))
    return errors
