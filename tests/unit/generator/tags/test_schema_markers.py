"""The markers +k8s:validation in generated validators and CRDs: schemas and validators agree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.crd.definitions import DefinitionOptions, generate_definitions
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]
LintTypes = Callable[..., list[Any]]

TYPES = """
type Kind struct {
\t// +k8s:validation:cel[0]:rule> self.a <
\t// +k8s:validation:cel[0]:rule> self.b
\t// +k8s:validation:cel[0]:message="a is less"
\t// +k8s:validation:cel[0]:fieldPath=".a"
\t// +k8s:validation:cel[1]:rule="self.b >= oldSelf.b"
\t// +k8s:validation:cel[1]:message="grows"
\t// +k8s:validation:properties:c:maxLength=2
\tPair Pair `json:"pair"`
\t// +k8s:validation:items:pattern="^a"
\t// +k8s:validation:items:enum=["a","ab"]
\tItems []string `json:"items"`
\t// +k8s:validation:minimum=1.5
\t// +k8s:validation:multipleOf=0.5
\tF float64 `json:"f"`
\t// +k8s:validation:maximum=10
\t// +k8s:validation:exclusiveMaximum
\t// +k8s:validation:multipleOf=2
\tI int32 `json:"i"`
}

type Pair struct {
\tA int32 `json:"a"`
\tB int32 `json:"b"`
\t// +k8s:optional
\tC string `json:"c,omitempty"`
}
"""
GOOD = {"pair": {"a": 1, "b": 2}, "items": ["a"], "f": 2.5, "i": 4}


def _told(module: GeneratedModule, new: Any, old: Any = None) -> list[str]:
    verb = Verb.CREATE if old is None else Verb.UPDATE
    return [str(each) for each in module.validate("Kind", Operation(verb), new, old)]


def test_keywords_are_asked_of_values(validators: Validators) -> None:
    module = validators(TYPES)
    assert _told(module, GOOD) == []
    assert _told(module, {**GOOD, "pair": {"a": 3, "b": 2, "c": "abc"}}) == [
        "pair.a: Invalid value: a is less",
        "pair.c: Too long: may not be more than 2 characters",
    ]
    assert _told(module, {**GOOD, "items": ["b"]}) == [
        "items[0]: Invalid value: \"b\": items[0] in body should match '^a'",
        'items[0]: Invalid value: "b": must be one of "a", "ab"',
    ]
    assert _told(module, {**GOOD, "f": 1.25}) == [
        "f: Invalid value: 1.25: must be a multiple of 0.5",
        "f: Invalid value: 1.25: must be >= 1.5",
    ]
    assert _told(module, {**GOOD, "i": 11}) == [
        "i: Invalid value: 11: must be less than 10",
        "i: Invalid value: 11: must be a multiple of 2",
    ]


def test_transition_rules_look_back(validators: Validators) -> None:
    module = validators(TYPES)
    less = {**GOOD, "pair": {"a": 0, "b": 1}}
    assert _told(module, less, GOOD) == ["pair: Invalid value: grows"]
    assert _told(module, GOOD, less) == []


@pytest.mark.parametrize(
    ("markers", "kind", "said"),
    [
        pytest.param("maxLength=1", "int32", "maxLength can only be used on string types", id="type"),
        pytest.param('cel[0]:rule="true"', "string", "message or messageExpression must be set", id="message"),
        pytest.param('cel[1]:rule="true"', "string", "non-consecutive index 1 for key 'cel'", id="index"),
        pytest.param('pattern="["', "string", 'invalid pattern "["', id="pattern"),
        pytest.param('cel[0]:rule="self"\ncel[0]:message="a"', "string", "must evaluate to a bool", id="expression"),
        pytest.param(":".join(["items"] * 60) + ":maxLength=1", "[]string", "more than 50 keys", id="deep"),
    ],
)
def test_what_is_wrong_is_told(validators: Validators, markers: str, kind: str, said: str) -> None:
    lines = "".join(f"\t// +k8s:validation:{each}\n" for each in markers.split("\n"))
    with pytest.raises(AuthorErrors) as found:
        validators(f'type Kind struct {{\n{lines}\tA {kind} `json:"a"`\n}}')
    (error,) = found.value.errors
    assert said in error.message
    assert error.place is not None
    assert error.place.line == 4


def test_definitions_have_the_keywords(tmp_path: Path) -> None:
    head = '// +groupName=a.example.com\npackage v1\n\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n'
    metadata = 'metav1.TypeMeta `json:",inline"`\n\tmetav1.ObjectMeta `json:"metadata,omitempty"`\n'
    text = head + TYPES.replace("type Kind struct {\n", f"type Kind struct {{\n\t{metadata}").replace(
        "float64", "int64"
    )
    (tmp_path / "types.go").write_text(text.replace("1.5", "1").replace("0.5", "1"))
    (made,) = generate_definitions([tmp_path], DefinitionOptions())
    fields = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    assert fields["items"]["items"] == {"type": "string", "pattern": "^a", "enum": ["a", "ab"]}
    assert fields["pair"]["properties"]["c"] == {"type": "string", "maxLength": 2}
    assert [each["message"] for each in fields["pair"]["x-kubernetes-validations"]] == ["a is less", "grows"]
    assert fields["i"].items() >= {"maximum": 10, "exclusiveMaximum": True, "multipleOf": 2}.items()


def test_lint_knows_them(lint_types: LintTypes) -> None:
    field = '\t// +k8s:validation:{}\n\tA string `json:"a"`\n'
    types = f"type Root struct {{\n{field.format('maxLength=3')}}}\n"
    assert lint_types("unknown-tag", types) == []
