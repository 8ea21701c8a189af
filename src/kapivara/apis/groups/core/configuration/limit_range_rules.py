"""Validation rules of LimitRange: resource names, and amounts that do not contradict each other.

Upstream: pkg/apis/core/validation/validation.go ValidateLimitRange (1.37).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.apis.shared.rules.resource_names import (
    is_overcommit_allowed,
    validate_container_resource_name,
    validate_resource_name,
)
from kapivara.content.names import is_qualified_name
from kapivara.field import ErrorList, FieldError, FieldPath, duplicate, forbidden, invalid, required
from kapivara.values.json_value import INT64_MAX
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import LimitRangeItem, LimitRangeSpec

_LIMITS: Final = FieldPath.of("spec", "limits")
_POD, _CONTAINER, _CLAIM = "Pod", "Container", "PersistentVolumeClaim"
_DEFAULTS: Final = ("default", "defaultRequest")
_RATIO: Final = "maxLimitRequestRatio"
_ORDERED: Final = (
    ("min", "max", "min", "min value", "max value"),
    ("min", "defaultRequest", "defaultRequest", "min value", "default request value"),
    ("defaultRequest", "max", "defaultRequest", "default request value", "max value"),
    ("defaultRequest", "default", "defaultRequest", "default request value", "default limit value"),
    ("min", "default", "default", "min value", "default value"),
    ("default", "max", "default", "default value", "max value"),
)
"""Pairs of fields, the first not greater than the second; the field of the error; and both names in messages."""
_SHOWN: Final = {("min", "max"): "min", ("min", "default"): "min", ("default", "max"): "max"}
"""The field whose amount a message prints, by default `defaultRequest`. Kept: not always the field of the error."""
_MOST_MILLI: Final = INT64_MAX // 1000
_MILLI: Final = -3

_Amounts: TypeAlias = Mapping[str, Mapping[str, str]]


def validate_limit_range(spec: LimitRangeSpec) -> ErrorList:
    """Requires known types, each at most once, with consistent limits."""
    errors: ErrorList = []
    seen: set[str] = set()
    for position, item in enumerate(spec["limits"] or ()):
        path, type_ = _LIMITS.index(position), item["type"]
        errors += _validate_type(type_, path.child("type"))
        if type_ in seen:
            errors.append(duplicate(path.child("type"), NamedString(type_)))
        seen.add(type_)
        errors += _validate_item(item, path)
    return errors


def _validate_type(type_: str, path: FieldPath) -> ErrorList:
    problems = is_qualified_name(type_)
    if not problems and "/" not in type_ and type_ not in (_POD, _CONTAINER, _CLAIM):
        problems = ["must be a standard limit type or fully qualified"]
    return [invalid(path, NamedString(type_), problem) for problem in problems]


def _validate_item(item: LimitRangeItem, path: FieldPath) -> ErrorList:
    """Validates the resource names of all maps, then the amounts of each resource."""
    amounts: dict[str, Mapping[str, str]] = {"max": item.get("max", {}), "min": item.get("min", {})}
    errors = _validate_names(amounts, item["type"], path)
    defaults: dict[str, Mapping[str, str]] = {
        "default": item.get("default", {}),
        "defaultRequest": item.get("defaultRequest", {}),
    }
    if item["type"] == _POD:
        detail = "may not be specified when `type` is 'Pod'"
        errors += [forbidden(path.child(field), detail) for field in _DEFAULTS if defaults[field]]
    else:
        errors += _validate_names(defaults, item["type"], path)
        amounts |= defaults
    if item["type"] == _CLAIM and "storage" not in amounts["min"] and "storage" not in amounts["max"]:
        detail = "either minimum or maximum storage value is required, but neither was provided"
        errors.append(required(path.child("limits"), detail))
    ratios: dict[str, Mapping[str, str]] = {_RATIO: item.get(_RATIO, {})}
    errors += _validate_names(ratios, item["type"], path)
    amounts |= ratios
    for name in dict.fromkeys(name for each in amounts.values() for name in each):
        errors += _resource_errors(name, {field: each[name] for field, each in amounts.items() if name in each}, path)
    return errors


def _validate_names(amounts: _Amounts, type_: str, path: FieldPath) -> ErrorList:
    check = validate_container_resource_name if type_ in (_POD, _CONTAINER) else validate_resource_name
    errors: ErrorList = []
    for field, each in amounts.items():
        for name in each:
            errors += check(name, path.child(field).key(name))
    return errors


def _resource_errors(name: str, given: Mapping[str, str], path: FieldPath) -> Iterator[FieldError]:
    """Yields errors about contradictory amounts of one resource; `given` has the amounts by field."""
    for low, high, blamed, low_name, high_name in _ORDERED:
        if low in given and high in given and _compare(given[low], given[high]) > 0:
            problem = f"{low_name} {given[low]} is greater than {high_name} {given[high]}"
            shown = _SHOWN.get((low, high), "defaultRequest")
            yield invalid(path.child(blamed).key(name), given[shown], problem)
    if _RATIO in given:
        yield from _ratio_errors(given, path.child(_RATIO).key(name))
    if not is_overcommit_allowed(name) and all(field in given for field in _DEFAULTS):
        one, other = (given[field] for field in _DEFAULTS)
        if _compare(one, other) != 0:
            problem = f"default value {one} must equal to defaultRequest value {other} in {name}"
            yield invalid(path.child("defaultRequest").key(name), other, problem)


def _compare(one: str, other: str) -> int:
    return read_quantity(one).compare(read_quantity(other))


def _ratio_errors(given: Mapping[str, str], path: FieldPath) -> Iterator[FieldError]:
    ratio = given[_RATIO]
    if _compare(ratio, "1") < 0:
        yield invalid(path, ratio, f"ratio {ratio} is less than 1")
    if "min" not in given or "max" not in given:
        return
    quantities = [read_quantity(given[field]) for field in (_RATIO, "min", "max")]
    value, least, most = (each.scaled_value(0) for each in quantities)
    asked = float(value)
    if max(value, least, most) < _MOST_MILLI:
        asked, least, most = (each.scaled_value(_MILLI) for each in quantities)
        asked /= 1000
    largest = _quotient(float(most), float(least))
    if asked > largest:
        text = f"{largest:f}" if math.isfinite(largest) else "-Inf"
        yield invalid(path, ratio, f"ratio {ratio} is greater than max/min = {text}")


def _quotient(most: float, least: float) -> float:
    """Divides as Go does, which returns infinity or NaN for a zero divisor."""
    if least:
        return most / least
    return math.copysign(math.inf, most) if most else math.nan
