"""The fields of structs: which ones have a schema, which are required, and how embedded structs are merged."""

from __future__ import annotations

import pytest
from tests.unit.generator.crd.conftest import HEAD, KIND, Generate, Refusals, SpecSchema


@pytest.mark.parametrize(
    ("field", "required"),
    [
        ('A string `json:"a"`', True),
        ('A *string `json:"a"`', True),
        ('A string `json:"a,omitempty"`', False),
        ('A string `json:"a,omitzero"`', False),
        ('// +optional\nA string `json:"a"`', False),
        ('// +k8s:optional\nA string `json:"a"`', False),
        ('// +kubebuilder:validation:Optional\nA string `json:"a"`', False),
        ('// +required\nA string `json:"a,omitempty"`', True),
        ('// +k8s:required\nA string `json:"a,omitempty"`', True),
        ('// +kubebuilder:validation:Required\n// +optional\nA string `json:"a,omitempty"`', True),
        ('// +optional\n// +required\nA string `json:"a"`', False),
        ('// +kubebuilder:validation:Optional\n// +required\nA string `json:"a"`', False),
    ],
)
def test_required(field: str, required: bool, spec_schema: SpecSchema) -> None:
    assert spec_schema(field).get("required", []) == ["a"] * required


def test_a_package_whose_fields_are_optional(generate: Generate) -> None:
    types = HEAD.replace("package v1", "// +kubebuilder:validation:Optional\npackage v1") + KIND
    fields = 'A string `json:"a"`\n// +required\nB string `json:"b"`'
    (made,) = generate({"v1/types.go": types + f"type Spec struct {{\n{fields}\n}}\n"})
    schema = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    assert schema["properties"]["spec"]["required"] == ["b"]
    assert "required" not in schema


def test_fields_without_a_place_in_json(spec_schema: SpecSchema) -> None:
    fields = 'A string `json:"-"`\nB string `json:"-,"`\nhidden string\n_ struct{}'
    assert spec_schema(fields)["properties"] == {"-": {"type": "string"}}


def test_several_names_with_one_tag_are_one_field(spec_schema: SpecSchema) -> None:
    assert spec_schema('A, B string `json:"a"`')["properties"] == {"a": {"type": "string"}}


def test_embedded_structs(spec_schema: SpecSchema) -> None:
    declarations = """
type Inner struct {
\t// The inner one.
\tA string `json:"a"`
\tB string `json:"b,omitempty"`
}

type ByPointer struct {
\tC int `json:"c"`
}
"""
    fields = 'Inner `json:",inline"`\n*ByPointer `json:""`\n// +kubebuilder:validation:MaxLength=3\nB string `json:"b"`'
    assert spec_schema(fields, declarations) == {
        "type": "object",
        "properties": {
            "a": {"type": "string", "description": "The inner one."},
            "b": {"type": "string", "maxLength": 3},
            "c": {"type": "integer"},
        },
        "required": ["a", "b", "c"],
    }


def test_a_field_without_a_tag(refusals: Refusals) -> None:
    (told,) = refusals("A string")
    assert "field A has no json tag" in told


def test_a_schemaless_field(spec_schema: SpecSchema) -> None:
    field = (
        '// Anything.\n// +kubebuilder:validation:Schemaless\n// +kubebuilder:validation:Type=object\nA any `json:"a"`'
    )
    assert spec_schema(field)["properties"]["a"] == {"type": "object", "description": "Anything."}


def test_markers_before_a_blank_line_count(spec_schema: SpecSchema) -> None:
    fields = '// +kubebuilder:validation:MaxLength=3\n\n// Says.\nA string `json:"a"` // +optional\nB int `json:"b"`'
    schema = spec_schema(fields)
    assert schema["properties"]["a"] == {"type": "string", "maxLength": 3, "description": "Says."}
    assert schema["required"] == ["a", "b"]


@pytest.mark.parametrize("presence", ["// +required\n", "// +kubebuilder:validation:Required\n", ""])
def test_one_of_several_cannot_be_required(presence: str, refusals: Refusals) -> None:
    above = "// +kubebuilder:validation:ExactlyOneOf=a;b\n"
    tag = "a,omitempty" if presence else "a"
    (told,) = refusals(f'{presence}A *string `json:"{tag}"`\nB *string `json:"b,omitempty"`', above=above)
    assert "field a is one of several of which one is set, and must be there" in told


def test_one_of_several_is_a_field_of_the_struct_itself(refusals: Refusals) -> None:
    (told,) = refusals('A string `json:"a,omitempty"`', above="// +kubebuilder:validation:AtMostOneOf=a.b;a\n")
    assert "a.b is not a field of the struct itself" in told
