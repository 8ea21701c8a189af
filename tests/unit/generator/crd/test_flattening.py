"""Merging the schema of a type with the keywords of a field."""

from __future__ import annotations

import pytest
from tests.unit.generator.crd.conftest import Refusals, SpecSchema

from kapivara.generator.crd.flattening import Flattening, TypeConflictError
from kapivara.generator.crd.markers.marker import REF, Schema

KEY = ("p", "T")


def flat(kind: Schema, field: Schema) -> Schema:
    """Returns the schema of a field of a type."""
    schemas = {("p", "Root"): {"properties": {"a": {REF: KEY, **field}}}, KEY: kind}
    made: Schema = Flattening(schemas.__getitem__).flatten(("p", "Root"))["properties"]["a"]
    return made


@pytest.mark.parametrize(
    ("kind", "field", "both"),
    [
        ({"type": "string"}, {}, {"type": "string"}),
        ({"type": "string"}, {"type": "string", "maxLength": 3}, {"type": "string", "maxLength": 3}),
        ({"description": "type"}, {"description": "field"}, {"description": "field"}),
        ({"description": "type", "title": "t"}, {}, {"description": "type", "title": "t"}),
        ({"enum": ["a"]}, {"enum": ["b"]}, {"enum": ["a"]}),
        ({}, {"enum": ["b"]}, {"enum": ["b"]}),
        ({"pattern": "a"}, {"pattern": "b"}, {"allOf": [{"pattern": "a"}, {"pattern": "b"}]}),
        ({"pattern": "a"}, {"pattern": "a"}, {"pattern": "a"}),
        ({"maxLength": 3}, {"maxLength": 3}, {"allOf": [{"maxLength": 3}, {"maxLength": 3}]}),
        ({"minProperties": 3}, {"minProperties": 3}, {"minProperties": 3}),
        (
            {"maxLength": 5, "pattern": "a"},
            {"maxLength": 3, "pattern": "b", "minLength": 1},
            {"minLength": 1, "allOf": [{"maxLength": 5, "pattern": "a"}, {"maxLength": 3, "pattern": "b"}]},
        ),
        (
            {"x-kubernetes-validations": [{"rule": "type"}]},
            {"x-kubernetes-validations": [{"rule": "field"}]},
            {"x-kubernetes-validations": [{"rule": "field"}, {"rule": "type"}]},
        ),
        (
            {"x-kubernetes-map-type": "granular"},
            {"x-kubernetes-map-type": "atomic"},
            {"x-kubernetes-map-type": "atomic"},
        ),
        ({"required": ["b"]}, {"required": ["a", "b"]}, {"required": ["a", "b"]}),
        (
            {"additionalProperties": {"type": "string"}},
            {"additionalProperties": {"maxLength": 3}},
            {"additionalProperties": {"type": "string", "maxLength": 3}},
        ),
        ({"additionalProperties": True}, {}, {"additionalProperties": True}),
        ({"nullable": True}, {"nullable": True}, {"nullable": True}),
        ({"default": ""}, {"default": ""}, {"default": ""}),
        ({"default": "a"}, {"default": "b"}, {"allOf": [{"default": "a"}, {"default": "b"}]}),
        (
            {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]},
            {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]},
            {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]},
        ),
    ],
)
def test_type_and_field(kind: Schema, field: Schema, both: Schema) -> None:
    assert flat(kind, field) == both


def test_types_cannot_differ() -> None:
    with pytest.raises(TypeConflictError, match="of type string and of type integer"):
        flat({"type": "string"}, {"type": "integer"})


def test_nothing_that_is_shared_is_changed() -> None:
    kind: Schema = {"type": "object", "properties": {"x": {"type": "string"}}}
    more: Schema = {"properties": {"x": {"maxLength": 3}, "y": {}}}
    assert flat(kind, more)["properties"] == {"x": {"type": "string", "maxLength": 3}, "y": {}}
    assert kind == {"type": "object", "properties": {"x": {"type": "string"}}}


def test_a_chain_of_types(spec_schema: SpecSchema) -> None:
    declarations = """
// Short names.
// +kubebuilder:validation:MaxLength=9
type Short Name

// Names.
// +kubebuilder:validation:MaxLength=20
// +kubebuilder:validation:MinLength=1
type Name string
"""
    assert spec_schema('A Short `json:"a"`\nB Name `json:"b"`', declarations)["properties"] == {
        "a": {
            "type": "string",
            "minLength": 1,
            "allOf": [{"maxLength": 20}, {"maxLength": 9}],
            "description": "Short names.",
        },
        "b": {"type": "string", "minLength": 1, "maxLength": 20, "description": "Names."},
    }


def test_types_that_use_each_other_again_and_again(refusals: Refusals) -> None:
    fields = 'A T{0} `json:"a"`\n\tB T{0} `json:"b"`\n\tC T{0} `json:"c"`\n\tD T{0} `json:"d"`'
    types = "".join(f"type T{at} struct {{\n\t{fields.format(at + 1)}\n}}\n" for at in range(30))
    (told,) = refusals('A T0 `json:"a"`', types + "type T30 string\n")
    assert "the schema has more than 200000 parts" in told


def test_types_that_are_nested_deeply(spec_schema: SpecSchema) -> None:
    types = "".join(f'type T{at} struct {{\n\tA T{at + 1} `json:"a"`\n}}\n' for at in range(2000))
    schema = spec_schema('A T0 `json:"a"`', types + "type T2000 string\n")
    for _ in range(2001):
        schema = schema["properties"]["a"]
    assert schema == {"type": "string"}
