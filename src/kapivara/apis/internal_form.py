"""Values as the server's rules see them: of an internal type, all of whose fields a message shows, by their Go names.

A rule that blames a whole value shows it as JSON of its internal type: `{"Name":"","Protocol":"TCP","Port":80,…}`. The
tables are gathered from upstream (`scripts/gather`), a text for each type: `GoName jsonName WHAT` a line, where WHAT is
a struct in braces, with `*`, `[]` or `map` before it, or what is shown where nothing is given. A RawExtension is shown
as it was written.
Upstream: pkg/apis/GROUP/types.go; apimachinery/pkg/util/validation/field/errors.go ErrorBody (1.37).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import orjson

from kapivara.apis.sent_empties import without_empties
from kapivara.codec.described import described
from kapivara.codec.go_order import in_go_order
from kapivara.codec.raw_json import in_document_order
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import GoStruct

_EMBEDDED = "+"
_NOT_GIVEN = "-"
_DOCUMENT = "{runtime.RawExtension}"


def internal_form(value: JsonValue, type_name: str) -> JsonValue:
    """Returns what messages show of a value in its normal form, or of a list of such.

    The type is named with its group: `core.ServicePort`, and `[]core.Volume` for a list.
    """
    holder, bracket, name = type_name.rpartition("]")
    return _form(value, f"{holder}{bracket}{{{name}}}")


def _form(value: JsonValue, what: str) -> JsonValue:
    """Returns a value as a field shows it that holds such."""
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
    types: dict[str, str] = import_module(f"kapivara.apis.{group}.zz_generated_internal").INTERNAL
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
    """Tells a LabelSelector, which has no internal type, from a map, whose values are texts."""
    return isinstance(value.get("matchExpressions"), list) or isinstance(value.get("matchLabels"), dict)


def _external(value: JsonObject, name: str) -> JsonValue:
    """Returns what is shown of a type that has no internal form: empty parts that a client sent are left out."""
    shape = described("meta.v1").struct(name)
    return in_go_order(without_empties(value, shape), shape)
