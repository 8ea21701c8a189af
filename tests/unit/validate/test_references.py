"""Tests of limits by other fields: the compared values, and the conditions."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import FieldPath, Operation, Verb
from kapivara.validate import compare_each, compare_fields

CREATE, UPDATE = Operation(), Operation(Verb.UPDATE)
HERE = FieldPath.of("spec")


def side(name: str, zero_is_unset: bool = False) -> Any:
    return name, lambda o: o.get(name), zero_is_unset


@pytest.mark.parametrize(
    ("rule", "value", "limit", "detail"),
    [
        pytest.param("minimum", 3, 3, "", id="minimum-holds"),
        pytest.param("minimum", 2, 3, "must be greater than or equal to limit (3)", id="minimum"),
        pytest.param("maximum", 3, 3, "", id="maximum-holds"),
        pytest.param("maximum", 4, 3, "must be less than or equal to limit (3)", id="maximum"),
        pytest.param("exclusiveMinimum", 3, 3, "must be greater than limit (3)", id="exclusive-minimum"),
        pytest.param("exclusiveMinimum", 4, 3, "", id="exclusive-minimum-holds"),
        pytest.param("exclusiveMaximum", 3, 3, "must be less than limit (3)", id="exclusive-maximum"),
        pytest.param("exclusiveMaximum", -1, 0, "", id="exclusive-maximum-holds"),
        pytest.param("minimum", None, 3, "", id="no-value"),
        pytest.param("minimum", 2, None, "", id="no-limit"),
    ],
)
def test_two_fields_are_compared(rule: str, value: int | None, limit: int | None, detail: str) -> None:
    new = {"value": value, "limit": limit}
    errors = compare_fields(CREATE, HERE, new, None, rule, side("value"), side("limit"))
    assert [each.detail for each in errors] == ([detail] if detail else [])
    for each in errors:
        assert (each.field, each.bad_value, each.origin) == ("spec.value", value, rule)


@pytest.mark.parametrize(
    ("new", "old", "fails"),
    [
        pytest.param({"v": 9, "l": 3, "z": 2}, {"v": 9, "l": 3, "z": 1}, False, id="neither-changed"),
        pytest.param({"v": 8, "l": 3}, {"v": 9, "l": 3}, True, id="value-changed"),
        pytest.param({"v": 9, "l": 3}, {"v": 9, "l": 4}, True, id="limit-changed"),
        pytest.param({"v": 9, "l": 3}, None, True, id="no-old-struct"),
        pytest.param(None, None, False, id="no-struct"),
    ],
)
def test_an_update_looks_at_changes_of_the_two_fields(new: Any, old: Any, fails: bool) -> None:
    assert bool(compare_fields(UPDATE, None, new, old, "maximum", side("v"), side("l"))) is fails


@pytest.mark.parametrize(
    ("value", "limit", "fails"),
    [
        pytest.param(side("v", True), side("l"), False, id="optional-value"),
        pytest.param(side("v"), side("l"), True, id="zero-counts"),
    ],
)
def test_zero_may_say_that_nothing_is_given(value: Any, limit: Any, fails: bool) -> None:
    assert bool(compare_fields(CREATE, None, {"v": 0, "l": 3}, None, "minimum", value, limit)) is fails
    assert not compare_fields(CREATE, None, {"v": 2, "l": 0}, None, "maximum", value, side("l", True))


@pytest.mark.parametrize(
    ("op", "new", "old", "by_value", "expected"),
    [
        pytest.param(CREATE, {"v": [1, 9, None, 8], "l": 3}, None, False, ["v[1]", "v[3]"], id="list"),
        pytest.param(CREATE, {"v": {"b": 9, "a": 8, "c": None}, "l": 3}, None, False, ["v[a]", "v[b]"], id="map"),
        pytest.param(CREATE, {"v": [9]}, None, False, [], id="no-limit"),
        pytest.param(CREATE, {"v": None, "l": 3}, None, False, [], id="no-values"),
        pytest.param(UPDATE, {"v": [9], "l": 3, "z": 1}, {"v": [9], "l": 3}, False, [], id="unchanged"),
        pytest.param(UPDATE, {"v": [9, 8], "l": 3}, {"v": [9], "l": 3}, False, ["v[0]", "v[1]"], id="list-changed"),
        pytest.param(UPDATE, {"v": [9, 8], "l": 3}, {"v": [9], "l": 3}, True, ["v[1]"], id="set-changed"),
        pytest.param(UPDATE, {"v": [9], "l": 3}, {"v": [9], "l": 4}, True, ["v[0]"], id="limit-changed"),
        pytest.param(
            *(UPDATE, {"v": {"a": 9, "b": 8}, "l": 3}, {"v": {"a": 9, "b": 7}, "l": 3}, False, ["v[b]"]),
            id="map-changed",
        ),
        pytest.param(UPDATE, None, None, False, [], id="no-struct"),
    ],
)
def test_each_value_is_compared(op: Operation, new: Any, old: Any, by_value: bool, expected: list[str]) -> None:
    errors = compare_each(op, None, new, old, "maximum", side("v"), side("l"), by_value)
    assert [each.field for each in errors] == expected
    assert all(each.detail == "must be less than or equal to l (3)" for each in errors)
