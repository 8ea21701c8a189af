"""Numbers that must not be negative, must be positive, or lie within bounds.

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
    """Refuses a number below zero."""
    return [] if value >= 0 else [invalid(path, value, NOT_NEGATIVE).with_origin("minimum")]


def validate_non_negative_fields(value: Mapping[str, Any], path: FieldPath, *fields: str) -> ErrorList:
    """Refuses numbers below zero in fields of a struct, those that are given."""
    errors: ErrorList = []
    for field in fields:
        number = value.get(field)
        if number is not None and number < 0:
            errors += validate_non_negative(number, path.child(field))
    return errors


def validate_positive(value: int, path: FieldPath) -> ErrorList:
    """Refuses zero and a number below."""
    return [] if value > 0 else [invalid(path, value, POSITIVE).with_origin("minimum")]


def range_message(low: int, high: int) -> str:
    """Says between which numbers one must lie."""
    return f"must be between {low} and {high}, inclusive"


def validate_in_range(value: int, path: FieldPath, low: int, high: int) -> ErrorList:
    """Refuses a number that does not lie between two others, nor is one of them."""
    return [] if low <= value <= high else [invalid(path, value, range_message(low, high))]
