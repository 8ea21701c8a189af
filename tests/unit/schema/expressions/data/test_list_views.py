"""Tests of lists of data as values: ordered lists, sets and map lists."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError, CelPanicError
from kapivara.cel.values import equal
from kapivara.cel.values.typing import go_class
from kapivara.schema.expressions.data.data_conversion import reader_of
from kapivara.schema.expressions.data.list_views import KeyedView, ListView, MergedView, SetView
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue

STRING: JsonObject = {"type": "string"}
INTEGER: JsonObject = {"type": "integer"}
LIST: JsonObject = {"type": "array", "items": INTEGER}
SET: JsonObject = {"type": "array", "items": STRING, "x-kubernetes-list-type": "set"}
TIMES: JsonObject = {**SET, "items": {"type": "string", "format": "date-time"}}
ITEM: JsonObject = {"type": "object", "properties": {"k": STRING, "v": INTEGER, "d-d": STRING}}
KEYED: JsonObject = {
    "type": "array",
    "items": ITEM,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
}
DASHED: JsonObject = {**KEYED, "x-kubernetes-list-map-keys": ["d-d"]}


def read(raw: JsonObject, data: JsonValue) -> Any:
    return reader_of(Structural(raw), trusted=False)(data)


EQUAL: dict[str, tuple[JsonObject, JsonValue, JsonValue, bool]] = {
    "lists": (LIST, [1, 2], [1, 2], True),
    "lists in another order": (LIST, [1, 2], [2, 1], False),
    "lists with a wrong element on the other side": (LIST, [1, 2], [1, "x"], False),
    "sets in any order": (SET, ["a", "b"], ["b", "a"], True),
    "sets of other sizes": (SET, ["a", "b"], ["a"], False),
    "sets with repeats": (SET, ["a", "a"], ["a", "b"], False),
    "sets with a wrong element": (SET, ["a", 1], ["a", 1], False),
    "sets of times": (TIMES, ["2024-01-01T00:00:00Z"], ["2024-01-01T00:00:00Z"], True),
    "sets of times in a zone": (TIMES, ["2024-01-01T00:00:00+01:00"], ["2024-01-01T00:00:00+01:00"], False),
    "keyed lists in any order": (KEYED, [{"k": "a", "v": 1}, {"k": "b"}], [{"k": "b"}, {"k": "a", "v": 1}], True),
    "keyed lists with other values": (KEYED, [{"k": "a", "v": 1}], [{"k": "a", "v": 2}], False),
    "keyed lists with other keys": (KEYED, [{"k": "a"}], [{"k": "b"}], False),
    "keyed lists with a wrong item": (KEYED, ["x"], ["x"], False),
    "keys that have to be spelled are not found": (
        DASHED,
        [{"d-d": "a"}, {"d-d": "b"}],
        [{"d-d": "b"}, {"d-d": "b"}],
        True,
    ),
    "lists of sets": ({"type": "array", "items": SET}, [["a", "b"]], [["b", "a"]], True),
}


@pytest.mark.parametrize(("raw", "one", "other", "result"), EQUAL.values(), ids=EQUAL)
def test_equality(raw: JsonObject, one: JsonValue, other: JsonValue, result: bool) -> None:
    schema = Structural(raw)
    values = [reader_of(schema, trusted=False)(data) for data in (one, other)]
    assert equal(Budget(), *values) is result


def test_equality_is_the_left_sides() -> None:
    own = read(SET, ["a", "b"])
    assert equal(Budget(), own, ["b", "a"])
    assert own == ["b", "a"]
    assert not equal(Budget(), ["b", "a"], own)
    with pytest.raises(CelError, match="no such overload"):
        equal(Budget(), own, "ab")


def test_equality_fails_with_an_element() -> None:
    with pytest.raises(CelError, match="expected int, got string"):
        equal(Budget(), read(LIST, ["x", 1]), [2, 1])
    with pytest.raises(CelError, match="no such overload"):
        equal(Budget(), read({"type": "array", "items": ITEM}, [{}]), [None])


def test_sets_of_objects_are_not_supported() -> None:
    with pytest.raises(CelError, match="listSet operations are only supported on lists of scalar values"):
        equal(Budget(), SetView([{}], []), SetView([{}], []))
    with pytest.raises(CelError, match="listSet operations are only supported on lists of scalar values"):
        SetView([], []).cel_add([[]])


def test_membership_fails_with_an_element_where_none_is_found() -> None:
    own = read(LIST, ["x", 1, 2.5])
    assert own.cel_contains(Budget(), 1)
    with pytest.raises(CelError, match="expected int, got string"):
        own.cel_contains(Budget(), 2)
    assert not read(LIST, [1]).cel_contains(Budget(), 2)


def test_a_list_takes_what_is_added() -> None:
    assert type(read(LIST, [1]).cel_add([2])) is list
    assert read(LIST, [1]).cel_add([2]) == [1, 2]


def test_a_set_takes_what_is_new() -> None:
    joined = read(SET, ["a", "b"]).cel_add(["c", "a", "c"])
    assert type(joined) is SetView
    assert list(joined) == ["a", "b", "c"]


def test_a_keyed_list_is_overwritten_in_place() -> None:
    more = read(KEYED, [{"k": "c"}, {"k": "a", "v": 9}])
    joined = read(KEYED, [{"k": "a", "v": 1}, {"k": "b", "v": 2}]).cel_add(more)
    assert type(joined) is MergedView
    assert [item.data for item in joined] == [{"k": "a", "v": 9}, {"k": "b", "v": 2}, {"k": "c"}]


def test_a_merged_list_sees_keys_as_expressions_do() -> None:
    first, second = read(DASHED, [{"d-d": "a"}]), read(DASHED, [{"d-d": "b"}])
    merged = first.cel_add(second)
    assert len(merged) == 2
    assert equal(Budget(), merged, second.cel_add(first))
    assert not equal(Budget(), merged, second.cel_add(read(DASHED, [{"d-d": "c"}])))


def test_a_key_that_is_no_scalar_breaks_off() -> None:
    own = read(KEYED, [{"k": [1]}])
    with pytest.raises(CelPanicError, match=r"^runtime error: hash of unhashable type \[\]interface \{\}$"):
        equal(Budget(), own, own)
    own.remember()
    with pytest.raises(CelPanicError, match=r"^runtime error: hash of unhashable type"):
        equal(Budget(), own, own)
    with pytest.raises(CelPanicError, match=r"^hash of unhashable type: \[\]interface \{\}$"):
        equal(Budget(), own, own)


def test_four_keys_and_more_are_compared_as_a_text() -> None:
    keys = ("a", "b", "c", "d")
    items = [read({**ITEM, "properties": dict.fromkeys(keys, STRING)}, {"a": [1], "b": "x"})]
    assert not isinstance(items[0], ListView)
    with pytest.raises(CelError, match="expected string, got"):
        KeyedView(items, [], keys).cel_equal(Budget(), items)


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (ListView([1], [1]), "*common.unstructuredList"),
        (SetView([1], [1]), "*common.unstructuredSetList"),
        (KeyedView([], [], ("k",)), "*common.unstructuredMapList"),
        ([1], "*types.baseList"),
    ],
)
def test_messages_name_the_class_of_data(made: list[int], name: str) -> None:
    """For example if a list is used as an index: `invalid qualifier type: *common.unstructuredList`."""
    assert go_class(made) == name
