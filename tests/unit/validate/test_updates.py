"""Tests of changes that are rejected once an object exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.codec import shapes
from kapivara.field import ErrorList, FieldPath, Operation, Verb
from kapivara.validate import (
    immutable,
    update_items,
    update_list,
    update_map,
    update_pointer,
    update_struct,
    update_value,
)

UPDATE = Operation(Verb.UPDATE)
PATH = FieldPath.of("f")
ALL = ("NoSet", "NoUnset", "NoModify")
SET, CLEARED, MODIFIED = (
    "field cannot be set once created",
    "field cannot be cleared once set",
    "field cannot be modified once set",
)
ENTRY = shapes.Struct("v1.Entry", (shapes.always("name", shapes.STRING), shapes.optional("val", shapes.STRING)))


@pytest.mark.parametrize(
    ("rule", "new", "old", "detail"),
    [
        pytest.param(update_value, "a", "", SET, id="string set"),
        pytest.param(update_value, "", "a", CLEARED, id="string cleared"),
        pytest.param(update_value, "b", "a", MODIFIED, id="string modified"),
        pytest.param(update_value, True, False, SET, id="flag set"),
        pytest.param(update_value, 0, 1, CLEARED, id="number cleared"),
        pytest.param(update_value, "a", None, "", id="new item"),
        pytest.param(update_pointer, "", None, SET, id="pointer set"),
        pytest.param(update_pointer, None, "", CLEARED, id="pointer cleared"),
        pytest.param(update_pointer, "", "a", MODIFIED, id="pointer modified"),
        pytest.param(update_pointer, None, None, "", id="pointer stays nil"),
        pytest.param(update_struct, {}, {"x": 1}, MODIFIED, id="a struct is always set"),
        pytest.param(update_struct, {"x": 1}, None, "", id="new struct item"),
        pytest.param(update_list, ["a"], None, SET, id="list set"),
        pytest.param(update_list, [], ["a"], CLEARED, id="list cleared"),
        pytest.param(update_map, {"a": 1}, {}, SET, id="map set"),
        pytest.param(update_map, None, {"a": 1}, CLEARED, id="map cleared"),
    ],
)
def test_transitions(rule: Callable[..., ErrorList], new: Any, old: Any, detail: str) -> None:
    assert [each.detail for each in rule(UPDATE, PATH, new, old, ALL)] == ([detail] if detail else [])
    assert rule(Operation(), PATH, new, old, ALL) == []
    others = tuple(each for each in ALL if {"NoSet": SET, "NoUnset": CLEARED, "NoModify": MODIFIED}[each] != detail)
    assert rule(UPDATE, PATH, new, old, others) == []


def test_errors_have_no_value_and_an_origin() -> None:
    (error,) = update_value(UPDATE, PATH, "b", "a", ALL)
    assert (str(error), error.origin) == (f"f: Invalid value: null: {MODIFIED}", "update")
    (error,) = immutable(UPDATE, None, "b", "a")
    assert (str(error), error.origin) == ("<nil>: Invalid value: null: field is immutable", "immutable")


def test_immutable_lets_creation_pass() -> None:
    assert immutable(Operation(), PATH, "a", None) == []
    assert len(immutable(UPDATE, PATH, "a", None)) == 1


ITEMS = ("NoAddItem", "NoRemoveItem")


@pytest.mark.parametrize(
    ("new", "old", "keys", "wanted"),
    [
        pytest.param(["a", "b"], ["b", "a"], (), [], id="order does not matter"),
        pytest.param(["a", "c", "d"], ["a"], (), ["f[1] added", "f[2] added"], id="added values"),
        pytest.param(["a"], ["a", "b", "c"], (), ["f removed", "f removed"], id="removed values"),
        pytest.param(None, ["a"], (), ["f removed"], id="emptied"),
        pytest.param([{"name": "x", "val": "2"}], [{"name": "x"}], (("name", ""),), [], id="modified by key"),
        pytest.param([{"name": "x"}], [{}], (("name", ""),), ["f[0] added", "f removed"], id="other key"),
        pytest.param([None, {"name": ""}], [None, {}], (("name", ""),), [], id="nil items are left out"),
    ],
)
def test_items(new: Any, old: Any, keys: Any, wanted: list[str]) -> None:
    shape = ENTRY if keys else shapes.STRING
    errors = update_items(UPDATE, PATH, new, old, ITEMS, shape, bool(keys), keys)
    assert [f"{each.field} {each.detail.rpartition(' ')[2]}" for each in errors] == wanted
    assert update_items(Operation(), PATH, new, old, ITEMS, shape, bool(keys), keys) == []


def test_set_and_added_are_both_told() -> None:
    errors = update_items(UPDATE, PATH, ["a"], [], ("NoSet", "NoAddItem"), shapes.STRING, False)
    assert list(map(str, errors)) == [
        "f: Invalid value: null: field cannot be set once created",
        "f[0]: Forbidden: item may not be added",
    ]


def test_entries_of_maps() -> None:
    errors = update_map(UPDATE, None, {"a": 1, "c": 1}, {"b": 1, "a": 2}, ITEMS)
    assert list(map(str, errors)) == [
        "[c]: Forbidden: item may not be added",
        "[b]: Forbidden: item may not be removed",
    ]
