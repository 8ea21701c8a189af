"""Limits: of numbers, of lengths in characters and bytes, of the number of items and entries.

Nothing is wrong with a nil number or string; a nil list or map has no items.
Upstream: apimachinery/pkg/api/validate/limits.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

from kapivara.content.messages import byte_length
from kapivara.field import (
    ErrorList,
    FieldPath,
    Operation,
    invalid,
    too_few,
    too_long,
    too_long_characters,
    too_many,
    too_short,
)
from kapivara.validate.values import octets


def minimum(_op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int) -> ErrorList:
    """Refuses a number below the limit."""
    if new is None or new >= limit:
        return []
    return [invalid(path, new, f"must be greater than or equal to {limit}").with_origin("minimum")]


def maximum(_op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int) -> ErrorList:
    """Refuses a number above the limit."""
    if new is None or new <= limit:
        return []
    return [invalid(path, new, f"must be less than or equal to {limit}").with_origin("maximum")]


def exclusive_minimum(
    _op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int
) -> ErrorList:
    """Refuses a number that is not above the limit."""
    if new is None or new > limit:
        return []
    return [invalid(path, new, f"must be greater than {limit}").with_origin("exclusiveMinimum")]


def exclusive_maximum(
    _op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int
) -> ErrorList:
    """Refuses a number that is not below the limit."""
    if new is None or new < limit:
        return []
    return [invalid(path, new, f"must be less than {limit}").with_origin("exclusiveMaximum")]


def min_length(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None, limit: int) -> ErrorList:
    """Refuses a string of fewer characters."""
    if new is None or len(new) >= limit:
        return []
    return [too_short(path, new, limit).with_origin("minLength")]


def max_length(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None, limit: int) -> ErrorList:
    """Refuses a string of more characters."""
    if new is None or len(new) <= limit:
        return []
    return [too_long_characters(path, limit).with_origin("maxLength")]


def max_bytes(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None, limit: int) -> ErrorList:
    """Refuses a string of more bytes in UTF-8."""
    if new is None or byte_length(new) <= limit:
        return []
    return [too_long(path, limit).with_origin("maxBytes")]


def item_count(value: Any) -> int:
    """Counts the items of a list; those of raw bytes are the bytes."""
    return 0 if value is None else len(octets(value))


def min_items(_op: Operation, path: FieldPath | None, new: Any, _old: Any, limit: int) -> ErrorList:
    """Refuses a list of fewer items."""
    size = item_count(new)
    return [too_few(path, size, limit).with_origin("minItems")] if size < limit else []


def max_items(_op: Operation, path: FieldPath | None, new: Any, _old: Any, limit: int) -> ErrorList:
    """Refuses a list of more items."""
    size = item_count(new)
    return [too_many(path, size, limit).with_origin("maxItems")] if size > limit else []


def min_properties(
    _op: Operation, path: FieldPath | None, new: Sized | None, _old: Sized | None, limit: int
) -> ErrorList:
    """Refuses a map of fewer entries."""
    size = 0 if new is None else len(new)
    return [too_few(path, size, limit).with_origin("minProperties")] if size < limit else []


def max_properties(
    _op: Operation, path: FieldPath | None, new: Sized | None, _old: Sized | None, limit: int
) -> ErrorList:
    """Refuses a map of more entries."""
    size = 0 if new is None else len(new)
    return [too_many(path, size, limit).with_origin("maxProperties")] if size > limit else []
