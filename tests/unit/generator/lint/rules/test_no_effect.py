"""Lint: tags without effect, and some that only look like it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.generator.lint import Finding

LintField = Callable[..., list[Finding]]
EFFECTS = """
type Word string

const (
	// +k8s:alpha=+k8s:enumExclude
	Bad Word = "bad"
)

type Keyed struct {
	Name string `json:"name"`
}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'k8s:ifMode("x")=+k8s:eachVal=+k8s:maxLength=3 | k8s:ifMode("x")=+k8s:optional | A []string `json:"a"`\n'
            '// +k8s:modeDiscriminator\n// +k8s:required\nM string `json:"m"`',
            "+k8s:eachVal does nothing inside +k8s:ifMode",
        ),
        ('k8s:ifSubresource("/x")=+k8s:required | A string `json:"a"`', "never holds: no type serves this subresource"),
        ('k8s:forbidden | k8s:maxLength=3 | A string `json:"a"`', "+k8s:maxLength=3 never runs"),
        ('k8s:optional | k8s:minItems=0 | A []string `json:"a"`', "+k8s:minItems=0 limits nothing"),
        ('k8s:optional | k8s:minimum=0 | A *uint32 `json:"a"`', "+k8s:minimum=0 limits nothing"),
        ('k8s:opaqueType | A []Keyed `json:"a"`', "+k8s:opaqueType does nothing here"),
        ('k8s:optional | k8s:listMapKey=name | A []Keyed `json:"a"`', "+k8s:listMapKey=name does nothing by itself"),
        (
            'k8s:optional | k8s:listType=set | k8s:eachVal=+k8s:update=NoModify | A []string `json:"a"`',
            "+k8s:update=NoModify never fails",
        ),
        (
            'k8s:optional | k8s:unionDiscriminator(union: "u") | A string `json:"a"`',
            "no field of the struct is a member",
        ),
        ('k8s:required | k8s:modeDiscriminator | A string `json:"a"`', "no field of the struct depends on the mode"),
        ('k8s:optional | A *Word `json:"a"`', "+k8s:alpha=+k8s:enumExclude does nothing: Word is no enumeration"),
    ],
)
def test_tags_without_effect(text: str, expected: str, lint_field: LintField) -> None:
    types = EFFECTS if "Word" in text else EFFECTS.replace("// +k8s:alpha=+k8s:enumExclude", "")
    found = lint_field("no-effect", text, types)
    assert [expected in each.message for each in found] == [True]
    assert found[0].hint


def test_a_discriminator_of_a_union_whose_members_are_further_down(lint_field: LintField) -> None:
    field = 'k8s:optional | k8s:unionDiscriminator(union: u) | A string `json:"a"`\nP Part `json:"p"`'
    part = 'type Part struct {\n\t// +k8s:optional\n\t// +k8s:memberOf(group: u)\n\tB *string `json:"b"`\n}\n'
    assert lint_field("no-effect", field, part, above="// +k8s:union(union: u)") == []


def test_subresources_that_are_written_wrongly_are_told_elsewhere(lint_field: LintField) -> None:
    wrong = '// +k8s:isSubresource="/a"\n// +k8s:isSubresource="/b"'
    found = lint_field("no-effect", 'k8s:ifSubresource("/a")=+k8s:required | A string `json:"a"`', above=wrong)
    assert ["never holds" in each.message for each in found] == [True]
    assert lint_field("refused", 'k8s:required | A string `json:"a"`', above=wrong, package="v2")


@pytest.mark.parametrize(
    "text",
    [
        'k8s:optional | k8s:minimum=0 | A *int32 `json:"a"`',
        'k8s:optional | k8s:eachVal=+k8s:opaqueType | A []Keyed `json:"a"`',
        'k8s:forbidden | k8s:immutable | A *string `json:"a"`',
        'k8s:ifEnabled(X)=+k8s:forbidden | k8s:maxLength=3 | A string `json:"a"`',
        "k8s:optional | k8s:listType=map | k8s:listMapKey=name | k8s:eachVal=+k8s:update=NoModify | "
        'A []Keyed `json:"a"`',
        'k8s:optional | k8s:eachVal=+k8s:update=NoModify | A map[string]string `json:"a"`',
        'k8s:ifSubresource("/status")=+k8s:required | A string `json:"a"`',
        'k8s:ifNotSubresource("/x")=+k8s:required | A string `json:"a"`',
        'k8s:optional | k8s:unionDiscriminator | A string `json:"a"`\n// +k8s:unionMember\nB *string `json:"b"`',
    ],
)
def test_tags_with_effect(text: str, lint_field: LintField) -> None:
    types = EFFECTS.replace("// +k8s:alpha=+k8s:enumExclude", "")
    assert lint_field("no-effect", text, types, above='// +k8s:supportsSubresource="/status"') == []
