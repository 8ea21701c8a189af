"""Data that is more than plain JSON to expressions."""

from typing import Any

import pytest

from kapivara.cel.errors import CelError
from kapivara.cel.values import Timestamp, equal
from kapivara.schema.expressions.declared import declare
from kapivara.schema.expressions.reading import has_plain_leaves, is_plain, reader_of
from kapivara.schema.expressions.views import MapList, ObjectView, SetList
from kapivara.schema.structural import Structural
from kapivara.values import JsonObject, JsonValue

STRING: JsonObject = {"type": "string"}
TIME: JsonObject = {"type": "string", "format": "date-time"}
NUMBER: JsonObject = {"type": "number"}
SET: JsonObject = {"type": "array", "items": STRING, "x-kubernetes-list-type": "set"}
ITEM: JsonObject = {"type": "object", "properties": {"k": STRING, "v": {"type": "integer"}}}
KEYED: JsonObject = {
    "type": "array",
    "items": ITEM,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


def read(raw: JsonObject, data: JsonValue) -> Any:
    return reader_of(Structural(raw))(data)


PLAIN: dict[str, tuple[JsonObject, bool, bool]] = {
    "string": (STRING, True, True),
    "time": (TIME, False, False),
    "number": (NUMBER, False, False),
    "int or string": ({"x-kubernetes-int-or-string": True}, False, False),
    "list of strings": ({"type": "array", "items": STRING}, True, True),
    "list of times": ({"type": "array", "items": TIME}, False, False),
    "set": (SET, False, True),
    "keyed list": (KEYED, False, True),
    "object": (fields(a=STRING), True, True),
    "object with a set": (fields(a=SET), False, True),
    "object with a time": (fields(a=TIME), False, True),
    "nullable field": (fields(a={**STRING, "nullable": True}), False, True),
    "spelled field": (fields(**{"a-b": STRING}), False, True),
    "hidden field": (fields(a={"x-kubernetes-preserve-unknown-fields": True}), False, True),
    "unknown fields": ({**fields(), "x-kubernetes-preserve-unknown-fields": True}, False, True),
    "map of lists of objects": (
        {"type": "object", "additionalProperties": {"type": "array", "items": fields(a=STRING)}},
        True,
        True,
    ),
}


@pytest.mark.parametrize(("raw", "plain", "leaves"), PLAIN.values(), ids=PLAIN)
def test_plain(raw: JsonObject, plain: bool, leaves: bool) -> None:
    declared = declare(Structural(raw))
    assert declared is not None
    assert is_plain(declared) is plain
    assert has_plain_leaves(declared) is leaves


def test_plain_data_is_itself() -> None:
    data: JsonValue = {"a": ["x"]}
    assert read(fields(a={"type": "array", "items": STRING}), data) is data


def test_what_has_been_read_is_taken_as_it_is() -> None:
    for raw, data in ((TIME, "2024-01-01T00:00:00Z"), (fields(a=TIME), {"a": "2024-01-01T00:00:00Z"}), (NUMBER, 1)):
        once = read(raw, data)
        assert read(raw, once) is once


def test_numbers_become_doubles_and_integers_stay() -> None:
    assert type(read(NUMBER, 1)) is float
    assert read({"type": "integer"}, 7) == 7
    with pytest.raises(CelError, match="invalid data, expected int, got float64"):
        read({"type": "integer"}, 1.0)
    with pytest.raises(CelError, match="expected XIntOrString value to be either a string or integer"):
        read({"x-kubernetes-int-or-string": True}, 1.5)


def test_nulls_stay_where_they_may_be() -> None:
    assert read({"type": "array", "items": {**NUMBER, "nullable": True}}, [1, None]) == [1.0, None]


def test_an_object_reads_its_fields() -> None:
    raw = {
        **fields(**{"a-b": TIME, "n": {**STRING, "nullable": True}, "m": STRING}),
        "x-kubernetes-preserve-unknown-fields": True,
    }
    view = read(raw, {"a-b": "2024-01-01T00:00:00Z", "n": None, "m": "x", "z": 1})
    assert type(view) is ObjectView
    assert type(view["a__dash__b"]) is Timestamp
    assert type(view["a-b"]) is Timestamp
    assert [name in view for name in ("a__dash__b", "n", "m", "z", "a__what__b")] == [True, False, True, False, False]
    assert view.get("z", "none") == "none"
    assert sorted(view) == ["a__dash__b", "m", "n"]
    assert sorted(view.keys()) == ["a__dash__b", "m", "n"]
    assert sorted(name for name, _ in view.items()) == ["a__dash__b", "m"]
    assert len(view) == 4
    with pytest.raises(KeyError):
        view["n"]


EQUAL: dict[str, tuple[JsonObject, JsonValue, JsonValue, bool]] = {
    "times by their moment": (fields(a=TIME), {"a": "2024-01-01T01:00:00+01:00"}, {"a": "2024-01-01T00:00:00Z"}, True),
    "sets in any order": (SET, ["a", "b"], ["b", "a"], True),
    "sets of other sizes": (SET, ["a", "b"], ["a"], False),
    "sets with repeats": (SET, ["a", "a"], ["a", "b"], False),
    "sets within objects": (fields(a=SET), {"a": ["a", "b"]}, {"a": ["b", "a"]}, True),
    "keyed lists in any order": (KEYED, [{"k": "a", "v": 1}, {"k": "b"}], [{"k": "b"}, {"k": "a", "v": 1}], True),
    "keyed lists with other values": (KEYED, [{"k": "a", "v": 1}], [{"k": "a", "v": 2}], False),
    "lists of sets": ({"type": "array", "items": SET}, [["a", "b"]], [["b", "a"]], True),
    "maps of sets": ({"type": "object", "additionalProperties": SET}, {"x": ["a", "b"]}, {"x": ["b", "a"]}, True),
    "unknown fields": (
        {**fields(a=STRING), "x-kubernetes-preserve-unknown-fields": True},
        {"a": "x", "z": [1]},
        {"a": "x", "z": [2]},
        False,
    ),
    "null is absence": (
        fields(a={**STRING, "nullable": True}, b={**STRING, "nullable": True}),
        {"a": None},
        {"b": None},
        True,
    ),
    "other number of fields": (fields(a=SET, b=STRING), {"a": [], "b": ""}, {"a": []}, False),
}


@pytest.mark.parametrize(("raw", "one", "other", "result"), EQUAL.values(), ids=EQUAL)
def test_equality(raw: JsonObject, one: JsonValue, other: JsonValue, result: bool) -> None:
    assert equal(read(raw, one), read(raw, other)) is result


def test_equality_is_the_left_sides() -> None:
    own = read(SET, ["a", "b"])
    assert equal(own, ["b", "a"])
    assert not equal(["b", "a"], own)
    assert not equal(own, "ab")


def test_sets_of_objects_are_not_supported() -> None:
    with pytest.raises(CelError, match="listSet operations are only supported on lists of scalar values"):
        equal(SetList([{}]), SetList([{}]))


def test_a_set_takes_what_is_new() -> None:
    more = ["c", "a", "c"]
    joined = SetList(["a", "b"]) + more
    assert type(joined) is SetList
    assert list(joined) == ["a", "b", "c"]
    assert type(more + SetList(["a"])) is list


def test_a_keyed_list_is_overwritten_in_place() -> None:
    more = [{"k": "c"}, {"k": "a", "v": 9}]
    joined = MapList([{"k": "a", "v": 1}, {"k": "b", "v": 2}], ("k",)) + more
    assert type(joined) is MapList
    assert list(joined) == [{"k": "a", "v": 9}, {"k": "b", "v": 2}, {"k": "c"}]
