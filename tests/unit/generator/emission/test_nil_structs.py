"""Structs behind nil pointers, and structs embedded by pointer: validation, comparison and messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

TYPES = """
type Root struct {
	Probe *Probe `json:"probe"`
	Locked *Locked `json:"locked"`
	Choice *Choice `json:"choice"`
	Deep *Deep `json:"deep"`
}

// +k8s:validateFalse="type"
type Probe struct {
	A string `json:"a"`
}

// +k8s:immutable
type Locked struct {
	// +k8s:optional
	// +k8s:maxLength=1
	A string `json:"a"`
}

type Choice struct {
	// +k8s:unionMember
	A *string `json:"a"`
	// +k8s:unionMember
	B *string `json:"b"`
}

// +k8s:validateFalse="type"
type Deep struct {
	// +k8s:required
	A string `json:"a"`
}
"""


def told(errors: Any) -> list[str]:
    return [str(each) for each in errors]


def test_rules_of_structs_without_ruled_fields_see_nil(validators: Validators) -> None:
    assert told(validators(TYPES).validate("Root", Operation(), {})) == [
        "probe: Invalid value: null: forced failure: type",
        'choice: Invalid value: "": must specify one of: `a`, `b`',
    ]


def test_short_circuits_come_before_the_fields_of_nil(validators: Validators) -> None:
    old = {"locked": {"a": "x"}}
    errors = validators(TYPES).validate("Root", Operation(Verb.UPDATE), {}, old)
    assert told(errors) == ["locked: Invalid value: null: field is immutable"]


EMBEDDED = """
// +k8s:validateFalse="root"
type Root struct {
	*Inner `json:",inline"`
	B string `json:"b"`
}

type Inner struct {
	A string `json:"a"`
}

type List struct {
	// +k8s:listType=set
	Items []Root `json:"items"`
}
"""


@pytest.mark.parametrize(
    ("new", "shown"),
    [
        pytest.param({"b": "x"}, '{"b":"x"}', id="nil"),
        pytest.param({"a": "", "b": "x"}, '{"a":"","b":"x"}', id="given"),
    ],
)
def test_fields_of_nil_embedded_structs_are_not_shown(validators: Validators, new: Any, shown: str) -> None:
    (error,) = validators(EMBEDDED).validate("Root", Operation(), new)
    assert str(error) == f"<nil>: Invalid value: {shown}: forced failure: root"


def test_nil_embedded_structs_differ_from_empty_ones(validators: Validators) -> None:
    module = validators(EMBEDDED)
    items = [{"b": "x"}, {"a": "", "b": "x"}, {"b": "x"}]
    errors = [each for each in module.validate("List", Operation(), {"items": items}) if not each.origin]
    assert told(errors) == ['items[2]: Duplicate value: {"b":"x"}']


NAMELESS = """
// +k8s:supportsSubresource="/status"
type Root struct {
	// +k8s:required
	Hidden []*Part `json:"-"`
	// +k8s:required
	Map map[string]Part `json:"-"`
}

type Part struct {
	A string `json:"a"`
}

// +k8s:maxItems=1
type Row []string
"""


def test_fields_without_names_are_called_by_their_types(validators: Validators) -> None:
    errors = validators(NAMELESS).validate("Root", Operation(), {})
    assert [each.field for each in errors] == ["[]*Part", "map[string]Part"]


def test_lists_are_validated_as_values(validators: Validators) -> None:
    (error,) = validators(NAMELESS).validate("Row", Operation(Verb.CREATE, "scale"), [])
    assert error.detail == "no validation found for v1.Row, subresource: /scale"
