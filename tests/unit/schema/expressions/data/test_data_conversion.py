"""Tests of converting data to values: trusted data with little work, other data with the server's checks."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.cel.errors import CelError
from kapivara.cel.values import Timestamp
from kapivara.cel.values.unreadable import Unreadable
from kapivara.schema.expressions.data.data_conversion import has_plain_leaves, holds_null, is_plain, reader_of
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.data.list_views import KeyedView, ListView, SetView
from kapivara.schema.expressions.data.object_views import MapView, ObjectView, PreservedView
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue

STRING: JsonObject = {"type": "string"}
INTEGER: JsonObject = {"type": "integer"}
TIME: JsonObject = {"type": "string", "format": "date-time"}
NUMBER: JsonObject = {"type": "number"}
ANY: JsonObject = {"x-kubernetes-preserve-unknown-fields": True}
SET: JsonObject = {"type": "array", "items": STRING, "x-kubernetes-list-type": "set"}
KEYED: JsonObject = {
    "type": "array",
    "items": {"type": "object", "properties": {"k": STRING}},
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


def listed(items: JsonObject) -> JsonObject:
    return {"type": "array", "items": items}


def read(raw: JsonObject, data: JsonValue, *, trusted: bool = False) -> Any:
    return reader_of(Structural(raw), trusted=trusted)(data)


PLAIN: dict[str, tuple[JsonObject, bool, bool]] = {
    "string": (STRING, True, True),
    "string with a format": ({"type": "string", "format": "ipv4"}, False, False),
    "string with an unknown format": ({"type": "string", "format": "what"}, True, True),
    "integer": (INTEGER, False, False),
    "time": (TIME, False, False),
    "number": (NUMBER, False, False),
    "int or string": ({"x-kubernetes-int-or-string": True}, False, False),
    "list of strings": (listed(STRING), True, True),
    "list of strings or null": (listed({**STRING, "nullable": True}), False, True),
    "list of integers": (listed(INTEGER), False, False),
    "list of times": (listed(TIME), False, False),
    "set": (SET, False, True),
    "keyed list": (KEYED, False, True),
    "object": (fields(a=STRING), True, True),
    "object with an integer": (fields(a=INTEGER), False, True),
    "object with a set": (fields(a=SET), False, True),
    "nullable field": (fields(a={**STRING, "nullable": True}), False, True),
    "spelled field": (fields(**{"a-b": STRING}), False, True),
    "hidden field": (fields(a=ANY), False, True),
    "unknown fields": ({**fields(), **ANY}, False, True),
    "map of lists of objects": ({"type": "object", "additionalProperties": listed(fields(a=STRING))}, True, True),
}


@pytest.mark.parametrize(("raw", "plain", "leaves"), PLAIN.values(), ids=PLAIN)
def test_plain(raw: JsonObject, plain: bool, leaves: bool) -> None:
    declared = declare(Structural(raw))
    assert declared is not None
    assert is_plain(declared) is plain
    assert has_plain_leaves(declared) is leaves


NULL: dict[str, tuple[JsonObject, bool]] = {
    "field": (fields(a={**STRING, "nullable": True}), False),
    "item": (listed({**STRING, "nullable": True}), True),
    "value of a map": ({"type": "object", "additionalProperties": {**STRING, "nullable": True}}, True),
    "deep inside": (listed(fields(a=listed({**STRING, "nullable": True}))), True),
}


@pytest.mark.parametrize(("raw", "holds"), NULL.values(), ids=NULL)
def test_null_within(raw: JsonObject, holds: bool) -> None:
    declared = declare(Structural(raw))
    assert declared is not None
    assert holds_null(declared) is holds


WRONG: dict[str, tuple[JsonObject, JsonValue, str]] = {
    "null": (STRING, None, "invalid data, got null for schema with nullable=false"),
    "string": (STRING, 1, "invalid data, expected string, got int64"),
    "integer": (INTEGER, 1.0, "invalid data, expected int, got float64"),
    "number": (NUMBER, "1", "invalid data, expected float, got string"),
    "boolean": ({"type": "boolean"}, [], "invalid data, expected bool, got []interface {}"),
    "int or string": (
        {"x-kubernetes-int-or-string": True},
        {},
        "invalid data, expected XIntOrString value to be either a string or integer",
    ),
    "list": (listed(STRING), {}, "invalid data, expected an array for the provided schema with type=array"),
    "object": (fields(a=STRING), [], "invalid data, expected a map for the provided schema with type=object"),
    "map": (
        {"type": "object", "additionalProperties": STRING},
        "x",
        "invalid data, expected a map for the provided schema with type=object",
    ),
    "time": (TIME, {}, "invalid data, expected string, got map[string]interface {}"),
}


@pytest.mark.parametrize(("raw", "data", "problem"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_fails(raw: JsonObject, data: JsonValue, problem: str) -> None:
    with pytest.raises(CelError) as caught:
        read(raw, data)
    assert str(caught.value) == problem


VALUES: dict[str, tuple[JsonObject, JsonValue, type]] = {
    "string": (STRING, "x", str),
    "number without a point": (NUMBER, 1, float),
    "time": (TIME, "2024-01-01T00:00:00Z", Timestamp),
    "null": ({**STRING, "nullable": True}, None, type(None)),
    "list": (listed(STRING), ["x"], ListView),
    "set": (SET, ["x"], SetView),
    "keyed list": (KEYED, [{"k": "x"}], KeyedView),
    "map": ({"type": "object", "additionalProperties": STRING}, {"a": "x"}, MapView),
    "object": (fields(a=STRING), {"a": "x"}, ObjectView),
    "unknown data": (ANY, [1], PreservedView),
}


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize(("raw", "data", "kind"), VALUES.values(), ids=VALUES)
def test_values(raw: JsonObject, data: JsonValue, kind: type, trusted: bool) -> None:
    value = read(raw, data, trusted=trusted)
    assert type(value) is kind
    assert data is None or type(read(raw, value, trusted=trusted)) is kind  # converted values are unchanged


def test_elements_fail_where_they_are_used_unless_they_are_trusted() -> None:
    assert [type(each) for each in read(listed(INTEGER), [1, "x", None])] == [int, Unreadable, Unreadable]
    values = read({"type": "object", "additionalProperties": INTEGER}, {"a": 1, "b": "x"})
    assert [type(each) for each in values.values()] == [int, Unreadable]
    with pytest.raises(CelError, match="expected int, got string"):
        read(listed(INTEGER), [1, "x"], trusted=True)


def test_trusted_elements_that_are_plain_are_taken_as_they_are() -> None:
    data: JsonValue = [{"k": "x"}]
    assert read(listed(fields(k=STRING)), data, trusted=True)[0] is data[0]
    assert type(read(KEYED, data, trusted=True)[0]) is ObjectView  # its data identifies items


def test_embedded_resources_show_their_names() -> None:
    view = read({**fields(a=STRING), "x-kubernetes-embedded-resource": True}, {"metadata": {"name": "n", "uid": "u"}})
    assert view.cel_find("metadata").cel_find("name") == "n"
    assert list(view.cel_find("metadata")) == ["name"]
