"""Compares the keywords that validate a value by itself: bounds, enumerations, patterns and formats.

Keywords that do not apply to the schema's type, such as `minimum` of a string, are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.schema.changes.difference import Difference, Direction, differ
from kapivara.schema.rules.enums import Enumeration
from kapivara.schema.rules.types import declared_types, effective_format
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue, deep_equal
from kapivara.values.rendering import to_json_text

_MOST_LISTED: Final = 6

_SIZES: Final = (
    ("minLength", "string", "texts of fewer than {} characters"),
    ("maxLength", "string", "texts of more than {} characters"),
    ("minItems", "array", "lists of fewer than {} items"),
    ("maxItems", "array", "lists of more than {} items"),
    ("minProperties", "object", "objects with fewer than {} fields"),
    ("maxProperties", "object", "objects with more than {} fields"),
)
_NO_EFFECT: Final = {"integer": ("int64",), "number": ("double",), "string": ("password",), "": ("password",)}


def value_differences(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    """Yields the differing keywords that validate a value by itself, except types, junctors and members."""
    if old == new and deep_equal(old, new):
        return
    yield from _sizes(old, new)
    yield from _range(old, new)
    yield from _multiple(old, new)
    yield from _enum(old, new)
    yield from _pattern(old, new)
    yield from _format(old, new)


def applies(raw: JsonObject, *types: str) -> bool:
    """Returns True if a schema accepts values of one of these types."""
    declared = declared_types(Structural(raw))
    return not declared or any(each in declared for each in types)


def _direction(old: float | None, new: float | None, *, upper: bool) -> Direction:
    """Compares two different bounds; None accepts the most values."""
    if new is None:
        return Direction.LOOSER
    if old is None:
        return Direction.TIGHTER
    return Direction.TIGHTER if (new < old) == upper else Direction.LOOSER


def _sizes(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for keyword, kind, words in _SIZES:
        before, after = old.get(keyword), new.get(keyword)
        if before == after:
            continue
        upper = keyword.startswith("max")
        smallest = None if upper else 0
        known, asked = before or smallest if not upper else before, after or smallest if not upper else after
        counts = applies(new, kind) and known != asked
        yield differ(keyword, old, new, _direction(known, asked, upper=upper) if counts else None, words.format(after))


def _range(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for keyword, upper, words in (("minimum", False, "numbers below {}"), ("maximum", True, "numbers above {}")):
        exclusive = f"exclusive{keyword.capitalize()}"
        if old.get(keyword) == new.get(keyword) and bool(old.get(exclusive)) == bool(new.get(exclusive)):
            continue
        before, after = _bound(old, keyword, exclusive, upper=upper), _bound(new, keyword, exclusive, upper=upper)
        direction = None
        if applies(new, "integer", "number") and before != after:
            odd = _misfits(new, keyword) or _misfits(old, keyword)
            direction = Direction.EITHER if odd else _bound_direction(before, after, upper=upper)
        shown = keyword if old.get(keyword) != new.get(keyword) else exclusive
        also = f", and {to_json_text(new[keyword])} itself" if new.get(exclusive) and keyword in new else ""
        yield differ(shown, old, new, direction, words.format(to_json_text(new.get(keyword))) + also)


def _bound(raw: JsonObject, keyword: str, exclusive: str, *, upper: bool) -> tuple[float, bool] | None:
    """Returns a bound and True if it is exclusive; for integers the last accepted number."""
    bound = raw.get(keyword)
    if bound is None:
        return None
    if not raw.get(exclusive):
        return float(bound), False
    if declared_types(Structural(raw)) == ("integer",) and float(bound).is_integer():
        return float(bound) + (-1 if upper else 1), False
    return float(bound), True


def _misfits(raw: JsonObject, keyword: str) -> bool:
    """Returns True if the type cannot represent a bound, so that all numbers, or all integers, are rejected."""
    bound = raw.get(keyword)
    if bound is None:
        return False
    whole = declared_types(Structural(raw)) != ("integer",) or float(bound).is_integer()
    return not whole or not -(2.0**63) <= bound < 2.0**63


def _bound_direction(before: tuple[float, bool] | None, after: tuple[float, bool] | None, *, upper: bool) -> Direction:
    if before is None or after is None or before[0] != after[0]:
        known, asked = None if before is None else before[0], None if after is None else after[0]
        return _direction(known, asked, upper=upper)
    return Direction.TIGHTER if after[1] else Direction.LOOSER


def _multiple(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    before, after = old.get("multipleOf"), new.get("multipleOf")
    if before == after:
        return
    direction: Direction | None = Direction.EITHER
    if not applies(new, "integer", "number"):
        direction = None
    elif _misfits(new, "multipleOf") or _misfits(old, "multipleOf"):
        direction = Direction.EITHER
    elif before is None or after is None:
        direction = Direction.TIGHTER if before is None else Direction.LOOSER
    elif before and after and after % before == 0:
        direction = Direction.TIGHTER
    elif before and after and before % after == 0:
        direction = Direction.LOOSER
    yield differ("multipleOf", old, new, direction, f"numbers that are no multiples of {to_json_text(after)}")


def _enum(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    before, after = old.get("enum") or [], new.get("enum") or []
    if deep_equal(before, after):
        return
    gone, come = _unlisted(before, after), _unlisted(after, before)
    direction: Direction | None
    if not before or not after:
        direction = Direction.LOOSER if before else Direction.TIGHTER
    elif gone and come:
        direction = Direction.EITHER
    else:
        direction = Direction.TIGHTER if gone else Direction.LOOSER if come else None
    refused = _listed(gone) if before else "values that are not listed"
    yield differ("enum", old, new, direction, refused)


def _unlisted(listed: list[JsonValue], among: list[JsonValue]) -> list[JsonValue]:
    """Returns the values of a list that another enumeration rejects; null never counts."""
    enumeration = Enumeration(among)
    return [each for each in listed if each is not None and not enumeration.holds(each)]


def _listed(values: list[JsonValue]) -> str:
    shown = ", ".join(to_json_text(each) for each in values[:_MOST_LISTED])
    more = len(values) - _MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown


def _pattern(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    before, after = old.get("pattern") or "", new.get("pattern") or ""
    if before == after:
        return
    direction = Direction.EITHER if before and after else Direction.TIGHTER if after else Direction.LOOSER
    counts = applies(new, "string")
    yield differ("pattern", old, new, direction if counts else None, f"texts that do not match {after}")


def known_format(raw: JsonObject) -> str:
    """Returns the enforced format without dashes; empty if every value matches it."""
    schema = Structural(raw)
    name = effective_format(schema).replace("-", "")
    return "" if name in _NO_EFFECT.get(schema.type, ()) else name


def _format(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    if (old.get("format") or "") == (new.get("format") or ""):
        return
    before, after = known_format(old), known_format(new)
    direction: Direction | None = None
    if before != after:
        direction = Direction.EITHER if before and after else Direction.TIGHTER if after else Direction.LOOSER
    yield differ("format", old, new, direction, f"values that are no {new.get('format')}")
