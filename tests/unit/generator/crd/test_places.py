"""The place in the sources of a path in a CRD."""

from __future__ import annotations

import pytest
from tests.unit.generator.crd.conftest import HEAD, KIND, Generate

TYPES = """
type Spec struct {
\tInner `json:",inline"`
\t// +kubebuilder:validation:XValidation:rule="self != 'x'"
\tName Name `json:"name"`
\tParts []*Part `json:"parts"`
\tByName map[string]Part `json:"byName"`
\tListed Parts `json:"listed"`
}

// +kubebuilder:validation:XValidation:rule="self != 'y'"
type Name string

type Parts []Part

type Part struct {
\tSize int `json:"size"`
}

type Inner struct {
\tDepth int `json:"depth"`
}
"""
SCHEMA = "spec.versions[0].schema.openAPIV3Schema"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("spec.names.plural", "type Basket struct"),
        (SCHEMA, "type Basket struct"),
        (f"{SCHEMA}.properties[spec]", "Spec Spec"),
        ("spec.validation.openAPIV3Schema.properties[spec]", "Spec Spec"),
        (f"{SCHEMA}.properties[spec].properties[name].maxLength", "Name Name"),
        (f"{SCHEMA}.properties[spec].properties[depth]", "Depth int"),
        (f"{SCHEMA}.properties[spec].properties[parts].items.properties[size]", "Size int"),
        (f"{SCHEMA}.properties[spec].properties[byName].additionalProperties.properties[size]", "Size int"),
        (f"{SCHEMA}.properties[spec].properties[listed].items.properties[size].type", "Size int"),
        (f"{SCHEMA}.properties[spec].properties[name].x-kubernetes-validations[0].rule", "self != 'x'"),
        (f"{SCHEMA}.properties[spec].properties[name].x-kubernetes-validations[1].rule", "self != 'y'"),
        (f"{SCHEMA}.properties[nowhere]", "type Basket struct"),
        ("spec.versions[7].schema.openAPIV3Schema", "type Basket struct"),
    ],
)
def test_places(path: str, line: str, generate: Generate) -> None:
    text = HEAD + KIND + TYPES
    (made,) = generate({"v1/types.go": text})
    assert line in text.split("\n")[made.place_of(path).line - 1]
