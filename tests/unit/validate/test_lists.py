"""Tests of duplicate and missing items, and of the equality of items."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.codec import shapes
from kapivara.codec.shapes import Shape
from kapivara.field import FieldPath, Operation
from kapivara.validate import ptr_slice_no_nils, same, unique_map, unique_set
from kapivara.validate.parts.identity import by_value

CREATE = Operation()
PATH = FieldPath.of("items")
PAIR = shapes.Struct("v1.Pair", (shapes.always("name", shapes.STRING), shapes.always("value", shapes.STRING)))
RICH = shapes.Struct(
    "v1.Rich",
    (
        shapes.optional("tags", shapes.STRINGS),
        shapes.pointer("num", shapes.INT32),
        shapes.optional("labels", shapes.MapOf(shapes.STRING)),
        shapes.always("pair", PAIR),
        shapes.optional("data", shapes.BYTES),
    ),
)
LENGTH = shapes.Custom("v1.Length", lambda value: float(str(value).removesuffix("m")))


@pytest.mark.parametrize(
    ("shape", "pointers", "items", "wanted"),
    [
        pytest.param(shapes.STRING, False, None, [], id="nil list"),
        pytest.param(shapes.STRING, False, ["a"], [], id="one item"),
        pytest.param(shapes.STRING, False, ["a", "b", ""], [], id="no two alike"),
        pytest.param(shapes.STRING, False, ["a", "b", "a", "a"], [(2, "a"), (3, "a")], id="each repetition once"),
        pytest.param(shapes.STRING, False, ["", None], [(1, "")], id="null is the zero value"),
        pytest.param(shapes.STRING, True, [None, "a", None, "a"], [(3, "a")], id="nil pointers are left out"),
        pytest.param(shapes.INT64, False, [1, 0, 1], [(2, 1)], id="numbers"),
        pytest.param(shapes.BOOL, False, [True, False, False], [(2, False)], id="booleans"),
        pytest.param(PAIR, False, [{}, {"name": ""}], [(1, {"name": "", "value": ""})], id="absent is zero"),
        pytest.param(RICH, False, [{"tags": []}, {}], [(1, {"pair": {"name": "", "value": ""}})], id="nil is empty"),
        pytest.param(RICH, False, [{"num": 0}, {}], [], id="a pointer to zero is not nil"),
        pytest.param(RICH, False, [{"labels": {"a": "1"}}, {"labels": {"a": ""}}], [], id="maps differ"),
        pytest.param(LENGTH, False, ["1m", "1.0m"], [(1, 1.0)], id="own equality, shown as it prints"),
    ],
)
def test_unique_set(shape: Shape, pointers: bool, items: Any, wanted: list[tuple[int, Any]]) -> None:
    errors = unique_set(CREATE, PATH, items, None, shape, pointers)
    assert [(each.field, each.bad_value) for each in errors] == [(f"items[{i}]", value) for i, value in wanted]


@pytest.mark.parametrize(
    ("keys", "pointers", "items", "wanted"),
    [
        pytest.param((("name", ""),), False, [{"name": "a"}, {"name": "b"}], [], id="no two alike"),
        pytest.param((("name", ""),), False, [{"name": "a", "value": "1"}, {"name": "a"}], [1], id="same key"),
        pytest.param((("name", ""),), False, [{}, {"name": ""}, None], [1, 2], id="absent keys are zero"),
        pytest.param((("name", ""),), True, [None, {}, None], [], id="nil pointers are left out"),
        pytest.param((("name", None),), False, [{}, {"name": ""}, {}], [2], id="a missing pointer is a key"),
        pytest.param(
            (("name", ""), ("value", "")),
            *(False, [{"name": "a"}, {"value": "a"}, {"name": "a", "value": ""}], [2]),
            id="two keys",
        ),
    ],
)
def test_unique_map(keys: Any, pointers: bool, items: Any, wanted: list[int]) -> None:
    errors = unique_map(CREATE, PATH, items, None, PAIR, pointers, keys)
    assert [each.field for each in errors] == [f"items[{i}]" for i in wanted]


def test_duplicates_show_the_whole_item_at_the_root() -> None:
    (error,) = unique_map(
        CREATE, None, [{"name": "a"}, {"name": "a", "value": "<"}], None, PAIR, False, (("name", ""),)
    )
    assert str(error) == '[1]: Duplicate value: {"name":"a","value":"\\u003c"}'
    assert error.origin == ""


@pytest.mark.parametrize(
    ("shape", "pointers", "value", "wanted"),
    [
        pytest.param(shapes.STRING, False, "<", '"<"', id="a string"),
        pytest.param(shapes.STRING, True, "<", '"\\u003c"', id="a pointer"),
        pytest.param(shapes.STRING.named("v1.Word"), False, "<", '"\\u003c"', id="a named string"),
        pytest.param(shapes.FLOAT64, False, 1e6, "1e+06", id="a float"),
        pytest.param(shapes.FLOAT64, True, 1e6, "1000000", id="a pointer to a float"),
        pytest.param(shapes.FLOAT64.named("v1.Ratio"), False, 1e6, "1000000", id="a named float"),
    ],
)
def test_duplicates_are_shown_as_their_type_is(shape: Shape, pointers: bool, value: Any, wanted: str) -> None:
    (error,) = unique_set(CREATE, PATH, [value, value], None, shape, pointers)
    assert str(error) == f"items[1]: Duplicate value: {wanted}"


def test_bytes_are_lists_of_numbers() -> None:
    (error,) = unique_set(CREATE, PATH, "AQIB", None, shapes.UINT8, False)
    assert str(error) == "items[2]: Duplicate value: 1"


def test_many_items_take_one_look_each(pace: Any) -> None:
    def look(size: int) -> None:
        items = [{"name": f"n{i}", "value": "x"} for i in range(size)]
        assert unique_map(CREATE, PATH, items, None, PAIR, False, (("name", ""),)) == []
        assert unique_set(CREATE, PATH, items, None, PAIR, False) == []

    pace.assert_linear(look, 2_000)


VALUES = [
    {},
    {"tags": []},
    {"tags": None, "num": None},
    {"tags": ["a"]},
    {"tags": ["a", ""]},
    {"tags": ["a", None]},
    {"num": 0},
    {"num": 1},
    {"labels": {}},
    {"labels": {"a": ""}},
    {"labels": {"a": None}},
    {"labels": {"b": ""}},
    {"pair": {}},
    {"pair": {"name": "x"}},
    {"pair": {"name": "x", "value": ""}},
    {"data": ""},
    {"data": "YQ=="},
]


@pytest.mark.parametrize("one", VALUES, ids=str)
def test_identity_agrees_with_equality(one: Any) -> None:
    identify = by_value(RICH)
    for other in VALUES:
        assert (identify(one) == identify(other)) is same(RICH, one, other), other


@pytest.mark.parametrize(
    ("items", "wanted"),
    [
        pytest.param(None, [], id="nil list"),
        pytest.param([{}, ""], [], id="nothing is nil"),
        pytest.param([None, {}, None], ["items[0]", "items[2]"], id="nil items"),
    ],
)
def test_ptr_slice_no_nils(items: Any, wanted: list[str]) -> None:
    errors = ptr_slice_no_nils(CREATE, PATH, items, None)
    assert [each.field for each in errors] == wanted
    assert all(str(each) == f"{each.field}: Required value" for each in errors)
