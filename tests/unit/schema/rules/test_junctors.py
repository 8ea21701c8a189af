"""Tests that the first branch with the most matching checks is reported; others are only counted."""

import pytest

from kapivara.schema.resource.validator import validator_for
from kapivara.schema.rules.report import Report, Tally
from kapivara.schema.structural.structural import Structural

_SHORT, _LONG = {"maxLength": 1}, {"minLength": 9}
_WIDE = {"properties": {"a": {"minimum": 5}, "b": {"minimum": 5}}}


@pytest.mark.parametrize("junctor", ["anyOf", "oneOf"])
@pytest.mark.parametrize(
    ("branches", "value", "told"),
    [
        pytest.param([_SHORT, _LONG], "four", ["too long"], id="the first of equals"),
        pytest.param([{"required": ["z"]}, _WIDE], {"a": 1, "b": 1}, ["v.a", "v.b"], id="the one with most matches"),
        pytest.param([{"not": _LONG}, {"not": {}}], "at least nine", ["not"], id="negated"),
        pytest.param([{"allOf": [_SHORT, _LONG]}], "four", ["too long", "at least 9", "allOf"], id="all of them"),
    ],
)
def test_best_branch(junctor, branches, value, told):
    validator = validator_for(Structural({"properties": {"v": {junctor: branches}}}))
    errors = [str(error).lower() for error in validator.explain(None, {"v": value})]
    assert junctor.lower() in errors[0]
    assert len(errors) == 1 + len(told)
    assert all(text.lower() in error for text, error in zip(told, errors[1:], strict=True))


@pytest.mark.parametrize("value", [{"v": "four"}, {"v": "x"}, {"v": 3}, {"w": 1}, {}, None, 7])
def test_a_tally_counts_as_a_report_does(value):
    schema = {
        "type": "object",
        "required": ["v"],
        "properties": {"v": {"type": "string", "anyOf": [_SHORT, {"oneOf": [_LONG, {"enum": ["y"]}]}]}},
        "not": {"required": ["w"]},
    }
    report, tally = Report(None, thorough=True), Tally()
    for verdict in (report, tally):
        validator_for(Structural(schema)).root.explain(verdict, "", value)
    assert (bool(report.errors), report.matched) == (bool(tally.errors), tally.matched)


_LEAVES = [
    {"type": "integer", "minimum": 5, "maximum": 9},
    {"type": "integer", "multipleOf": 2, "format": "int32"},
    {"type": "number", "exclusiveMinimum": True, "minimum": 3},
    {"type": "string", "pattern": "^a", "maxLength": 3},
    {"type": "string", "format": "date", "minLength": 2},
    {"x-kubernetes-int-or-string": True, "enum": ["a", 7]},
    {"type": "boolean", "enum": [True]},
    {"minimum": 2.5, "nullable": True},
    {"type": "string", "anyOf": [{"minLength": 2}, {"pattern": "z"}]},
    {"type": "object", "required": ["a"], "maxProperties": 1},
    {"required": ["b"], "x-kubernetes-preserve-unknown-fields": True},
    {"type": "object", "properties": {"a": {"minimum": 3}}, "additionalProperties": False},
    {"type": "object", "additionalProperties": {"type": "integer"}},
    {"type": "array", "minItems": 1, "uniqueItems": True},
    {"type": "array", "items": {"minimum": 3}},
]
_OBJECTS = [{}, {"a": 1}, {"a": 5}, {"b": 1}, {"a": 1, "b": "x"}, {"c": {}}]
_LISTS = [[], [1], [5], [1, 1], ["x", 5]]


@pytest.mark.parametrize("junctor", ["anyOf", "oneOf", "not"])
@pytest.mark.parametrize(
    "value", [0, 4, 7, 12, 2**40, -1, 7.0, 7.5, "", "a", "zz", "2024-01-01", True, False, None, []]
)
def test_branches_count_alike_however_often_they_were_asked(junctor, value):
    compare_cold_and_warm(junctor, value)


@pytest.mark.parametrize("junctor", ["anyOf", "oneOf", "not"])
@pytest.mark.parametrize("value", [*_OBJECTS, *_LISTS], ids=str)
def test_branches_count_alike_of_objects_and_lists(junctor, value):
    compare_cold_and_warm(junctor, value)


def compare_cold_and_warm(junctor, value):
    branches = {"anyOf": _LEAVES} if junctor == "not" else _LEAVES
    schema = {"properties": {"v": {junctor: branches, "nullable": True}}}
    cold = [str(error) for error in validator_for(Structural(schema)).explain(None, {"v": value})]
    warm = validator_for(Structural(schema))
    for other in ["x", 1, True, 7.0, "aaaa", *_OBJECTS, *_LISTS] * 5:
        warm.explain(None, {"v": other})
    assert [[str(error) for error in warm.explain(None, {"v": value})] for _ in range(12)] == [cold] * 12
