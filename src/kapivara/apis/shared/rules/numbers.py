"""Validation rules of numbers: non-negative, positive, or within bounds.

Upstream: apimachinery/pkg/api/validation/generic.go ValidateNonnegativeField, pkg/apis/core/validation/validation.go
ValidatePositiveField, apimachinery/pkg/util/validation/validation.go IsInRange (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kapivara.field import ErrorList, FieldPath, invalid

NOT_NEGATIVE = "must be greater than or equal to 0"
POSITIVE = "must be greater than zero"
INT32_MAX = 2**31 - 1


def validate_non_negative(value: int, path: FieldPath) -> ErrorList:
    """Rejects a negative number."""
    return [] if value >= 0 else [invalid(path, value, NOT_NEGATIVE).with_origin("minimum")]


def validate_non_negative_fields(value: Mapping[str, Any], path: FieldPath, *fields: str) -> ErrorList:
    """Rejects negative numbers in fields of a struct."""
    errors: ErrorList = []
    for field in fields:
        number = value.get(field)
        if number is not None and number < 0:
            errors += validate_non_negative(number, path.child(field))
    return errors


def validate_positive(value: int, path: FieldPath) -> ErrorList:
    """Requires a positive number."""
    return [] if value > 0 else [invalid(path, value, POSITIVE).with_origin("minimum")]


def range_message(low: int, high: int) -> str:
    """Returns the error text for a number out of range."""
    return f"must be between {low} and {high}, inclusive"


def validate_in_range(value: int, path: FieldPath, low: int, high: int) -> ErrorList:
    """Requires a number within inclusive bounds."""
    return [] if low <= value <= high else [invalid(path, value, range_message(low, high))]
