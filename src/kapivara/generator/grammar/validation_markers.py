"""The markers `+k8s:validation:…`, which declare keywords of a type's schema directly.

    +k8s:validation:maxLength=10
    +k8s:validation:cel[0]:rule> self == oldSelf
    +k8s:validation:cel[0]:message="may not be changed"
    +k8s:validation:properties:name:minLength=1

The text after `=` is JSON, the text after `>` a raw string, which further lines with the same key continue. Colons lead
to the keywords of fields and items; `cel` contains rules, indexed from 0.
Upstream: kube-openapi/pkg/generators/markers.go ParseCommentTags (1.37).
Upstream: kube-openapi/pkg/generators/markers.go ValidateType (1.37).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from kapivara.generator.grammar.validation_values import NESTED, check_values, keywords_of
from kapivara.generator.model.json_fields import json_fields
from kapivara.generator.model.natives import is_integer, value_type
from kapivara.generator.model.own_json import has_own_json
from kapivara.generator.model.types import STRING, Comments, Type, TypeKind
from kapivara.schema.structural.combining import Schema
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_FOR_LISTS: Final = ("maxItems", "minItems", "uniqueItems")
_FOR_MAPS: Final = ("maxProperties", "minProperties")
_FOR_STRINGS: Final = ("minLength", "maxLength", "pattern")
_FOR_NUMBERS: Final = ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")
_FLOATS: Final = ("float", "float32", "float64")


def check_types(tags: Mapping[str, Any], kind: Type) -> Iterator[str]:
    """Yields an error for each keyword that does not apply to a type."""
    native = value_type(kind)
    if native.kind is TypeKind.INTERFACE or has_own_json(kind):
        return
    is_list = native.kind in (TypeKind.SLICE, TypeKind.ARRAY)
    is_map, is_struct = native.kind is TypeKind.MAP, native.kind is TypeKind.STRUCT
    is_number = is_integer(native) or native.name.name in _FLOATS
    for names, fits, of in (
        (_FOR_LISTS, is_list, "array"),
        (_FOR_MAPS, is_map or is_struct, "map"),
        (_FOR_STRINGS, native is STRING, "string"),
        (_FOR_NUMBERS, is_number, "numeric"),
        (("additionalProperties",), is_map, "map"),
        (("items",), is_list, "array"),
        (("properties",), is_struct or is_map, "struct"),
    ):
        if not fits:
            yield from (f"{name} can only be used on {of} types" for name in names if name in tags)
    if is_struct:
        yield from _check_properties(tags.get("properties", {}), native)


def _check_properties(properties: Mapping[str, Any], struct: Type) -> Iterator[str]:
    members = {each.name: each.member for each in json_fields(struct)} if properties else {}
    for name, tags in properties.items():
        if name not in members:
            yield f'property used in comment tag "{name}" not found in struct {struct}'
        elif problems := list(check_types(tags, members[name].type)):
            yield f'failed to validate property "{name}": ' + "\n".join(problems)


PREFIX: Final = "+k8s:validation:"
_KEY = r"([:_a-zA-Z0-9\[\]\-]*)"
_ASSIGNED = lazy_pattern(rf"{_KEY}=(.*)")
_ALONE = lazy_pattern(_KEY)
_RAW = lazy_pattern(rf"{_KEY}>(.*)")
_REFERENCE = lazy_pattern(r"ref\((.*)\)")


class ValidationMarkerError(Exception):
    """Invalid markers; the text is upstream's."""


@record
class _Subscript:
    """A key with an index, such as `cel[0]`, in its parts."""

    name: str
    index: int


def read_validation_markers(comments: Comments, kind: Type | None) -> Schema:
    """Returns the schema of a comment's markers for values of a type, if known; raises ValidationMarkerError."""
    lines = [line.text.strip(" ") for line in comments]
    if not any(line.startswith(PREFIX) for line in lines):
        return {}
    try:
        nested = _nest(_parse(_extract(lines)))
    except ValueError as error:
        raise ValidationMarkerError(f"failed to parse marker comments: {error}") from None
    problems = [*check_values(nested), *(() if kind is None else check_types(nested, kind))]
    if problems:
        raise ValidationMarkerError("invalid marker comments: " + "\n".join(problems))
    return keywords_of(nested)


