"""Tags around other tags, on types: options, subresources, levels, and fields that only tags validate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

CREATE, UPDATE = Operation(), Operation(Verb.UPDATE)
ON, OFF = Operation(options={"X": True}), Operation(options={"X": False})


def fields(module: GeneratedModule, op: Operation, new: Any, old: Any = None) -> list[str]:
    return [each.field for each in module.validate("Root", op, new, old)]


GATES = """
// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/resize"
type Root struct {
	// +k8s:ifOptionEnabled(X)=+k8s:maxLength=1
	Kep string `json:"kep,omitempty"`
	// +k8s:ifOptionDisabled(X)=+k8s:eachVal=+k8s:maxLength=1
	Off []string `json:"off,omitempty"`
	// +k8s:ifSubresource("/status")=+k8s:required
	// +k8s:maxLength=3
	Through string `json:"through,omitempty"`
	// +k8s:ifNotSubresource("resize")=+k8s:immutable
	Size int32 `json:"size,omitempty"`
	// +k8s:ifSubresource("/")=+k8s:forbidden
	Main string `json:"main,omitempty"`
	// +k8s:ifSubresource("status")=+k8s:unionMember
	A *string `json:"a,omitempty"`
	// +k8s:ifSubresource("status")=+k8s:unionMember
	B *string `json:"b,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("op", "new", "expected"),
    [
        pytest.param(ON, {"kep": "ab", "off": ["ab"]}, ["kep"], id="option-on"),
        pytest.param(OFF, {"kep": "ab", "off": ["ab"]}, ["off[0]"], id="option-off"),
        pytest.param(ON, {"through": "long"}, ["through"], id="resource"),
        pytest.param(ON, {"main": "x"}, ["main"], id="resource-only"),
        pytest.param(
            Operation(subresource="status", options={"X": False}), {}, ["<nil>", "through"], id="through-status"
        ),
        pytest.param(
            *(Operation(subresource="resize", options={"X": False}), {"main": "x", "size": 3}, []), id="through-resize"
        ),
    ],
)
def test_gates(validators: Validators, op: Operation, new: Any, expected: list[str]) -> None:
    assert fields(validators(GATES), op, new) == expected


@pytest.mark.parametrize(
    ("subresource", "expected"),
    [pytest.param("", ["size"], id="resource"), pytest.param("resize", [], id="resize")],
)
def test_a_field_may_change_through_one_subresource(
    validators: Validators, subresource: str, expected: list[str]
) -> None:
    op = Operation(Verb.UPDATE, subresource, {"X": True})
    assert fields(validators(GATES), op, {"size": 2}, {"size": 1}) == expected


def test_an_undefined_option_is_a_failure(validators: Validators) -> None:
    errors = validators(GATES).validate("Root", CREATE, {"kep": "ab"})
    assert [(each.field, each.detail) for each in errors] == [
        *(("kep", 'undefined validation option "X"'), ("off", 'undefined validation option "X"')),
    ]


LEVELS = """
type Root struct {
	// +k8s:alpha(since: "1.36")=+k8s:ifEnabled(X)=+k8s:eachVal=+k8s:maxLength=1
	// +k8s:beta=+k8s:minItems=2
	A []string `json:"a,omitempty"`
	// +k8s:alpha=+k8s:beta=+k8s:maxLength=1
	B string `json:"b,omitempty"`
}
"""


def test_levels_mark_failures(validators: Validators) -> None:
    errors = validators(LEVELS).validate("Root", ON, {"a": ["ab"], "b": "ab"})
    assert [(each.field, each.marks.level) for each in errors] == [("a", "beta"), ("a[0]", "alpha"), ("b", "alpha")]


NATIVE = """
type Root struct {
	// +k8s:declarativeValidationNative
	// +k8s:required
	// +k8s:listType=set
	// +k8s:eachVal=+k8s:maxLength=1
	A []string `json:"a,omitempty"`
	// +k8s:maxLength=1
	B string `json:"b,omitempty"`
	// +k8s:declarativeValidationNative
	// +k8s:unionMember
	C *string `json:"c,omitempty"`
	// +k8s:declarativeValidationNative
	// +k8s:unionMember
	D *string `json:"d,omitempty"`
}
"""


def test_failures_of_native_fields_are_marked(validators: Validators) -> None:
    module = validators(NATIVE)
    errors = module.validate("Root", CREATE, {"a": ["ab", "ab"], "b": "ab"})
    assert [(each.field, each.marks.declarative_only) for each in errors] == [
        *(("<nil>", True), ("a[0]", True), ("a[1]", True), ("a[1]", True), ("b", False)),
    ]
    (missing,) = module.validate("Root", CREATE, {"c": ""})
    assert (missing.field, missing.marks.declarative_only, missing.marks.short_circuit) == ("a", True, True)


@pytest.mark.parametrize(
    ("package", "tag", "refused"),
    [
        pytest.param("v1", "+k8s:maxLength=1", "", id="stable"),
        pytest.param("v1", '+k8s:neq="x"', 'tag "k8s:neq" with stability level "Alpha"', id="alpha-tag"),
        pytest.param("v1", "+k8s:ifEnabled(X)=+k8s:forbidden", 'tag "k8s:forbidden" with stability', id="beta-inside"),
        pytest.param("v1", "+k8s:alpha=+k8s:required", 'tag "k8s:alpha" with stability level "Beta"', id="level"),
        pytest.param("v1beta1", "+k8s:forbidden", "", id="beta-tag-in-beta"),
        pytest.param("v1beta1", '+k8s:neq="x"', 'tag "k8s:neq"', id="alpha-tag-in-beta"),
        pytest.param("v1alpha1", '+k8s:neq="x"', "", id="alpha-tag-in-alpha"),
    ],
)
def test_native_fields_have_stable_tags(validators: Validators, package: str, tag: str, refused: str) -> None:
    types = f'type Root struct {{\n\t// +k8s:declarativeValidationNative\n\t// {tag}\n\tA string `json:"a"`\n}}\n'
    if not refused:
        validators(types, package)
        return
    with pytest.raises(AuthorErrors) as caught:
        validators(types, package)
    (error,) = caught.value.errors
    assert f"{refused}" in error.message
    assert "cannot be used with +k8s:declarativeValidationNative" in error.message
    assert error.place is not None
    assert error.place.line == 5


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        pytest.param('+k8s:alpha(since: "1.36.1")=+k8s:required', "invalid kubernetes version format", id="version"),
        pytest.param('+k8s:ifSubresource("a//b")=+k8s:required', 'invalid subresource path "a//b"', id="path"),
        pytest.param('+k8s:ifSubresource("")=+k8s:required', 'invalid subresource path ""', id="no-path"),
        pytest.param("+k8s:ifNotSubresource=+k8s:required", "missing required positional argument", id="no-argument"),
        pytest.param("+k8s:ifOptionEnabled(X)", "missing required tag value of type tag", id="no-tag"),
        pytest.param("+k8s:ifEnabled(X)=+k8s:maxlen=3", 'unknown tag "k8s:maxlen"', id="unknown-inside"),
    ],
)
def test_mistakes_are_told(validators: Validators, tag: str, expected: str) -> None:
    with pytest.raises(AuthorErrors) as caught:
        validators(f'type Root struct {{\n\t// {tag}\n\tA string `json:"a"`\n}}\n')
    (error,) = caught.value.errors
    assert expected in error.message
