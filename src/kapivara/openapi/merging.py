"""Merges several schemas of one value: the target of a reference, its siblings, and `allOf`.

Outer keywords override those of the reference's target: a default, a list type. The rules of both apply. If a keyword
cannot combine two values, the second goes to an `allOf` of the result. Child schemas stay those of the document, so
nodes are shared (`schema.structural.combining`, for tags, copies).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from kapivara.schema.structural.combining import ERRORS, RULES
from kapivara.values import JsonObject, JsonValue, deep_equal

_LEAST: Final = frozenset(("maxLength", "maxItems", "maxProperties"))
_MOST: Final = frozenset(("minLength", "minItems", "minProperties"))
_BOTH: Final = frozenset((RULES, "allOf"))
_VALUE_RULES: Final = frozenset(
    ("type", "format", "pattern", "enum", "multipleOf", "anyOf", "oneOf", "not", "minimum", "maximum")
)
_WITH: Final = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
"""Keywords that only modify others."""


def merge(parts: Iterable[JsonObject]) -> JsonObject:
    """Returns the merged schema of all parts; later parts are outer ones."""
    merged: JsonObject = {}
    for part in parts:
        aside = _aside(merged, part)
        for keyword, value in part.items():
            if keyword in aside:
                continue
            if keyword not in merged:
                merged[keyword] = value
            else:
                merged[keyword] = _COMBINE.get(keyword, _outer)(merged[keyword], value)
        if aside:
            merged["allOf"] = [*merged.get("allOf", ()), aside]
    return merged


def _aside(merged: JsonObject, part: JsonObject) -> JsonObject:
    """Returns the keywords of a part that cannot be combined with the merged ones."""
    aside: JsonObject = {}
    for keyword in _VALUE_RULES:
        names = [name for name in (keyword, _WITH.get(keyword, keyword)) if name in part]
        if keyword not in merged or keyword not in part:
            continue
        if any(not deep_equal(merged.get(each), part[each]) for each in names):
            aside |= {each: part[each] for each in names}
    return aside


def _outer(_inner: JsonValue, outer: JsonValue) -> JsonValue:
    return outer


def _in_both(inner: Any, outer: Any) -> list[Any]:
    return [*inner, *outer]


def _union(inner: list[str], outer: list[str]) -> list[str]:
    return [*inner, *(each for each in outer if each not in inner)]


def _fields(inner: JsonObject, outer: JsonObject) -> JsonObject:
    return {**inner, **{name: _one(inner[name], each) if name in inner else each for name, each in outer.items()}}


def _one(inner: JsonValue, outer: JsonValue) -> JsonValue:
    """Merges two child schemas; False in either forbids the child."""
    if inner is False or outer is False:
        return False
    if not isinstance(inner, dict) or not isinstance(outer, dict):
        return inner if isinstance(inner, dict) else outer
    return inner if inner is outer else {"allOf": [inner, outer]}


_COMBINE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    **dict.fromkeys(_LEAST, min),
    **dict.fromkeys(_MOST, max),
    **dict.fromkeys(_BOTH, _in_both),
    ERRORS: lambda inner, outer: {**inner, **outer},
    "required": _union,
    "properties": _fields,
    "items": _one,
    "additionalProperties": _one,
    "uniqueItems": lambda inner, outer: inner or outer,
    "nullable": lambda inner, outer: inner and outer,
}
