"""Limits of numbers, of lengths in characters and bytes, and of the number of items and entries.

A nil number or string is valid; a nil list or map has no items.
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
from kapivara.validate.parts.values import octets


def minimum(_op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int) -> ErrorList:
    """Rejects a number below the limit."""
    if new is None or new >= limit:
        return []
    return [invalid(path, new, f"must be greater than or equal to {limit}").with_origin("minimum")]


def maximum(_op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int) -> ErrorList:
    """Rejects a number above the limit."""
    if new is None or new <= limit:
        return []
    return [invalid(path, new, f"must be less than or equal to {limit}").with_origin("maximum")]


def exclusive_minimum(
    _op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int
) -> ErrorList:
    """Rejects a number that is not above the limit."""
    if new is None or new > limit:
        return []
    return [invalid(path, new, f"must be greater than {limit}").with_origin("exclusiveMinimum")]


def exclusive_maximum(
    _op: Operation, path: FieldPath | None, new: int | None, _old: int | None, limit: int
) -> ErrorList:
    """Rejects a number that is not below the limit."""
    if new is None or new < limit:
        return []
    return [invalid(path, new, f"must be less than {limit}").with_origin("exclusiveMaximum")]


def min_length(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None, limit: int) -> ErrorList:
    """Rejects a string with fewer characters than the limit."""
    if new is None or len(new) >= limit:
        return []
    return [too_short(path, new, limit).with_origin("minLength")]


def max_length(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None, limit: int) -> ErrorList:
    """Rejects a string with more characters than the limit."""
    if new is None or len(new) <= limit:
        return []
    return [too_long_characters(path, limit).with_origin("maxLength")]


def max_bytes(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None, limit: int) -> ErrorList:
    """Rejects a string with more UTF-8 bytes than the limit."""
    if new is None or byte_length(new) <= limit:
        return []
    return [too_long(path, limit).with_origin("maxBytes")]


def item_count(value: Any) -> int:
    """Returns the number of items of a list; the items of raw bytes are the bytes."""
    return 0 if value is None else len(octets(value))


def min_items(_op: Operation, path: FieldPath | None, new: Any, _old: Any, limit: int) -> ErrorList:
    """Rejects a list with fewer items than the limit."""
    size = item_count(new)
    return [too_few(path, size, limit).with_origin("minItems")] if size < limit else []


def max_items(_op: Operation, path: FieldPath | None, new: Any, _old: Any, limit: int) -> ErrorList:
    """Rejects a list with more items than the limit."""
    size = item_count(new)
    return [too_many(path, size, limit).with_origin("maxItems")] if size > limit else []


def min_properties(
    _op: Operation, path: FieldPath | None, new: Sized | None, _old: Sized | None, limit: int
) -> ErrorList:
    """Rejects a map with fewer entries than the limit."""
    size = 0 if new is None else len(new)
    return [too_few(path, size, limit).with_origin("minProperties")] if size < limit else []


def max_properties(
    _op: Operation, path: FieldPath | None, new: Sized | None, _old: Sized | None, limit: int
) -> ErrorList:
    """Rejects a map with more entries than the limit."""
    size = 0 if new is None else len(new)
    return [too_many(path, size, limit).with_origin("maxProperties")] if size > limit else []
