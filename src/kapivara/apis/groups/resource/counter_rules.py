"""Validation rules of shared counters, and of the devices' consumption.

Upstream: pkg/apis/resource/validation/validation.go validateCounterSet, validateDeviceCounterConsumption (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.resource.device_names import covered
from kapivara.apis.shared.rules.names import validate_dns1123_label
from kapivara.field import ErrorList, FieldPath, required, too_many

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

_MOST_COUNTERS: Final = 32


def validate_counters(
    counters: v1.CounterSet | v1.DeviceCounterConsumption, path: FieldPath, *, name_field: str
) -> ErrorList:
    """Requires a named set of named counters; `name_field` holds the set's name."""
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
