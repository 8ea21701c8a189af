"""Validation rules of the capacity of shared devices: the amounts that claims may request.

Upstream: pkg/apis/resource/validation/validation.go validateMultiAllocatableDeviceCapacity,
validateSingleAllocatableDeviceCapacity, validateRequestPolicy, validateRequestPolicyRange (1.37,
DRAFractionalCapacityRange on).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.resource.bounded_lists import validate_set
from kapivara.apis.shared.rules.numbers import NOT_NEGATIVE
from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.field import ErrorList, FieldError, FieldPath, forbidden, invalid, required
from kapivara.values.quantity import Quantity, QuantityError

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

_MOST_VALUES: Final = 10
_MOST_ZEROS: Final = 1000
_MILLI: Final = -3
_INT64_MAX: Final = 2**63 - 1
_BOTH: Final = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time'


def validate_capacity(capacity: v1.DeviceCapacity, path: FieldPath, *, is_shared: bool) -> ErrorList:
    """Requires a request policy only for shared capacity, with a default that satisfies the policy."""
    if "requestPolicy" not in capacity:
        return []
    policy, place = capacity["requestPolicy"], path.child("requestPolicy")
    if not is_shared:
        return [forbidden(place, "allowMultipleAllocations must be true")]
    values, allowed, default = policy.get("validValues"), policy.get("validRange"), policy["default"]
    if values and allowed is not None:
        return [forbidden(place, _BOTH)]
    if not values and allowed is None:
        return []
    field = "validValues" if values else "validRange"
    if default is None:
        return [required(place.child("default"), f"required when {field} is defined")]
    if values:
        return _validate_values(values, place.child(field), default=default, most=capacity["value"])
    return _validate_range(allowed or {}, place.child(field), default=default, most=capacity["value"])


def _validate_values(values: Sequence[str], path: FieldPath, *, default: str, most: str) -> ErrorList:
    """Requires values in ascending order, none above the capacity, one equal to the default."""
    amounts, limit, wanted = [read_quantity(each) for each in values], read_quantity(most), read_quantity(default)
    errors: ErrorList = []
    for position, (one, two) in enumerate(pairwise(amounts)):
        if one.compare(two) > 0:
            detail = "values must be sorted in ascending order"
            errors.append(invalid(path.index(position + 1), values[position + 1], detail))

    def check(value: str, place: FieldPath) -> ErrorList:
        if read_quantity(value).compare(limit) <= 0:
            return []
        return [invalid(place, value, f"option is larger than capacity value: {most}")]

    errors += validate_set(values, path, check, key=_decimal, most=_MOST_VALUES, is_covered=False)
    looked_at = amounts if len(amounts) <= _MOST_VALUES else ()
    if all(each.compare(wanted) for each in looked_at):
        errors.append(invalid(path, default, "default value is not valid according to the requestPolicy"))
    return errors


def _decimal(text: str) -> str:
    """Returns an amount without suffix; unchanged if it is too large to write out."""
    amount = read_quantity(text)
    if amount.scale > _MOST_ZEROS:
        return text
    if amount.scale >= 0:
        return str(amount.unscaled * 10**amount.scale)
    digits = str(abs(amount.unscaled)).rjust(1 - amount.scale, "0")
    sign = "-" if amount.sign < 0 else ""
    return f"{sign}{digits[: amount.scale]}.{digits[amount.scale :]}"


def _validate_range(bounds: v1.CapacityRequestPolicyRange, path: FieldPath, *, default: str, most: str) -> ErrorList:
    """Requires a minimum, and consistent bounds within the capacity."""
    if bounds.get("min") is None:
        return [required(path.child("min"), "required when validRange is defined")]
    least, highest = bounds["min"], bounds.get("max")
    errors: ErrorList = []

    def refuse(field: str, shown: str, what: str, than: str) -> None:
        errors.append(invalid(path.child(field), shown, f"{what}: {than}"))

    if _more(least, most):
        refuse("min", least, "min is larger than capacity value", most)
    if _more(least, default):
        refuse("default", default, "default is less than min", least)
    if highest is not None:
        if _more(least, highest):
            refuse("max", least, "min is larger than max", highest)
        if _more(highest, most):
            refuse("max", highest, "max is larger than capacity value", most)
        if _more(default, highest):
            refuse("default", default, "default is more than max", highest)
    return errors + _validate_steps(bounds, path, default=default, most=most)


def _more(one: str, two: str) -> bool:
    return read_quantity(one).compare(read_quantity(two)) > 0


def _validate_steps(bounds: v1.CapacityRequestPolicyRange, path: FieldPath, *, default: str, most: str) -> ErrorList:
    """Requires a step by which the default and the maximum are reached from the minimum."""
    amounts = _amounts(bounds, default)
    in_milli = not all(each.is_whole for each in amounts.values())
    if in_milli and (unsafe := [_not_milli(path, *each) for each in amounts.items() if not _is_milli(each[1])]):
        return unsafe
    step = amounts.get("step")
    if step is None:
        return []
    place = path.child("step")
    if step.sign <= 0:
        return [invalid(place, str(step), "must be greater than zero")]
    errors: ErrorList = []
    first = _sum(amounts["min"], step)
    if first.compare(read_quantity(most)) > 0:
        errors.append(invalid(place, str(step), f"one step {first} is larger than capacity value: {most}"))
    if not in_milli and (unsafe := _beyond_int64(amounts, path)):
        return errors + unsafe
    scale = _MILLI if in_milli else 0
    for field in ("default", "max"):
        if field in amounts and _is_between_steps(amounts[field], amounts["min"], step, scale):
            detail = f"value is not a multiple of a given step ({step}) from ({amounts['min']})"
            errors.append(invalid(place, str(amounts[field]), detail))
    return errors


def _sum(one: Quantity, two: Quantity) -> Quantity:
    """Adds two amounts; returns the larger one if their scales differ too much."""
    try:
        return one.add(two)
    except QuantityError:
        return one if one.compare(two) > 0 else two


def _amounts(bounds: v1.CapacityRequestPolicyRange, default: str) -> dict[str, Quantity]:
    """Returns the given amounts, in the order of error messages."""
    texts: dict[str, Any] = {"default": default, **{each: bounds.get(each) for each in ("min", "max", "step")}}
    return {field: read_quantity(text) for field, text in texts.items() if text is not None}


def _is_milli(amount: Quantity) -> bool:
    return amount.compare(Quantity(amount.scaled_value(_MILLI), _MILLI)) == 0


def _not_milli(path: FieldPath, field: str, amount: Quantity) -> FieldError:
    return invalid(path.child(field), str(amount), "value cannot be represented as a milli value")


def _beyond_int64(amounts: dict[str, Quantity], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for field, amount in amounts.items():
        if amount.sign < 0:
            errors.append(invalid(path.child(field), str(amount), NOT_NEGATIVE))
        elif amount.compare(Quantity(_INT64_MAX)) > 0:
            errors.append(invalid(path.child(field), str(amount), f"must not be larger than {_INT64_MAX}"))
    return errors


def _is_between_steps(amount: Quantity, least: Quantity, step: Quantity, scale: int) -> bool:
    """Returns True if an amount is not the minimum plus a whole number of steps, in 64-bit numbers."""
    return bool((amount.scaled_value(scale) - least.scaled_value(scale)) % step.scaled_value(scale))
