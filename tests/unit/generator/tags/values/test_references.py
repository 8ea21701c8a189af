"""Limits by other fields, on types: compared fields, places of errors, and invalid references."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

CREATE, UPDATE = Operation(), Operation(Verb.UPDATE)

CONFIG = """
type Config struct {
	Limits Limits `json:"limits"`
	// +k8s:minimum(constraint: min)
	// +k8s:maximum(constraint: limits.max)
	Current int64 `json:"current"`
	// +k8s:optional
	Min *int32 `json:"min,omitempty"`
	// +k8s:alpha=+k8s:exclusiveMinimum(constraint: low)
	High *int32 `json:"high,omitempty"`
	Low *int32 `json:"low,omitempty"`
}

type Limits struct {
	// +k8s:optional
	Max int32 `json:"max,omitempty"`
}

type Lists struct {
	Max int32 `json:"max"`
	// +k8s:eachVal=+k8s:maximum(constraint: max)
	Plain []int32 `json:"plain,omitempty"`
	// +k8s:listType=set
	// +k8s:eachVal=+k8s:ifEnabled(On)=+k8s:maximum(constraint: max)
	Set []int32 `json:"set,omitempty"`
	// +k8s:eachVal=+k8s:maximum(constraint: max)
	Table map[string]int32 `json:"table,omitempty"`
}

type Base struct {
	Most int32 `json:"most"`
}

type Range struct {
	Base `json:",inline"`
	// +k8s:maximum(constraint: most)
	Value int32 `json:"value"`
	Other int32 `json:"other"`
}

