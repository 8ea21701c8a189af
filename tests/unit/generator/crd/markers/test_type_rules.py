"""Markers of KEP-4153 in CRDs: CEL rules, patterns, bounds, formats of names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.generator.crd.definitions import GeneratedDefinition

Generate = Callable[..., list[GeneratedDefinition]]
SpecSchema = Callable[..., dict[str, Any]]
Refusals = Callable[..., list[str]]
HEAD = """// +groupName=shop.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Basket struct {
\tmetav1.TypeMeta `json:",inline"`
\t// +nameFormat='dns1123label'
\tmetav1.ObjectMeta `json:"metadata,omitempty"`
\tSpec Spec `json:"spec"`
}
"""
SPEC = """
// Spec says something.
//
// +validationRule=\"\"\"
//   self.min <= self.max
//   && self.max < 100
// \"\"\",
//   message="min must not exceed max",
//   reason=Forbidden,field=min
// And more.
type Spec struct {
\t// +minimum=1
\t// +exclusiveMaximum=65535
\tMin int32 `json:"min"`
\tMax int32 `json:"max"`
\t// +validationRule="self >= oldSelf",message="may only grow"
\tSize int32 `json:"size,omitempty"`
\t// +format=dns1123label
\t// +pattern="^a"
\tWord string `json:"word"`
\t// +maxItems=3
\tWords []string `json:"words"`
}
"""


@pytest.fixture
def schema(generate: Generate) -> dict[str, Any]:
    (made,) = generate({"v1/types.go": HEAD + SPEC})
    found: dict[str, Any] = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    return found


def test_rules_become_validations(schema: dict[str, Any]) -> None:
    spec = schema["properties"]["spec"]
    assert spec["x-kubernetes-validations"] == [
        {
            "rule": "self.min <= self.max && self.max < 100",
            "message": "min must not exceed max",
            "reason": "FieldValueForbidden",
            "fieldPath": ".min",
        }
    ]
    assert spec["description"] == "Spec says something.\n\nAnd more."
    assert spec["properties"]["size"]["x-kubernetes-validations"] == [
        {"rule": "self >= oldSelf", "message": "may only grow"}
    ]


def test_bounds_and_patterns_become_keywords(schema: dict[str, Any]) -> None:
    fields = schema["properties"]["spec"]["properties"]
    assert fields["min"] == {
        "type": "integer",
        "format": "int32",
        "minimum": 1,
        "maximum": 65535,
        "exclusiveMaximum": True,
    }
    assert fields["word"]["maxLength"] == 63
    assert fields["word"]["allOf"] == [{"pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"}, {"pattern": "^a"}]
    assert fields["words"]["maxItems"] == 3


def test_the_format_of_names_is_a_rule_of_the_whole_object(schema: dict[str, Any]) -> None:
    prefix, name = schema["x-kubernetes-validations"]
    assert name == {
        "rule": "!has(self.metadata.name) || !format.dns1123Label().validate(self.metadata.name).hasValue()",
        "messageExpression": "format.dns1123Label().validate(self.metadata.name).value()[0]",
        "fieldPath": ".metadata.name",
    }
    assert "dns1123LabelPrefix().validate(self.metadata.generateName)" in prefix["rule"]
    assert schema["properties"]["metadata"]["properties"]["name"] == {"type": "string", "maxLength": 63}


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        pytest.param("+validationRule=self", "+validationRule: a rule is an expression in quotes", id="quotes"),
        pytest.param('+pattern="["', "+pattern: invalid pattern", id="pattern"),
        pytest.param("+format=ipv4", '+format: "ipv4" is no format of KEP-4153', id="format"),
    ],
)
def test_what_cannot_be_read_is_told(refusals: Refusals, marker: str, said: str) -> None:
    (found,) = refusals(f'\t// {marker}\n\tName string `json:"name"`')
    assert said in found


def test_an_unknown_format_of_names_is_told(generate: Generate) -> None:
    from kapivara.generator.model.author_error import AuthorErrors

    with pytest.raises(AuthorErrors) as found:
        generate({"v1/types.go": (HEAD + SPEC).replace("'dns1123label'", "none")})
    assert '+nameFormat: "none" is no format of names' in str(found.value)
