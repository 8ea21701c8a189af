"""Tests of the direction of changed keywords and junctors, and of the values newly rejected."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.schema.changes.difference import Direction, together
from kapivara.schema.changes.junctors import junctor_differences
from kapivara.schema.changes.keywords import value_differences
from kapivara.schema.changes.membership import losses
from kapivara.schema.changes.types import type_difference

TIGHTER, LOOSER, EITHER, NONE = Direction.TIGHTER, Direction.LOOSER, Direction.EITHER, None
STR, INT, NUM = {"type": "string"}, {"type": "integer"}, {"type": "number"}

VALUES: dict[str, tuple[Any, Any, str, Direction | None, str]] = {
    "zero is no lower bound": (STR, {**STR, "minLength": 0}, "minLength", NONE, ""),
    "zero is an upper bound": (STR, {**STR, "maxLength": 0}, "maxLength", TIGHTER, "texts of more than 0 characters"),
    "lower bound gone": ({**STR, "minLength": 2}, STR, "minLength", LOOSER, ""),
    "bound of another type": (STR, {**STR, "maxItems": 3}, "maxItems", NONE, ""),
    "bound without a type": ({}, {"maxItems": 3}, "maxItems", TIGHTER, "lists of more than 3 items"),
    "exclusive without a bound": (NUM, {**NUM, "exclusiveMinimum": True}, "exclusiveMinimum", NONE, ""),
    "exclusive and a larger bound": (
        {**NUM, "maximum": 5},
        {**NUM, "maximum": 6, "exclusiveMaximum": True},
        "maximum",
        LOOSER,
        "",
    ),
    "exclusive bound of integers, the same": (
        {**INT, "minimum": 1},
        {**INT, "minimum": 0, "exclusiveMinimum": True},
        "minimum",
        NONE,
        "",
    ),
    "fraction on an integer": (INT, {**INT, "minimum": 2.5}, "minimum", EITHER, "numbers below 2.5"),
    "bound beyond 64 bits": (
        {**NUM, "maximum": 1}, {**NUM, "maximum": 1e20}, "maximum", EITHER, "numbers above 100000000000000000000"
    ),
    "multiple of a multiple": (
        {**INT, "multipleOf": 2},
        {**INT, "multipleOf": 6},
        "multipleOf",
        TIGHTER,
        "numbers that are no multiples of 6",
    ),
    "divisor": ({**INT, "multipleOf": 6}, {**INT, "multipleOf": 2}, "multipleOf", LOOSER, ""),
    "other multiple": (
        {**INT, "multipleOf": 2},
        {**INT, "multipleOf": 3},
        "multipleOf",
        EITHER,
        "numbers that are no multiples of 3",
    ),
    "values replaced": (
        {**STR, "enum": ["a", "b"]}, {**STR, "enum": ["b", "c"]}, "enum", EITHER, '"a"'
    ),
    "values in another order": ({**STR, "enum": ["a", "b"]}, {**STR, "enum": ["b", "a"]}, "enum", NONE, ""),
    "null in an enumeration never counts": ({"enum": ["a", None]}, {"enum": ["a"]}, "enum", NONE, ""),
    "many values gone": (
        {**INT, "enum": list(range(9))}, {**INT, "enum": [0]}, "enum", TIGHTER, "1, 2, 3, 4, 5, 6 and 2 more"
    ),
    "other pattern": ({**STR, "pattern": "a"}, {**STR, "pattern": "b"}, "pattern", EITHER, "texts that do not match b"),
    "format with other dashes": ({**STR, "format": "date-time"}, {**STR, "format": "datetime"}, "format", NONE, ""),
    "format that lets all pass": (STR, {**STR, "format": "password"}, "format", NONE, ""),
    "int64 of integers": (INT, {**INT, "format": "int64"}, "format", NONE, ""),
    "int32 to int64": ({**INT, "format": "int32"}, {**INT, "format": "int64"}, "format", LOOSER, ""),
    "other format": ({**STR, "format": "ipv4"}, {**STR, "format": "ipv6"}, "format", EITHER, "values that are no ipv6"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "keyword", "direction", "refused"), VALUES.values(), ids=VALUES)
def test_keywords(old: Any, new: Any, keyword: str, direction: Direction | None, refused: str) -> None:
    (found,) = value_differences(old, new)
    assert (found.keyword, found.direction, found.refused) == (keyword, direction, refused)


SHORT, LONG, A = {"maxLength": 2}, {"maxLength": 5}, {"pattern": "a"}
JUNCTORS: dict[str, tuple[Any, Any, Direction | None]] = {
    "allOf, a branch more": ({"allOf": [SHORT]}, {"allOf": [SHORT, A]}, TIGHTER),
    "allOf, a branch less": ({"allOf": [SHORT, A]}, {"allOf": [A]}, LOOSER),
    "allOf, one for another": ({"allOf": [SHORT]}, {"allOf": [A]}, EITHER),
    "allOf, in another order": ({"allOf": [SHORT, A]}, {"allOf": [A, SHORT]}, NONE),
    "anyOf, a branch more": ({"anyOf": [SHORT]}, {"anyOf": [SHORT, A]}, LOOSER),
    "anyOf, a branch less": ({"anyOf": [SHORT, A]}, {"anyOf": [A]}, TIGHTER),
    "anyOf, a branch looser": ({"anyOf": [SHORT, A]}, {"anyOf": [LONG, A]}, LOOSER),
    "anyOf, more and less": ({"anyOf": [SHORT, A]}, {"anyOf": [LONG]}, EITHER),
    "anyOf gone": ({"anyOf": [SHORT]}, {}, LOOSER),
    "oneOf, a branch more": ({"oneOf": [SHORT]}, {"oneOf": [SHORT, A]}, EITHER),
    "oneOf gone": ({"oneOf": [SHORT]}, {}, LOOSER),
    "not, tighter by a looser branch": ({"not": SHORT}, {"not": LONG}, TIGHTER),
    "not, looser by a tighter branch": ({"not": LONG}, {"not": SHORT}, LOOSER),
    "not gone": ({"not": LONG}, {}, LOOSER),
    "fields in branches": (
        {"allOf": [{"properties": {"a": LONG}}]}, {"allOf": [{"properties": {"a": SHORT}}]}, TIGHTER
    ),
    "fields that branches name": ({"allOf": [{"required": ["a"]}]}, {"allOf": [{"required": ["a", "b"]}]}, TIGHTER),
    "items in branches": ({"allOf": [{"items": SHORT}]}, {"allOf": [{"items": LONG}]}, LOOSER),
    "types in branches": ({"anyOf": [INT]}, {"anyOf": [NUM]}, LOOSER),
    "junctors in branches": ({"not": {"anyOf": [SHORT]}}, {"not": {"anyOf": [SHORT, A]}}, TIGHTER),
    "words in branches": ({"allOf": [SHORT]}, {"allOf": [{**SHORT, "description": "short"}]}, NONE),
    "what has no meaning there": ({"allOf": [SHORT]}, {"allOf": [{**SHORT, "nullable": True}]}, EITHER),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "direction"), JUNCTORS.values(), ids=JUNCTORS)
def test_junctors(old: Any, new: Any, direction: Direction | None) -> None:
    (found,) = junctor_differences(old, new)
    assert found.direction is direction


@pytest.mark.parametrize(
    ("old", "new", "direction", "refused"),
    [
        pytest.param(INT, NUM, LOOSER, "", id="fractions"),
        pytest.param(NUM, STR, EITHER, "whole numbers, fractions", id="another type"),
        pytest.param({}, {"type": "boolean"}, TIGHTER, "whole numbers, fractions, texts, lists, objects", id="a type"),
    ],
)
def test_types(old: Any, new: Any, direction: Direction, refused: str) -> None:
    found = type_difference(old, new)
    assert found is not None
    assert (found.direction, found.refused) == (direction, refused)


def test_the_same_types() -> None:
    assert type_difference({"type": "string"}, {"type": "string", "maxLength": 1}) is None


def test_several_directions() -> None:
    assert together([]) is None
    assert together([None, TIGHTER, TIGHTER]) is TIGHTER
    assert together([TIGHTER, LOOSER]) is EITHER


FREE = {"x-kubernetes-preserve-unknown-fields": True}
LOSSES: dict[str, tuple[Any, Any, list[str]]] = {
    "nothing": ({"type": "object", "properties": {"a": STR}}, {"type": "object", "properties": {"a": INT}}, []),
    "a field": ({"type": "object", "properties": {"a": STR}}, {"type": "object"}, ["a"]),
    "a field of items": (
        {"type": "array", "items": {"type": "object", "properties": {"a": STR}}},
        {"type": "array", "items": {"type": "object", "properties": {"b": STR}}},
        ["[].a"],
    ),
    "entries of a map": ({"type": "object", "additionalProperties": STR}, {"type": "object"}, ["[]"]),
    "what is kept": ({"type": "object", **FREE}, {"type": "object", "properties": {"a": STR}}, ["a[]", "a[][]", "[]"]),
    "all is kept": ({"type": "object", "properties": {"a": STR}}, FREE, []),
    "what is in entries": (
        {"type": "object", "additionalProperties": {"type": "object", "properties": {"a": STR}}},
        {"type": "object", "additionalProperties": True},
        ["[][]"],
    ),
    "an object for a text": ({"type": "object", "properties": {"a": STR}}, STR, ["a"]),
    "a list of texts for a text": ({"type": "array", "items": STR}, STR, []),
    "anything for nothing": (FREE, {"type": "array"}, ["[]", "[][]"]),
}


@pytest.mark.parametrize(("old", "new", "fields"), LOSSES.values(), ids=LOSSES)
def test_what_is_pruned(old: Any, new: Any, fields: list[str]) -> None:
    assert [each.field for each in losses(old, new, is_root=False)] == fields


def test_whole_objects_keep_their_metadata() -> None:
    old = {"type": "object", "properties": {"metadata": {"type": "object"}, "kind": STR}}
    assert list(losses(old, {"type": "object"}, is_root=True)) == []