def _extract(lines: Iterable[str]) -> dict[str, str]:
    """Returns keys and values of the lines; raises ValueError."""
    found: dict[str, str] = {}
    before, counted = "", _Subscript("", -1)
    problems: list[str] = []
    for line in lines:
        previous, before = before, ""
        last, counted = counted, _Subscript("", -1)
        if not line.startswith(PREFIX):
            continue
        text = line.removeprefix(PREFIX)
        before = _read_line(text, found, previous)
        at = text.find("[") if "[" in before else -1
        if at >= 0:
            counted, wrong = _counted(text, before, last)
            problems += wrong
    if problems:
        raise ValueError("\n".join(problems))
    return found


def _read_line(text: str, found: dict[str, str], previous: str) -> str:
    """Parses one line after its prefix; returns its key."""
    if match := _ASSIGNED.fullmatch(text):
        key, value = match.groups()
        if key in found:
            raise ValueError(f"cannot have multiple values for key '{key}'")
    elif match := _ALONE.fullmatch(text):
        key, value = match[1], ""
    elif match := _RAW.fullmatch(text):
        key, more = match[1], match[2].strip(" ")
        if key in found and key != previous:
            raise ValueError(f"concatenations to key '{key}' must be consecutive with its assignment")
        value = json.dumps(f"{json.loads(found[key])}\n{more}" if key in found else more, ensure_ascii=False)
    else:
        raise ValueError(
            f"invalid marker comment does not match expected `+key=<json formatted value>` pattern: {text}"
        )
    found[key] = value
    return key


def _counted(line: str, key: str, last: _Subscript) -> tuple[_Subscript, list[str]]:
    """Checks that the items of a list have consecutive indexes."""
    try:
        now = _subscript(key)
    except ValueError:
        return _Subscript("", -1), [f"error parsing {line}: expected integer index in key '{key}'"]
    if (now.name != last.name and now.index) or now.index not in (last.index, last.index + 1):
        return now, [f"error parsing {line}: non-consecutive index {now.index} for key '{now.name}'"]
    return now, []


def _subscript(key: str) -> _Subscript:
    """Parses a key with an index; raises ValueError."""
    name, _, rest = key.partition("[")
    index = rest.partition("]")[0]
    if not index:
        raise ValueError("empty subscript not allowed")
    if not index.lstrip("+-").isdecimal():
        raise ValueError(f"expected integer index in key {key}")
    if int(index) < 0:
        raise ValueError(f"subscript '{index}' is invalid. index must be positive")
    return _Subscript(name, int(index))


def _parse(found: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Parses values as JSON; a key without value is true, and unknown keys are skipped."""
    for key, value in found.items():
        if not key:
            raise ValueError("cannot have empty key for marker comment")
        if key.replace("[", ":").strip(":").partition(":")[0] not in NESTED or _REFERENCE.fullmatch(value):
            continue
        try:
            yield key, json.loads(value) if value else True
        except ValueError:
            raise ValueError(f"failed to parse value for key {key} as JSON: {value}") from None


def _nest(markers: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Builds a tree from keys such as `properties:name:maxLength`."""
    nested: dict[str, Any] = {}
    for key, value in markers:
        *way, last = key.split(":")
        holder = nested
        for step in way:
            holder = _enter(holder, step)
        if "[" in last:
            _enter(holder, last)
        else:
            holder[last] = value
    return nested


def _enter(holder: dict[str, Any], step: str) -> dict[str, Any]:
    """Returns a child of the tree, which is created where it is missing."""
    if "[" not in step:
        inner = holder.setdefault(step, {})
        if not isinstance(inner, dict):
            raise ValueError(f"expected map[string]any at key {step}, got {type(inner).__name__}")
        return inner
    part = _subscript(step)
    items = holder.setdefault(part.name, [])
    if not isinstance(items, list):
        raise ValueError(f"expected []any at key {part.name}, got {type(items).__name__}")
    items += [{} for _ in range(part.index + 1 - len(items))]
    found: dict[str, Any] = items[part.index]
    return found
