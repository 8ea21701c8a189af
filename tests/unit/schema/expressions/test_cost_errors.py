"""Tests of adding up the costs of rules."""

import pytest

from kapivara.field import FieldPath
from kapivara.schema.expressions.cost_errors import CostTally, children_factor, excess_message, occurrences
from kapivara.values import JsonObject

ADVICE = (
    "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are "
    "declared)"
)

FACTORS = {
    "barely": (10_000_001, "1.000000x"),
    "a little": (12_345_678, "1.234568x"),
    "half more": (15_000_000, "1.5x"),
    "much": (99_999_999, "10.0x"),
    "hundredfold": (1_000_000_000, "100.0x"),
    "far beyond": (1_000_000_001, "more than 100x"),
    "no bound": (2**64 - 1, "more than 100x"),
}


@pytest.mark.parametrize(("cost", "factor"), FACTORS.values(), ids=FACTORS)
def test_an_excess_is_told_as_a_factor(cost: int, factor: str) -> None:
    assert excess_message("estimated rule cost", cost, 10_000_000) == (
        f"estimated rule cost exceeds budget by factor of {factor} {ADVICE}"
    )


MULTIPLIERS: dict[str, tuple[JsonObject, int | None]] = {
    "scalar": ({"type": "string"}, 1),
    "object": ({"type": "object", "maxProperties": 7}, 1),
    "map": ({"type": "object", "additionalProperties": {}, "maxProperties": 7}, 7),
    "map without a bound": ({"type": "object", "additionalProperties": True}, None),
    "list": ({"type": "array", "maxItems": 3}, 3),
    "negative bound": ({"type": "array", "maxItems": -3}, 0),
    "list without a bound": ({"type": "array"}, None),
}


@pytest.mark.parametrize(("raw", "factor"), MULTIPLIERS.values(), ids=MULTIPLIERS)
def test_lists_and_maps_multiply(raw: JsonObject, factor: int | None) -> None:
    assert children_factor(raw) == factor


def test_a_request_bounds_what_nothing_else_does() -> None:
    assert occurrences(5, 2) == 5
    assert occurrences(None, 2) == 3 * 1024 * 1024 // 3


def test_a_tally_blames_the_four_dearest() -> None:
    tally = CostTally()
    root = FieldPath.of("schema")
    for number, cost in enumerate((999_999, 30_000_000, 40_000_000, 1_000_000, 20_000_000, 50_000_000)):
        tally.add(root.child(f"r{number}"), cost)
    errors = tally.errors(root)
    assert [error.field for error in errors] == ["schema.r5", "schema.r2", "schema.r1", "schema.r4", "schema"]
    total = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
    assert errors[-1].detail.startswith(f"{total} exceeds budget by factor of 1.42")


def test_a_tally_within_the_limit_says_nothing() -> None:
    tally = CostTally()
    tally.add(FieldPath.of("a"), 100_000_000)
    assert tally.errors(FieldPath.of("schema")) == []


def test_a_tally_stops_at_the_largest_number() -> None:
    tally = CostTally()
    tally.add(FieldPath.of("a"), 2**64 - 1)
    tally.add(FieldPath.of("b"), 2**64 - 1)
    assert tally.total == 2**64 - 1
