"""Lint: limits that leave no valid value, and limits that fit together."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.generator.lint import Finding, Severity

LintField = Callable[..., list[Finding]]
LONG = """
// +k8s:minLength=5
type Long string

type Part struct {
	// +k8s:optional
	// +k8s:minLength=3
	Name *string `json:"name,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('k8s:optional | k8s:minimum=3 | k8s:maximum=2 | A *int32 `json:"a"`', "+k8s:minimum=3 and +k8s:maximum=2"),
        (
            'k8s:optional | k8s:exclusiveMinimum=3 | k8s:exclusiveMaximum=4 | A *int32 `json:"a"`',
            "+k8s:exclusiveMinimum=3 and +k8s:exclusiveMaximum=4 leave no value",
        ),
        (
            'k8s:optional | k8s:minLength=3 | k8s:maxBytes=2 | A *string `json:"a"`',
            "+k8s:minLength=3 and +k8s:maxBytes=2",
        ),
        (
            'k8s:optional | k8s:minItems=3 | k8s:maxItems=2 | A []string `json:"a"`',
            "+k8s:minItems=3 and +k8s:maxItems=2",
        ),
        (
            'k8s:optional | k8s:minProperties=3 | k8s:maxProperties=2 | A map[string]string `json:"a"`',
            "+k8s:minProperties=3 and +k8s:maxProperties=2 leave no value",
        ),
        ('k8s:required | k8s:maxItems=0 | A []string `json:"a"`', "+k8s:required and +k8s:maxItems=0"),
        (
            'k8s:required | k8s:maxProperties=0 | A map[string]string `json:"a"`',
            "+k8s:required and +k8s:maxProperties=0",
        ),
        ('k8s:required | k8s:maxLength=0 | A string `json:"a"`', "+k8s:required and +k8s:maxLength=0"),
        ('k8s:required | k8s:maximum=0 | A uint32 `json:"a"`', "+k8s:required and +k8s:maximum=0"),
        ('k8s:optional | k8s:format=k8s-uuid | k8s:maxLength=9 | A *string `json:"a"`', "+k8s:format=k8s-uuid and"),
        (
            'k8s:optional | k8s:format=k8s-short-name | k8s:minLength=64 | A *string `json:"a"`',
            "and +k8s:format=k8s-short",
        ),
        ('k8s:optional | k8s:maxLength=4 | A *Long `json:"a"`', "+k8s:minLength=5 and +k8s:maxLength=4"),
        ('k8s:optional | k8s:eachVal=+k8s:maxLength=4 | A []Long `json:"a"`', "leave no value for its items"),
        ('k8s:optional | k8s:eachKey=+k8s:maxLength=4 | A map[Long]int32 `json:"a"`', "leave no value for its keys"),
        ('k8s:subfield(name)=+k8s:maxLength=2 | A Part `json:"a"`', "leave no value for name"),
        (
            'k8s:optional | k8s:ifEnabled(X)=+k8s:minimum=5 | k8s:maximum=3 | A *int32 `json:"a"`',
            "+k8s:minimum=5 and +k8s:maximum=3",
        ),
        (
            'k8s:optional | k8s:minimum=2 | k8s:maximum=2 | k8s:alpha=+k8s:neq=2 | A *int32 `json:"a"`',
            "+k8s:neq=2 refuses the only value that",
        ),
        ('k8s:optional | k8s:maxLength=3 | k8s:maxLength=4 | A *string `json:"a"`', "the stricter one decides"),
        ('k8s:optional | k8s:maxLength=3 | k8s:maxLength=3 | A *string `json:"a"`', "the same again"),
    ],
)
def test_contradictions(text: str, part: str, lint_field: LintField) -> None:
    found = lint_field("contradiction", text, LONG)
    assert [part in each.message for each in found] == [True]
    assert found[0].severity is (Severity.WARNING if "second" in found[0].message else Severity.ERROR)
    assert found[0].hint


@pytest.mark.parametrize(
    "text",
    [
        'k8s:optional | k8s:minimum=2 | k8s:maximum=2 | A *int32 `json:"a"`',
        'k8s:optional | k8s:exclusiveMinimum=3 | k8s:exclusiveMaximum=5 | A *int32 `json:"a"`',
        'k8s:required | k8s:maxLength=0 | A *string `json:"a"`',
        'k8s:optional | k8s:ifEnabled(X)=+k8s:minimum=5 | k8s:ifDisabled(X)=+k8s:maximum=3 | A *int32 `json:"a"`',
        'k8s:optional | k8s:ifMode("a")=+k8s:minimum=5 | k8s:ifMode("b")=+k8s:maximum=3 | A *int32 `json:"a"`\n'
        '// +k8s:modeDiscriminator\nM string `json:"m"`',
        'k8s:optional | k8s:alpha=+k8s:maxLength=3 | k8s:maxLength=4 | A *string `json:"a"`',
        'k8s:optional | k8s:minLength=9 | k8s:eachVal=+k8s:maxLength=3 | A []string `json:"a"`',
        'k8s:optional | k8s:minimum=9 | k8s:maximum(constraint: b) | A *int32 `json:"a"`\n'
        '// +k8s:optional\nB *int32 `json:"b"`',
        'k8s:optional | k8s:format=k8s-uuid | k8s:maxLength=36 | k8s:minLength=36 | A *string `json:"a"`',
    ],
)
def test_limits_that_go_together(text: str, lint_field: LintField) -> None:
    assert lint_field("contradiction", text) == []
