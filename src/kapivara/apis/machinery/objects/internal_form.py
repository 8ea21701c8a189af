"""Converts values to the server's internal types, as error texts print them: with all fields, by their Go names.

An error about a whole value prints the JSON of its internal type: `{"Name":"","Protocol":"TCP","Port":80,…}`. The
tables are gathered from upstream (`scripts/gather`), a text for each type: one line `GoName jsonName WHAT` per field,
where WHAT is a struct in braces, with `*`, `[]` or `map` before it, or the JSON of an absent value. A RawExtension is
printed as it was written.
Upstream: pkg/apis/GROUP/types.go; apimachinery/pkg/util/validation/field/errors.go ErrorBody (1.37).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import orjson

from kapivara.apis.machinery.objects.sent_empties import without_empties
from kapivara.codec.typed.described import described
from kapivara.codec.typed.go_order import in_go_order
from kapivara.codec.typed.raw_json import in_document_order
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import GoStruct

_EMBEDDED = "+"
_NOT_GIVEN = "-"
_DOCUMENT = "{runtime.RawExtension}"


def internal_form(value: JsonValue, type_name: str) -> JsonValue:
    """Returns the internal form of a value in its normal form, or of a list of such values.

    The type name includes its group: `core.ServicePort`, and `[]core.Volume` for a list.
    """
    holder, bracket, name = type_name.rpartition("]")
    return _form(value, f"{holder}{bracket}{{{name}}}")


def _form(value: JsonValue, what: str) -> JsonValue:
    """Returns the internal form of a field's value; `what` describes its type as in the tables."""
    if "{" not in what:
        if value is None:
            return orjson.loads(what)
        return _external(value, "LabelSelector") if type(value) is dict and _is_selector(value) else value
    if what == _DOCUMENT:
        return in_document_order(value)
    if what[0] == "{":
        return _struct({} if value is None else value, *what[1:-1].split("."))
    if value is None:
        return None
    if what.startswith("[]"):
        return [_form(item, what[2:]) for item in value]
    if what.startswith("map"):
        return {key: _form(item, what[3:]) for key, item in value.items()}
    return _form(value, what[1:])


def _struct(value: JsonObject, group: str, name: str) -> JsonObject:
    types: dict[str, str] = import_module(f"kapivara.apis.groups.{group}.zz_generated_internal").INTERNAL
    shown: JsonObject = GoStruct()
    for line in types.get(name, "").splitlines():
        go_name, json_name, what = line.split(" ", 2)
        if not go_name.startswith(_EMBEDDED):
            shown[go_name] = _form(value.get(json_name), what)
            continue
        inner: Any = value if json_name == _NOT_GIVEN else value.get(json_name) or {}
        if "{" in what:
            shown |= _form(inner, what.lstrip("*"))
        elif json_name != _NOT_GIVEN:
            shown |= _external(inner, "ObjectMeta")
    return shown


def _is_selector(value: JsonObject) -> bool:
    """Returns True for a LabelSelector, which has no internal type, and False for a map of texts."""
    return isinstance(value.get("matchExpressions"), list) or isinstance(value.get("matchLabels"), dict)


def _external(value: JsonObject, name: str) -> JsonValue:
    """Returns the printed form of a type without internal form, without the empty parts that a client sent."""
    shape = described("meta.v1").struct(name)
    return in_go_order(without_empties(value, shape), shape)
