"""Simple JSON paths into a schema, as `fieldPath` and selectable fields use them: `.spec.a`, `.m['key']`.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go ValidFieldPath (1.37).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from kapivara.field import FieldPath
from kapivara.schema.structural.subschemas import additional_schema
from kapivara.values import JsonObject
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

Expand: TypeAlias = Callable[[JsonObject], JsonObject]
"""Returns the resolved schema of a reference."""

_TOKEN = lazy_pattern(r"'(?:.*?(?<!\\)'|.*)|[.\[\]]|[^.\[\]]+", re.DOTALL)
_ESCAPE = lazy_pattern(r"\\.")
_ESCAPES = {
    "\\a": "\a", "\\b": "\b", "\\f": "\f", "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\v": "\v", "\\'": "'", "\\\\": "\\",
}  # fmt: skip
_NO_FIELD = "does not refer to a valid field"
_CUT_SHORT = "unexpected end of JSON path"


@record
class FieldTarget:
    """The target of a path: the path as errors print it, and the field's schema (None if any value is allowed)."""

    path: FieldPath | None
    schema: JsonObject | None


class FieldPathError(Exception):
    """Raised for a path that does not exist; its text is the server's."""


def resolve_field_path(
    json_path: str, schema: JsonObject, *, allow_brackets: bool = True, expand: Expand = lambda raw: raw
) -> FieldTarget:
    """Resolves a path in a schema; raises FieldPathError. `expand` resolves references to other schemas."""
    target = FieldTarget(None, schema)
    tokens = iter(_TOKEN.findall(json_path))
    for each in tokens:
        if each == ".":
            target = _step(target, _next(tokens), expand)
        elif each != "[":
            raise FieldPathError(f"expected [ or . but got: {each}")
        elif not allow_brackets:
            raise FieldPathError("array notation is not allowed")
        else:
            target = _step(target, _unquoted(_next(tokens)), expand)
            if (closing := _next(tokens)) != "]":
                raise FieldPathError(f"expected ] but got {closing}")
    return target


def _next(tokens: Iterator[str]) -> str:
    for token in tokens:
        return token
    raise FieldPathError(_CUT_SHORT)


def _step(target: FieldTarget, name: str, expand: Expand) -> FieldTarget:
    path, schema = target.path, expand(target.schema or {})
    if properties := schema.get("properties"):
        if name not in properties:
            raise FieldPathError(_NO_FIELD)
        return FieldTarget(FieldPath.of(name) if path is None else path.child(name), properties[name])
    if "additionalProperties" not in schema:
        raise FieldPathError(_NO_FIELD)
    return FieldTarget(FieldPath(None, f"[{name}]") if path is None else path.key(name), additional_schema(schema))


def _unquoted(token: str) -> str:
    if len(token) < 2 or token[0] != "'" or token[-1] != "'":
        raise FieldPathError(f"expected single quoted string but got {token}")
    return _ESCAPE.sub(_unescaped, token[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    if match[0] not in _ESCAPES:
        raise FieldPathError(f"invalid string literal: invalid escape char {match[0]}")
    return _ESCAPES[match[0]]
