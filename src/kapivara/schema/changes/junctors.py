"""Compares allOf, anyOf, oneOf and not, branch by branch.

Keywords of nested fields and items count for their branch, since they have no place of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.schema.changes.difference import Difference, Direction, differ, together
from kapivara.schema.changes.keywords import value_differences
from kapivara.schema.changes.types import type_difference
from kapivara.schema.structural.subschemas import JUNCTORS
from kapivara.values import JsonObject, deep_equal

_INT_OR_STRING: Final = ({"type": "integer"}, {"type": "string"})
_REFUSED: Final = {
    "allOf": "values that break one of its branches",
    "anyOf": "values for which none of its branches holds",
    "oneOf": "values for which not exactly one of its branches holds",
    "not": "values for which it holds",
}


def junctor_differences(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    """Yields the junctors that differ."""
    for keyword in JUNCTORS:
        before, after = _branches(old, keyword), _branches(new, keyword)
        if not deep_equal(before, after):
            yield differ(keyword, old, new, _MOVES[keyword](before, after), _REFUSED[keyword])
    if not deep_equal(old.get("not"), new.get("not")):
        yield differ("not", old, new, _not(old.get("not"), new.get("not")), _REFUSED["not"])


def _branches(raw: JsonObject, keyword: str) -> list[JsonObject]:
    """Returns the branches of a junctor, without those that only repeat `x-kubernetes-int-or-string`."""
    listed: list[JsonObject] = raw.get(keyword) or []
    if raw.get("x-kubernetes-int-or-string"):
        if keyword == "anyOf" and _is_int_or_string(listed):
            return []
        if keyword == "allOf":
            return [each for each in listed if not (set(each) == {"anyOf"} and _is_int_or_string(each["anyOf"]))]
    return listed


def _is_int_or_string(branches: list[JsonObject]) -> bool:
    return len(branches) == 2 and all(any(deep_equal(each, kind) for each in branches) for kind in _INT_OR_STRING)


def _unmatched(old: list[JsonObject], new: list[JsonObject]) -> tuple[list[JsonObject], list[JsonObject]]:
    """Returns the branches that only the old or only the new schema has."""
    left = list(new)
    gone = []
    for branch in old:
        same = next((place for place, each in enumerate(left) if deep_equal(each, branch)), None)
        if same is None:
            gone.append(branch)
        else:
            del left[same]
    return gone, left


def _all_of(old: list[JsonObject], new: list[JsonObject]) -> Direction | None:
    gone, come = _unmatched(old, new)
    pairs = min(len(gone), len(come))
    moves = [branch_direction(*pair) for pair in zip(gone, come, strict=False)]
    moves += [Direction.LOOSER] * (len(gone) - pairs) + [Direction.TIGHTER] * (len(come) - pairs)
    return together(moves)


def _any_of(old: list[JsonObject], new: list[JsonObject]) -> Direction | None:
    if not old or not new:
        return Direction.LOOSER if old else Direction.TIGHTER
    gone, come = _unmatched(old, new)
    if not gone or not come:
        return Direction.TIGHTER if gone else Direction.LOOSER if come else None
    if len(gone) != len(come):
        return Direction.EITHER
    return together(branch_direction(*pair) for pair in zip(gone, come, strict=True))


def _one_of(old: list[JsonObject], new: list[JsonObject]) -> Direction | None:
    if not old or not new:
        return Direction.LOOSER if old else Direction.TIGHTER
    gone, come = _unmatched(old, new)
    return Direction.EITHER if gone or come else None


def _not(old: JsonObject | None, new: JsonObject | None) -> Direction | None:
    if old is None or new is None:
        return Direction.TIGHTER if old is None else Direction.LOOSER
    moved = branch_direction(old, new)
    return None if moved is None else moved.inverted()


_MOVES: Final = {"allOf": _all_of, "anyOf": _any_of, "oneOf": _one_of}


def branch_direction(old: JsonObject, new: JsonObject) -> Direction | None:
    """Returns the direction of a branch's change, including its nested schemas; None if it accepts the same values."""
    return None if deep_equal(old, new) else together(_branch_moves(old, new))


def _branch_moves(old: JsonObject, new: JsonObject) -> Iterator[Direction | None]:
    kind = type_difference(old, new)
    yield None if kind is None else kind.direction
    yield from (each.direction for each in value_differences(old, new))
    yield from (each.direction for each in junctor_differences(old, new))
    before, after = set(old.get("required") or ()), set(new.get("required") or ())
    if before - after:
        yield Direction.LOOSER
    if after - before:
        yield Direction.TIGHTER
    yield _member_direction(old.get("items"), new.get("items"))
    fields, now = old.get("properties") or {}, new.get("properties") or {}
    for name in {**fields, **now}:
        yield _member_direction(fields.get(name), now.get(name))
    if not deep_equal(_others(old), _others(new)):
        yield Direction.EITHER


def _member_direction(old: JsonObject | None, new: JsonObject | None) -> Direction | None:
    return branch_direction(old or {}, new or {})


_LOOKED_AT: Final = frozenset(
    (
        *("type", "x-kubernetes-int-or-string", "required", "items", "properties", "enum", "pattern", "format", "not"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "multipleOf"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", *JUNCTORS),
        *("description", "title", "example", "externalDocs", "default"),
    )
)


def _others(raw: JsonObject) -> JsonObject:
    return {keyword: value for keyword, value in raw.items() if keyword not in _LOOKED_AT}
