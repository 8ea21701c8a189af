"""Tests of the cost estimate from a schema's text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kapivara.cel.library.all_libraries import LIBRARIES
from kapivara.schema.structural.apparent_cost import ApparentCost, apparent_cost

LOOPS = "self.all(a, self.exists(b, a == b))"


def ruled(*rules: str, **keywords: Any) -> dict[str, Any]:
    """Returns a schema whose list has rules."""
    items = {"type": "array", "x-kubernetes-validations": [{"rule": rule} for rule in rules], **keywords}
    return {"type": "object", "properties": {"l": items}}


@pytest.mark.parametrize(
    ("raw", "cost"),
    [
        pytest.param({"type": "object"}, ApparentCost(), id="plain"),
        pytest.param(ruled("self.all(a, a > 0)"), ApparentCost(loops=1), id="a-loop"),
        pytest.param(ruled("1 > 0", LOOPS), ApparentCost(loops=2), id="loops"),
        pytest.param(ruled(LOOPS, default=[1, 2]), ApparentCost(loops=2), id="a-small-default"),
        pytest.param(ruled(LOOPS, default=[[{"a": list(range(17))}]]), ApparentCost(True, 2), id="a-large-default"),
        pytest.param(ruled("1 > 0", default=list(range(99))), ApparentCost(), id="a-large-default-without-loops"),
        pytest.param(ruled(*["1 > 0"] * 200), ApparentCost(), id="some-rules"),
        pytest.param(ruled(*["1 > 0"] * 201), ApparentCost(True), id="many-rules"),
        pytest.param(ruled("1 > 0" + " " * 17_000), ApparentCost(True), id="much-text"),
        pytest.param(ruled("self.join('a') == ''"), ApparentCost(True), id="growing"),
        pytest.param(ruled("'a'.matches(self[0])"), ApparentCost(True), id="an-open-pattern"),
        pytest.param(ruled("'a'.matches('a')"), ApparentCost(), id="a-written-pattern"),
        pytest.param(ruled("'a'.matches(r'''it's a \"''') && true"), ApparentCost(), id="a-pattern-in-quotes"),
        pytest.param(ruled("'a'.matches('''a''' + self[0])"), ApparentCost(True), id="a-pattern-of-two"),
        pytest.param({"not": {"anyOf": [{"pattern": "(a{300}){3}"}]}}, ApparentCost(True), id="a-costly-pattern"),
        pytest.param({"pattern": "^a+$"}, ApparentCost(), id="a-pattern"),
    ],
)
def test_what_looks_costly(raw: dict[str, Any], cost: ApparentCost) -> None:
    assert apparent_cost(raw) == cost


@pytest.mark.parametrize(
    ("loops", "parts", "high"), [(0, 9999, False), (1, 9999, False), (2, 140, False), (2, 143, True), (3, 30, True)]
)
@pytest.mark.parametrize("indent", [None, 1], ids=["in-a-line", "over-lines"])
def test_loops_within_loops_count_by_the_parts_of_an_object(
    loops: int, parts: int, high: bool, indent: int | None
) -> None:
    members = parts - 1 if indent is None else parts // 2
    assert ApparentCost(loops=loops).is_high_for(json.dumps([1] * members, indent=indent).encode()) is high
    assert ApparentCost(is_high=True, loops=loops).is_high_for(b"")


def test_defaults_of_any_depth_are_looked_through() -> None:
    default: Any = list(range(17))
    for _ in range(50_000):
        default = [default]
    assert apparent_cost(ruled(LOOPS, default=default)).is_high


def test_functions_that_grow_look_costly() -> None:
    functions = [function for listed in LIBRARIES for function in listed.load().values()]
    growing = {each.name for each in functions if any(overload.grows for overload in each.overloads)}
    calls = {each.name: f"a.{each.name.rpartition('.')[2]}('b')" for each in functions}
    assert growing == {name for name, call in calls.items() if apparent_cost(ruled(call)).is_high}
