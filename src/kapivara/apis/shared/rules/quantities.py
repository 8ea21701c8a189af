"""Validation rules of quantities: non-negative, positive, or whole numbers.

Upstream: pkg/apis/core/validation/validation.go ValidateNonnegativeQuantity, ValidatePositiveQuantityValue,
ValidateResourceQuantityValue, validateBasicResource (1.37).
"""

from __future__ import annotations

from kapivara.apis.shared.rules.numbers import NOT_NEGATIVE, POSITIVE
from kapivara.apis.shared.rules.resource_names import is_integer_resource
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.values.caches import cache_short_texts
from kapivara.values.quantity import Quantity, parse_quantity

_WHOLE = "must be an integer"
_MILLI = -3


@cache_short_texts(1024)
def read_quantity(text: str) -> Quantity:
    """Returns the quantity of a canonical text. Cached, since most recur."""
    return parse_quantity(text)


def validate_non_negative_quantity(text: str, path: FieldPath) -> ErrorList:
    """Rejects a negative quantity."""
    return [invalid(path, text, NOT_NEGATIVE)] if read_quantity(text).sign < 0 else []


def validate_basic_quantity(text: str, path: FieldPath) -> ErrorList:
    """Rejects a negative quantity, rounded up to a whole number, which errors print."""
    value = read_quantity(text).scaled_value(0)
    return [] if value >= 0 else [invalid(path, value, "must be a valid resource quantity")]


def validate_positive_quantity(text: str, path: FieldPath) -> ErrorList:
    """Requires a positive quantity."""
    return [] if read_quantity(text).sign > 0 else [invalid(path, text, POSITIVE)]


@cache_short_texts(1024)
def is_resource_quantity(resource: str, text: str) -> bool:
    """Returns True if `validate_resource_quantity` accepts a quantity. Cached, since most recur."""
    quantity = read_quantity(text)
    return quantity.sign >= 0 and not (is_integer_resource(resource) and quantity.scaled_value(_MILLI) % 1000)


def validate_resource_quantity(resource: str, text: str, path: FieldPath) -> ErrorList:
    """Rejects a negative quantity, and a fraction of a resource that is counted in whole numbers."""
    errors = validate_non_negative_quantity(text, path)
    if is_integer_resource(resource) and read_quantity(text).scaled_value(_MILLI) % 1000:
        errors.append(invalid(path, text, _WHOLE))
    return errors
