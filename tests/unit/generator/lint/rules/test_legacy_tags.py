"""Lint: +optional, +required and +listType beside the tags of validation-gen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.generator.lint import Finding

LintField = Callable[..., list[Finding]]
PART = """
type Part struct {
	// +k8s:optional
	Name *string `json:"name,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('optional | k8s:required | A string `json:"a"`', ["+optional contradicts +k8s:required"]),
        ('required | k8s:alpha=+k8s:optional | A string `json:"a"`', ["+required contradicts +k8s:optional"]),
        ('optional | k8s:maxLength=3 | A string `json:"a"`', ["+optional does nothing here"]),
        (
            'listType=set | k8s:optional | k8s:listType=atomic | A []string `json:"a"`',
            ["+listType=set contradicts"],
        ),
        ('optional | k8s:optional | k8s:maxLength=3 | A string `json:"a"`', []),
        ('optional | A string `json:"a"`', []),
        ('optional | k8s:subfield(name)=+k8s:maxLength=9 | A Part `json:"a"`', []),
        ('optional | k8s:ifEnabled(X)=+k8s:required | k8s:ifDisabled(X)=+k8s:optional | A string `json:"a"`', []),
        ('listType=set | k8s:optional | k8s:listType=set | A []string `json:"a"`', []),
        ('listType=atomic | k8s:optional | k8s:maxItems=3 | A []string `json:"a"`', []),
    ],
)
def test_older_markers(text: str, expected: list[str], lint_field: LintField) -> None:
    found = lint_field("legacy-tag", text, PART)
    assert [each.message[: len(part)] for each, part in zip(found, expected, strict=True)] == expected


def test_the_missing_tag_is_named_after_the_older_marker(lint_field: LintField) -> None:
    (found,) = lint_field("required-and-optional", 'optional | k8s:maxLength=3 | A *string `json:"a"`')
    assert found.hint == "+optional is not read here: add +k8s:optional"
