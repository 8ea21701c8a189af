"""The schemas of Go types in CRDs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.generator.crd.conftest import Refusals, SpecSchema

from kapivara.generator.crd.schemas import SchemaOptions

INT_OR_STRING = {"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": True}


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        ("string", {"type": "string"}),
        ("bool", {"type": "boolean"}),
        ("int", {"type": "integer"}),
        ("int8", {"type": "integer"}),
        ("int32", {"type": "integer", "format": "int32"}),
        ("uint64", {"type": "integer", "format": "int64"}),
        ("*string", {"type": "string"}),
        ("[]byte", {"type": "string", "format": "byte"}),
        ("[4]byte", {"type": "array", "items": {"type": "integer"}}),
        ("[]string", {"type": "array", "items": {"type": "string"}}),
        ("[2]int32", {"type": "array", "items": {"type": "integer", "format": "int32"}}),
        ("map[string]int", {"type": "object", "additionalProperties": {"type": "integer"}}),
        ("map[string][]byte", {"type": "object", "additionalProperties": {"type": "string", "format": "byte"}}),
        ("map[string]*bool", {"type": "object", "additionalProperties": {"type": "boolean"}}),
        ("map[Colour]string", {"type": "object", "additionalProperties": {"type": "string"}}),
        ("map[Address]string", {"type": "object", "additionalProperties": {"type": "string"}}),
        ("(Colour)", {"type": "string"}),
        ("metav1.Time", {"type": "string", "format": "date-time"}),
        ("*metav1.MicroTime", {"type": "string", "format": "date-time"}),
        ("metav1.Duration", {"type": "string"}),
        ("metav1.ObjectMeta", {"type": "object"}),
        ("time.Duration", {"type": "integer", "format": "int64"}),
        ("json.RawMessage", {"type": "string", "format": "byte"}),
        ("intstr.IntOrString", INT_OR_STRING),
        ("runtime.RawExtension", {"type": "object", "x-kubernetes-preserve-unknown-fields": True}),
        ("*apiextensionsv1.JSON", {"x-kubernetes-preserve-unknown-fields": True}),
        ("Address", {"type": "string"}),
        ("Secret", {"type": "string", "format": "password"}),
        ("Alias", {"type": "integer", "minimum": 1}),
        ("Renamed", {"type": "string"}),
        ("Twice", {"type": "string"}),
    ],
)
def test_types(kind: str, schema: dict[str, Any], field_schema: SpecSchema) -> None:
    declarations = """
type Colour string

type Address struct{ parts [4]byte }

func (a *Address) MarshalText() ([]byte, error) { return nil, nil }

// +kubebuilder:validation:Type=string
// +kubebuilder:validation:Format=password
type Secret struct{ hidden []byte }

func (s Secret) MarshalJSON() ([]byte, error) { return nil, nil }

// +kubebuilder:validation:Minimum=1
type Alias = int

type Renamed = Colour

type Twice Renamed
"""
    assert field_schema(f'A {kind} `json:"a"`', declarations) == schema


def test_a_quantity_has_a_pattern(field_schema: SpecSchema) -> None:
    schema = field_schema('A resource.Quantity `json:"a"`')
    assert schema.pop("pattern").startswith(r"^(\+|-)?")
    assert schema == INT_OR_STRING


def test_types_of_packages_that_are_known_without_sources(field_schema: SpecSchema) -> None:
    schema = field_schema('A *corev1.SecretKeySelector `json:"a"`')
    assert schema["properties"].keys() == {"name", "key", "optional"}
    assert schema["required"] == ["key"]
    assert schema["x-kubernetes-map-type"] == "atomic"
    assert schema["properties"]["name"] == {"type": "string", "default": ""}


def test_conditions_are_bounded_without_sources(field_schema: SpecSchema) -> None:
    schema = field_schema('A []metav1.Condition `json:"a"`')["items"]
    assert schema["required"] == ["lastTransitionTime", "message", "reason", "status", "type"]
    assert schema["properties"]["status"]["enum"] == ["True", "False", "Unknown"]
    assert schema["properties"]["lastTransitionTime"]["format"] == "date-time"


def test_types_of_other_packages(generate: Any) -> None:
    module = {
        "go.mod": "module example.com/shop\n",
        "shared/types.go": "package shared\n\n// Size of a thing.\ntype Size int32\n",
    }
    types = """// +groupName=shop.example.com
package v1

import (
\t"example.com/shop/shared"
\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Basket struct {
\tmetav1.TypeMeta   `json:",inline"`
\tmetav1.ObjectMeta `json:"metadata,omitempty"`
\tSize shared.Size `json:"size"`
}
"""
    (made,) = generate({**module, "v1/types.go": types})
    schema = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    assert schema["properties"]["size"] == {"type": "integer", "format": "int32", "description": "Size of a thing."}


def test_floats_must_be_asked_for(field_schema: SpecSchema, refusals: Refusals) -> None:
    field = 'A float64 `json:"a"`'
    (told,) = refusals(field)
    assert "float64 has no schema" in told
    assert "--crd-floats" in told
    assert field_schema(field, schemas=SchemaOptions(floats=True)) == {"type": "number"}


def test_embedded_metadata_must_be_asked_for(field_schema: SpecSchema) -> None:
    schema = field_schema('A metav1.ObjectMeta `json:"a"`', schemas=SchemaOptions(embedded_metadata=True))
    assert schema["properties"].keys() == {"annotations", "finalizers", "labels", "name", "namespace"}


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("any", "any has no schema: it can be anything (use a type of its own, or apiextensionsv1.JSON)"),
        ("interface{}", "an interface has no schema"),
        ("struct{ B string }", "a struct without a name has no schema (declare it as a type of its own)"),
        ("chan int", "chan int has no schema"),
        ("map[int]string", "map keys cannot be int"),
        ("complex64", "complex64 has no schema"),
        ("Strin", "undefined: Strin"),
        ("time.Time", "time.Time has no schema (metav1.Time is the time"),
        ("other.Thing", "undefined: other (the file imports no package of the name other)"),
        ("metav1.Tim", "metav1.Tim is unknown (no sources of k8s.io/apimachinery/pkg/apis/meta/v1 were found"),
        ("List", "alias List stands for a type without a name (define a type instead: leave out the =)"),
        ("Generic[int]", "has no schema"),
    ],
)
def test_types_without_a_schema(kind: str, told: str, refusals: Refusals) -> None:
    declarations = "type List = []string\n\ntype Generic[T any] struct{}\n"
    (message,) = refusals(f'// +kubebuilder:validation:MinLength=1\nA {kind} `json:"a"`', declarations)
    assert told in message


def test_an_enum_of_constants(field_schema: SpecSchema) -> None:
    declarations = """
// +k8s:enum
type Colour string

const (
\tRed  Colour = "red"
\tBlue Colour = `blue`
\tnone        = "none"
)
"""
    assert field_schema('A Colour `json:"a"`', declarations) == {"type": "string", "enum": ["blue", "red"]}


def test_a_type_that_holds_itself(spec_schema: SpecSchema) -> None:
    declarations = 'type Tree struct {\n\tName string `json:"name"`\n\tBranches []Tree `json:"branches,omitempty"`\n}\n'
    tree = spec_schema('Tree Tree `json:"tree"`', declarations)["properties"]["tree"]
    assert tree["properties"]["branches"] == {"type": "array", "items": {}}


def test_types_that_lead_back_to_themselves(refusals: Refusals) -> None:
    assert "type One is defined from itself" in refusals('A One `json:"a"`', "type One Two\n\ntype Two One\n")[0]
