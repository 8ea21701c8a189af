"""Tests of correlating the items of a list with their old values."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.codec import shapes
from kapivara.field import ErrorList, FieldPath, Operation, Verb, invalid
from kapivara.validate import Items, each_item

PART = shapes.Struct("v1.Part", (shapes.always("a", shapes.STRING), shapes.optional("b", shapes.ListOf(shapes.STRING))))


def refuse(_op: Operation, path: FieldPath | None, _new: Any, _old: Any) -> ErrorList:
    return [invalid(path, None, "")]


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        pytest.param([{"a": "x"}], [{"a": "x", "b": []}], [], id="equal"),
        pytest.param([{"a": "x"}, {"a": "y"}], [{"a": "y"}], ["[0]"], id="moved"),
        pytest.param([{"a": "x"}], [None], ["[0]"], id="only-nil-before"),
        pytest.param([None, {"a": "x"}], [{"a": "x"}], [], id="nil-item"),
    ],
)
def test_structs_are_found_by_value(new: Any, old: Any, expected: list[str]) -> None:
    items = Items(PART, by_value=True, pointers=True)
    errors = each_item(Operation(Verb.UPDATE), None, new, old, items, refuse)
    assert [each.field for each in errors] == expected
