"""Tests of pairs of new and old values."""

from typing import Any

import pytest

from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue

STRING: JsonObject = {"type": "string"}
ITEM: JsonObject = {"type": "object", "properties": {"k": STRING, "l": {"type": "integer"}, "v": {"type": "integer"}}}
ATOMIC: JsonObject = {"type": "array", "items": ITEM}
KEYED: JsonObject = {**ATOMIC, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}


def of_field(raw: JsonObject) -> Structural:
    return Structural({"type": "object", "properties": {"f": raw}})


def pair(new: JsonValue, old: Any, raw: JsonObject) -> Correlated:
    return Correlated({"f": new}, {"f": old} if old is not ABSENT else {}, of_field(raw)).field("f")


def test_fields_correlate_by_name() -> None:
    assert pair("a", "b", STRING).old == "b"
    assert pair("a", ABSENT, STRING).old is ABSENT


def test_an_old_value_of_another_kind_has_no_fields() -> None:
    assert Correlated({"f": 1}, [1], of_field(STRING)).field("f").old is ABSENT


def test_items_correlate_by_their_keys_only() -> None:
    new, old = [{"k": "a", "v": 1}, {"k": "c"}], [{"k": "b"}, {"k": "a", "v": 2}]
    assert pair(new, old, KEYED).item(0).old == {"k": "a", "v": 2}
    assert pair(new, old, KEYED).item(1).old is ABSENT
    assert pair(new, old, ATOMIC).item(0).old is ABSENT


UNCHANGED: dict[str, tuple[JsonValue, Any, JsonObject, bool]] = {
    "scalar": ("a", "a", STRING, True),
    "another scalar": ("a", "b", STRING, False),
    "integer and float": (1, 1.0, {"type": "number"}, False),
    "nothing before": ("a", ABSENT, STRING, False),
    "null": (None, None, STRING, True),
    "object": ({"k": "a"}, {"k": "a"}, ITEM, True),
    "one field more": ({"k": "a", "v": 1}, {"k": "a"}, ITEM, False),
    "unknown field": ({"x": 1}, {"x": 1}, ITEM, False),
    "map": ({"x": "a"}, {"x": "a"}, {"type": "object", "additionalProperties": STRING}, True),
    "list": ([{"k": "a"}], [{"k": "a"}], ATOMIC, True),
    "list in another order": ([{"k": "a"}, {"k": "b"}], [{"k": "b"}, {"k": "a"}], ATOMIC, False),
    "keyed list in another order": ([{"k": "a"}, {"k": "b"}], [{"k": "b"}, {"k": "a"}], KEYED, True),
    "keyed list with another value": ([{"k": "a", "v": 1}], [{"k": "a", "v": 2}], KEYED, False),
    "keyed list without keys": ([{"v": 1}], [{"v": 1}], KEYED, False),
    "empty lists": ([], [], KEYED, True),
}


@pytest.mark.parametrize(("new", "old", "raw", "unchanged"), UNCHANGED.values(), ids=UNCHANGED)
def test_unchanged(new: JsonValue, old: Any, raw: JsonObject, unchanged: bool) -> None:
    assert pair(new, old, raw).unchanged is unchanged


def test_what_holds_a_changed_value_is_changed() -> None:
    schema = of_field({"type": "object", "properties": {"a": KEYED, "b": STRING}})
    root = Correlated(
        {"f": {"a": [{"k": "a", "v": 1}], "b": "x"}}, {"f": {"a": [{"k": "a", "v": 2}], "b": "x"}}, schema
    )
    held = root.field("f")
    item = held.field("a").item(0)
    assert not item.field("v").unchanged
    assert item._unchanged is held._unchanged is root._unchanged is False
    assert held.field("b").unchanged
    assert item.field("k").unchanged


def test_items_without_old_ones_say_nothing_of_their_list() -> None:
    found = pair(["a"], ["a"], {"type": "array", "items": STRING})
    assert not found.item(0).unchanged
    assert found.unchanged


def test_paths() -> None:
    schema = of_field({"type": "object", "properties": {"m": {"type": "object", "additionalProperties": ATOMIC}}})
    root = Correlated({"f": {"m": {"x.y": [{"k": "a"}]}}}, ABSENT, schema)
    assert root.path() is None
    assert str(root.field("f").field("m").field("x.y").item(0).field("k").path()) == "f.m[x.y][0].k"
