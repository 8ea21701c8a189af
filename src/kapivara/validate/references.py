"""Compares a field, or each value in it, with a limit that another field of the struct holds.

A field that is not given is neither a limit nor limited. On an update, two fields are compared only if one of them has
changed. KEP-5073, "Referencing Fields in Validation-Gen".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import ge, gt, le, lt
from typing import Any, TypeAlias

from kapivara.field import ErrorList, FieldError, FieldPath, Operation, Verb, invalid
from kapivara.validate.parts.iteration import step_child, step_index, step_key

Side: TypeAlias = "tuple[str, Callable[[Any], Any], bool]"
"""A field: its name in messages, its getter, and whether zero means that it is not given."""

_COMPARISONS: Mapping[str, tuple[Callable[[Any, Any], bool], str]] = {
    "minimum": (ge, "greater than or equal to"),
    "maximum": (le, "less than or equal to"),
    "exclusiveMinimum": (gt, "greater than"),
    "exclusiveMaximum": (lt, "less than"),
}


def compare_fields(
    op: Operation, path: FieldPath | None, new: Any, old: Any, rule: str, target: Side, constraint: Side
) -> ErrorList:
    """Compares a field with the field that limits it."""
    if new is None:
        return []
    value, limit = target[1](new), constraint[1](new)
    if op.verb is Verb.UPDATE and old is not None and value == target[1](old) and limit == constraint[1](old):
        return []
    if _is_unset(value, target) or _is_unset(limit, constraint) or _COMPARISONS[rule][0](value, limit):
        return []
    return [_failure(step_child(path, target[0]), value, rule, constraint[0], limit)]


def compare_each(
    op: Operation,
    path: FieldPath | None,
    new: Any,
    old: Any,
    rule: str,
    target: Side,
    constraint: Side,
    by_value: bool,
) -> ErrorList:
    """Compares each value of a list or map with the field that limits them.

    Where the limit is unchanged, unchanged values are skipped: those under the same key of a map, or, `by_value`, those
    that are anywhere in the old list.
    """
    if new is None:
        return []
    values, limit = target[1](new), constraint[1](new)
    if not values or _is_unset(limit, constraint):
        return []
    known: Any = None
    if op.verb is Verb.UPDATE and old is not None and limit == constraint[1](old):
        known = target[1](old)
        if values == known:
            return []
    holds, here = _COMPARISONS[rule][0], step_child(path, target[0])
    return [
        _failure(place, value, rule, constraint[0], limit)
        for place, value in _changed(here, values, known, by_value=by_value)
        if not holds(value, limit)
    ]


def _changed(path: FieldPath, values: Any, known: Any, *, by_value: bool) -> Iterable[tuple[FieldPath, int]]:
    """Yields the values to compare and their paths; null is zero in a map, and skipped in a list of pointers."""
    if isinstance(values, Mapping):
        before = known or {}
        for key in sorted(values):
            if key not in before or before[key] != values[key]:
                yield step_key(path, key), values[key] or 0
        return
    same = set(known or ()) if by_value else set()
    for position, value in enumerate(values):
        if value is not None and value not in same:
            yield step_index(path, position), value


def _is_unset(value: Any, side: Side) -> bool:
    return value is None or (value == 0 and side[2])


def _failure(path: FieldPath, value: int, rule: str, constraint: str, limit: int) -> FieldError:
    detail = f"must be {_COMPARISONS[rule][1]} {constraint} ({limit})"
    return invalid(path, value, detail).with_origin(rule)