type Outside struct {
	// +k8s:subfield(other)=+k8s:exclusiveMaximum(constraint: value)
	Range *Range `json:"range,omitempty"`
	// +k8s:eachVal=+k8s:subfield(other)=+k8s:exclusiveMaximum(constraint: value)
	Ranges []Range `json:"ranges,omitempty"`
}
"""
ON = Operation(options={"On": True})
AT_MOST = "must be less than or equal to"


@pytest.mark.parametrize(
    ("kind", "new", "expected"),
    [
        pytest.param("Config", {"current": 2, "min": 2, "limits": {"max": 2}}, [], id="fine"),
        pytest.param(
            "Config", {"current": 1, "min": 2}, ["current must be greater than or equal to min (2)"], id="sibling"
        ),
        pytest.param(
            "Config", {"current": 3, "limits": {"max": 2}}, [f"current {AT_MOST} limits.max (2)"], id="dotted"
        ),
        pytest.param("Config", {"current": 3, "limits": {}}, [], id="optional-limit-not-given"),
        pytest.param("Config", {"min": 1}, ["current must be greater than or equal to min (1)"], id="zero-counts"),
        pytest.param("Config", {"high": 1}, [], id="no-limit"),
        pytest.param("Config", {"high": 1, "low": 1}, ["high must be greater than low (1)"], id="exclusive"),
        pytest.param("Lists", {"max": 1, "plain": [1, 2]}, [f"plain[1] {AT_MOST} max (1)"], id="list"),
        pytest.param("Lists", {"max": 1, "set": [2]}, [f"set[0] {AT_MOST} max (1)"], id="gated-list"),
        pytest.param("Lists", {"max": 1, "table": {"a": 2, "b": 1}}, [f"table[a] {AT_MOST} max (1)"], id="map"),
        pytest.param("Range", {"most": 1, "value": 2}, [f"value {AT_MOST} most (1)"], id="embedded"),
        pytest.param("Outside", {}, [], id="no-struct"),
        pytest.param(
            *("Outside", {"range": {"other": 1, "value": 1, "most": 1}}, ["range.other must be less than value (1)"]),
            id="subfield",
        ),
        pytest.param(
            *("Outside", {"ranges": [{"other": -1}, {"other": 2}]}, ["ranges[1].other must be less than value (0)"]),
            id="subfield-of-each",
        ),
    ],
)
def test_fields_are_compared(validators: Validators, kind: str, new: Any, expected: list[str]) -> None:
    errors = validators(CONFIG).validate(kind, ON, new)
    assert [f"{each.field} {each.detail}" for each in errors] == expected


def test_origin_value_and_level(validators: Validators) -> None:
    (error,) = validators(CONFIG).validate("Config", CREATE, {"high": 1, "low": 2})
    assert (error.origin, error.bad_value, error.marks.level) == ("exclusiveMinimum", 1, "alpha")


@pytest.mark.parametrize(
    ("kind", "new", "old", "expected"),
    [
        pytest.param("Config", {"current": 1, "min": 2, "low": 3}, {"current": 1, "min": 2}, [], id="another-field"),
        pytest.param("Config", {"current": 1, "min": 2}, {"current": 0, "min": 2}, ["current"], id="the-field"),
        pytest.param("Config", {"current": 1, "min": 2}, {"current": 1, "min": 1}, ["current"], id="the-limit"),
        pytest.param("Lists", {"max": 1, "set": [2, 3]}, {"max": 1, "set": [2]}, ["set[1]"], id="set"),
        pytest.param(
            "Lists", {"max": 1, "plain": [2, 3]}, {"max": 1, "plain": [2]}, ["plain[0]", "plain[1]"], id="list"
        ),
    ],
)
def test_updates_look_at_the_two_fields(
    validators: Validators, kind: str, new: Any, old: Any, expected: list[str]
) -> None:
    op = Operation(Verb.UPDATE, options={"On": True})
    assert [each.field for each in validators(CONFIG).validate(kind, op, new, old)] == expected


FIELDS = '\tMinValue int32 `json:"minValue"`\n\tText string `json:"text"`\n\tSub Sub `json:"sub"`\n'
SUB = 'type Sub struct {\n\tX int32 `json:"x"`\n}\n'


@pytest.mark.parametrize(
    ("tag", "kind", "expected", "hint"),
    [
        pytest.param(
            "minimum(constraint: minVal)", "int32", 'no field for JSON name "minVal"', "minValue?", id="unknown"
        ),
        pytest.param(
            "minimum(constraint: sub.y)", "int32", 'no field for JSON name "y"', "Sub has: x", id="unknown-deep"
        ),
        pytest.param("minimum(constraint: text.y)", "int32", '"text" is not a struct (Builtin)', "", id="no-struct"),
        pytest.param("minimum(constraint: text)", "int32", "must be an integer type (got string)", "", id="text"),
        pytest.param("minimum(constraint: sub)", "int32", "must be an integer type (got ", "", id="struct"),
        pytest.param("minimum(constraint: a)", "int32", "target and constraint must be different", "", id="itself"),
        pytest.param("minimum(constraint: minValue)", "string", "can only be used on integer types", "", id="on-text"),
        pytest.param("minimum(constraint: minValue)=3", "int32", "takes the place of the payload", "", id="payload"),
        pytest.param('minimum(constraint: "")', "int32", 'no field for JSON name ""', "", id="no-name"),
    ],
)
def test_mistakes_are_told(validators: Validators, tag: str, kind: str, expected: str, hint: str) -> None:
    with pytest.raises(AuthorErrors) as caught:
        validators(f'type Root struct {{\n\t// +k8s:{tag}\n\tA {kind} `json:"a"`\n{FIELDS}}}\n\n{SUB}')
    (error,) = caught.value.errors
    assert expected in error.message
    assert hint in error.hint
    assert error.place is not None
    assert error.place.line == 4


@pytest.mark.parametrize(
    "types",
    [
        pytest.param("// +k8s:minimum(constraint: x)\ntype Root int32\n", id="type"),
        pytest.param("// +k8s:eachVal=+k8s:minimum(constraint: x)\ntype Root []int32\n", id="list-type"),
    ],
)
def test_a_type_has_no_fields_beside_it(validators: Validators, types: str) -> None:
    with pytest.raises(AuthorErrors, match="can only be used on struct fields"):
        validators(types)


def test_fields_do_not_limit_each_other_in_a_circle(validators: Validators) -> None:
    tagged = '\t// +k8s:{0}(constraint: {1})\n\t{2} int32 `json:"{3}"`\n'
    fields = tagged.format("minimum", "b", "A", "a") + tagged.format("maximum", "c", "B", "b")
    with pytest.raises(AuthorErrors, match="field references form a cycle: c -> a -> b -> c"):
        validators(f"type Root struct {{\n{fields}{tagged.format('minimum', 'a', 'C', 'c')}}}\n")
