"""Lint: types to which no validated type refers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.generator.lint import Finding

LintTypes = Callable[..., list[Finding]]
REACH = """
type Root struct {
	Spec Spec `json:"spec"`
	// +k8s:opaqueType
	Closed Closed `json:"closed"`
	// +k8s:eachVal=+k8s:opaqueType
	Items []Item `json:"items"`
}

type Spec struct {
	Names map[Key]*Value `json:"names"`
}

// +k8s:maxLength=3
type Key string

// +k8s:maxLength=3
type Value string

type Closed struct {
	// +k8s:required
	A string `json:"a"`
	// +k8s:required
	B string `json:"b"`
}

// +k8s:maxLength=3
type Item string

type Untagged struct {
	A string `json:"a"`
}

type Copy Base

type Base struct {
	// +k8s:required
	A string `json:"a"`
}
"""


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        ("TypesWithField=Spec", ["Closed", "Item", "Base"]),
        ("*", []),
        ("false", []),
        ("Nonsense", []),
    ],
)
def test_tags_that_nothing_reaches(marker: str, expected: list[str], lint_types: LintTypes) -> None:
    found = lint_types("unreached-tag", REACH, markers=f"+k8s:validation-gen={marker}")
    assert [each.message.split()[2].rstrip(":") for each in found] == expected


def test_types_of_packages_for_others_may_be_reached_from_there(lint_types: LintTypes) -> None:
    markers = "+k8s:validation-gen=TypesWithField=Spec\n+k8s:validation-gen-scheme-registry=nil"
    assert lint_types("unreached-tag", REACH, markers=markers) == []


def test_a_typedef_that_is_reached_brings_the_fields_of_its_origin_along(lint_types: LintTypes) -> None:
    types = REACH.replace("type Copy Base", "// +k8s:validation-gen=true\ntype Copy Base")
    found = lint_types("unreached-tag", types, markers="+k8s:validation-gen=TypesWithField=Spec")
    assert [each.type_name.rpartition(".")[2] for each in found] == ["Closed", "Item"]
