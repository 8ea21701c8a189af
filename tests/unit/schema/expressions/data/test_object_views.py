"""Tests of objects, maps and preserved data as values."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.values import Timestamp, equal
from kapivara.cel.values.unreadable import Unreadable
from kapivara.schema.expressions.data.data_conversion import reader_of
from kapivara.schema.expressions.data.object_views import ObjectView
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue

STRING: JsonObject = {"type": "string"}
INTEGER: JsonObject = {"type": "integer"}
TIME: JsonObject = {"type": "string", "format": "date-time"}
ANY: JsonObject = {"x-kubernetes-preserve-unknown-fields": True}
SET: JsonObject = {"type": "array", "items": STRING, "x-kubernetes-list-type": "set"}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


def mapped(values: JsonObject) -> JsonObject:
    return {"type": "object", "additionalProperties": values}


def read(raw: JsonObject, data: JsonValue, *, trusted: bool = False) -> Any:
    return reader_of(Structural(raw), trusted=trusted)(data)


def test_an_object_reads_its_fields() -> None:
    raw = {**fields(**{"a-b": TIME, "n": {**STRING, "nullable": True}, "m": STRING}), **ANY}
    view = read(raw, {"a-b": "2024-01-01T00:00:00Z", "n": None, "m": "x", "z": 1})
    assert type(view) is ObjectView
    assert type(view.cel_find("a__dash__b")) is Timestamp
    assert [view.cel_find(name) for name in ("n", "m", "z", "a__what__b")] == [ABSENT, "x", ABSENT, ABSENT]
    assert sorted(view) == ["a__dash__b", "m", "n"]
    assert sorted(view.keys()) == ["a__dash__b", "m", "n"]
    assert sorted(name for name, _ in view.items()) == ["a__dash__b", "m"]
    assert len(view) == 4


def test_compiled_code_uses_the_names_of_the_data() -> None:
    view = read(fields(**{"a-b": TIME, "n": STRING}), {"a-b": "2024-01-01T00:00:00Z", "z": 1}, trusted=True)
    assert type(view["a-b"]) is Timestamp
    assert [name in view for name in ("a-b", "n", "z")] == [True, False, False]
    assert view.get("z", "none") == "none"
    with pytest.raises(KeyError):
        view["n"]


def test_a_field_that_does_not_fit_fails_when_it_is_found() -> None:
    view = read(fields(a=INTEGER, b=INTEGER), {"a": "x", "b": 1})
    assert view.cel_find("b") == 1
    assert type(view.peek("a")) is Unreadable
    with pytest.raises(CelError, match="expected int, got string"):
        view.cel_find("a")
    with pytest.raises(CelError, match="no such overload"):
        view.cel_find(1)


def test_a_value_of_a_map_that_does_not_fit_fails_when_it_is_found() -> None:
    view = read(mapped(INTEGER), {"a": "x", "b": 1})
    assert [view.cel_find("b"), view.cel_find("c")] == [1, ABSENT]
    with pytest.raises(CelError, match="expected int, got string"):
        view.cel_find("a")
    with pytest.raises(CelError, match="no such overload"):
        view.cel_find(1)


EQUAL: dict[str, tuple[JsonObject, JsonValue, JsonValue, bool]] = {
    "times by their moment": (fields(a=TIME), {"a": "2024-01-01T01:00:00+01:00"}, {"a": "2024-01-01T00:00:00Z"}, True),
    "sets within objects": (fields(a=SET), {"a": ["a", "b"]}, {"a": ["b", "a"]}, True),
    "maps of sets": (mapped(SET), {"x": ["a", "b"]}, {"x": ["b", "a"]}, True),
    "other keys": (mapped(STRING), {"x": "a"}, {"y": "a"}, False),
    "more keys": (mapped(STRING), {"x": "a"}, {"x": "a", "y": "a"}, False),
    "other unknown fields": ({**fields(a=STRING), **ANY}, {"a": "x", "z": [1]}, {"a": "x", "z": [2]}, False),
    "unknown fields by name": ({**fields(a=STRING), **ANY}, {"z": 1}, {"y": 2}, True),
    "unknown null is not nothing": ({**fields(a=STRING), **ANY}, {"z": None}, {"z": {}}, False),
    "unknown numbers keep their kind": (fields(a=ANY), {"a": 1}, {"a": 1.0}, False),
    "unknown data": (fields(a=ANY), {"a": [{"b": 1}]}, {"a": [{"b": 1}]}, True),
    "null is absence": (
        fields(a={**STRING, "nullable": True}, b={**STRING, "nullable": True}),
        {"a": None},
        {"b": None},
        True,
    ),
    "other number of fields": (fields(a=SET, b=STRING), {"a": [], "b": ""}, {"a": []}, False),
    "a wrong field on the other side": (fields(a=INTEGER), {"a": 1}, {"a": "x"}, False),
}


@pytest.mark.parametrize(("raw", "one", "other", "result"), EQUAL.values(), ids=EQUAL)
def test_equality(raw: JsonObject, one: JsonValue, other: JsonValue, result: bool) -> None:
    schema = Structural(raw)
    values = [reader_of(schema, trusted=False)(data) for data in (one, other)]
    assert equal(Budget(), *values) is result


def test_equality_fails_with_a_field_and_with_what_is_no_map() -> None:
    view = read(fields(a=INTEGER), {"a": "x"})
    with pytest.raises(CelError, match="expected int, got string"):
        equal(Budget(), view, view)
    with pytest.raises(CelError, match="no such overload"):
        equal(Budget(), view, 1)
    with pytest.raises(CelError, match=r"^why$"):
        equal(Budget(), read(mapped(STRING), {}), Unreadable("why"))
    assert not equal(Budget(), view, None)
