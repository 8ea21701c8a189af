"""Converts one node of a document to a structural schema: resolves references, merges structural `allOf` entries.

A structural schema has its structure (types, fields, items, defaults, list types) in one place; junctors contain only
constraints. Documents express the same in other ways: `$ref`, with siblings or alone in an `allOf`; types for integers
or strings and for quantities; objects without a description. Only the node itself is converted; the nodes below follow
on demand.

Outer keywords override those of the reference's target: a default, a list type. The rules of both apply. If a keyword
cannot combine two values, the second goes to an `allOf` of the result. Child schemas stay those of the document, so
nodes are shared (`schema.structural.combining`, for tags, copies).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from kapivara.openapi.own_types import OWN
from kapivara.schema.structural.combining import ERRORS, LIST_KEYS, LIST_TYPE, RULES, STRIP_ZERO
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


STRUCTURE: Final = "\0structure"
"""The key, which no document has, of a schema that contributes only structure: no rules, no defaults."""

_STRUCTURAL: Final = frozenset(
    (
        "type",
        "format",
        "properties",
        "items",
        "additionalProperties",
        "nullable",
        "x-kubernetes-int-or-string",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
        LIST_TYPE,
        LIST_KEYS,
        "x-kubernetes-map-type",
        OWN,
    )
)
_INT_OR_STRING: Final = "int-or-string"
_JUNCTORS: Final = ("anyOf", "oneOf")
_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"


def flatten(parts: list[JsonObject]) -> JsonObject:
    """Returns the schema of one node, from the parts that `Document.parts` found."""
    raw = dict(parts[0]) if len(parts) == 1 else merge(parts)
    if raw.get("format") == _INT_OR_STRING or raw.get("x-kubernetes-int-or-string"):
        _unfold_int_or_string(raw)
    if isinstance(raw.get("type"), list):
        _unfold_types(raw)
    if raw.get(STRIP_ZERO) is True and "default" in raw and not raw["default"]:
        del raw["default"]  # it would be stripped like any other zero
    if _PRESERVE not in raw and _is_open(raw):
        raw[_PRESERVE] = True
    return raw


def adds_structure(raw: JsonObject, entry: JsonObject) -> bool:
    """Returns True if an entry of `allOf` has more than constraints, so that it must be merged into the node."""
    if "$ref" in entry or STRUCTURE in entry or _has_extensions(entry):
        return True
    own = raw.get("properties") or {}
    if "properties" in entry and not entry["properties"].keys() <= own.keys():
        return True
    return any(keyword in entry and keyword not in raw for keyword in ("items", "additionalProperties", "type"))


def only_structure(raw: JsonObject) -> JsonObject:
    """Returns a schema without its rules and defaults, at all levels."""
    kept = {keyword: value for keyword, value in raw.items() if keyword in _STRUCTURAL}
    if isinstance(kept.get("properties"), dict):
        kept["properties"] = {name: _structure_of(each) for name, each in kept["properties"].items()}
    for keyword in ("items", "additionalProperties"):
        if isinstance(kept.get(keyword), dict):
            kept[keyword] = _structure_of(kept[keyword])
    return kept


def _structure_of(raw: JsonObject) -> JsonObject:
    return raw if STRUCTURE in raw else {STRUCTURE: raw}


def _has_extensions(raw: JsonObject) -> bool:
    """Returns True if a schema contains rules, defaults or other extensions at any level, ignoring references."""
    waiting: list[JsonValue] = [raw]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, dict):
            continue
        if "default" in each or "nullable" in each or "$ref" in each or any(key[:2] == "x-" for key in each):
            return True
        waiting += (each.get("properties") or {}).values()
        waiting += [each.get("items"), each.get("additionalProperties"), *(each.get("allOf") or ())]
    return False


def _unfold_int_or_string(raw: JsonObject) -> None:
    """Replaces all forms of an integer or string by the keyword alone."""
    raw["x-kubernetes-int-or-string"] = True
    for keyword in ("type", "format"):
        raw.pop(keyword, None)
    for junctor in _JUNCTORS:
        types = [each.get("type") for each in raw.get(junctor) or () if each.keys() == {"type"}]
        if sorted(map(str, types)) == ["integer", "string"] and len(raw[junctor]) == 2:
            del raw[junctor]


def _unfold_types(raw: JsonObject) -> None:
    """Replaces a list of types (OpenAPI 3.1) by one type, `nullable` and `anyOf`."""
    types = raw.pop("type")
    if "null" in types:
        raw["nullable"] = True
    others = [each for each in types if each != "null"]
    if len(others) == 1:
        raw["type"] = others[0]
    elif others:
        raw["allOf"] = [*(raw.get("allOf") or ()), {"anyOf": [{"type": each} for each in others]}]


def _is_open(raw: JsonObject) -> bool:
    """Returns True if a schema describes no fields, so that any are allowed, unlike in CRDs."""
    if "properties" in raw or "additionalProperties" in raw:
        return False
    return raw.get("type") == "object" or ("type" not in raw and "items" not in raw)
