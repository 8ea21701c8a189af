"""Rejects repeated items and missing items of lists.

Upstream: apimachinery/pkg/api/validate/each.go ValSliceUnique, PtrSliceUnique, PtrSliceNoNils (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from kapivara.codec.shapes import Shape
from kapivara.field import ErrorList, FieldPath, Operation, duplicate, required
from kapivara.validate.parts.identity import Identify, by_keys, by_value, present_items
from kapivara.validate.parts.iteration import Keys, step_index
from kapivara.validate.parts.values import as_json, shown

_PAIR = 2


def unique_set(_op: Operation, path: FieldPath | None, new: Any, _old: Any, shape: Shape, pointers: bool) -> ErrorList:
    """Reports every item that equals an earlier one."""
    if new is None or len(new) < _PAIR:
        return []
    return _repeated(path, new, by_value(shape), shape, pointers)


def unique_map(
    _op: Operation, path: FieldPath | None, new: Any, _old: Any, shape: Shape, pointers: bool, keys: Keys
) -> ErrorList:
    """Reports every item whose keys equal those of an earlier one."""
    if new is None or len(new) < _PAIR:
        return []
    return _repeated(path, new, by_keys(keys), shape, pointers)


def _repeated(path: FieldPath | None, items: Any, identify: Identify, shape: Shape, pointers: bool) -> ErrorList:
    errors: ErrorList = []
    seen: set[Hashable] = set()
    for position, item in present_items(items, shape, pointers):
        identity = identify(item)
        if identity in seen:
            value = shown(shape, item)
            errors.append(duplicate(step_index(path, position), as_json(value) if pointers else value))
        seen.add(identity)
    return errors


def ptr_slice_no_nils(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Reports every item of a list of pointers that is nil."""
    if not new or None not in new:
        return []
    return [required(step_index(path, position)) for position, item in enumerate(new) if item is None]
