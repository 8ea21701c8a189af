"""Tests of the errors of a whole schema: their order, and errors that hide others."""

import pytest

from kapivara.field import FieldPath
from kapivara.schema.legality import LegalityOptions, options_for_update, validate_schema
from kapivara.values import JsonObject
from kapivara.values.stack import deep_stack

OBJECT = {"type": "object"}
WITH_STATUS = LegalityOptions(status_enabled=True)


def told(schema: JsonObject, options: LegalityOptions | None = None) -> list[str]:
    errors = validate_schema(
        schema, FieldPath.of("spec", "validation", "openAPIV3Schema"), options or LegalityOptions()
    )
    return [str(error).removeprefix("spec.validation.openAPIV3Schema") for error in errors]


def of_field(schema: JsonObject) -> JsonObject:
    return {"type": "object", "properties": {"f": schema}}


def test_a_usual_schema_is_legal() -> None:
    assert told(of_field({"type": "string", "default": "x", "pattern": "^x"})) == []


def test_order_is_root_structure_keywords() -> None:
    schema = {"nullable": True, "properties": {"f": {"uniqueItems": True}}}
    assert told(schema) == [
        ".nullable: Forbidden: nullable cannot be true at the root",
        ".properties[f].type: Required value: must not be empty for specified object fields",
        ".type: Required value: must not be empty at the root",
        ".properties[f].uniqueItems: Forbidden: "
        "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
    ]


def test_defaults_wait_for_the_structure() -> None:
    assert told({"properties": {"f": {"type": "string", "default": 1}}}) == [
        ".type: Required value: must not be empty at the root"
    ]


def test_a_schema_that_cannot_be_structural_is_told_only_where_nothing_else_is() -> None:
    assert told(of_field({"$schema": "x"})) == [": Invalid value: \"\": OpenAPIV3Schema 'schema' is not supported"]
    assert told(of_field({"$schema": "x", "id": "y"})) == [".properties[f].id: Forbidden: id is not supported"]


@pytest.mark.parametrize(
    "root",
    [
        OBJECT,
        {**OBJECT, "properties": {}, "required": [], "description": "d", "x-kubernetes-validations": []},
        {**OBJECT, "nullable": False, "id": ""},
        {"x-kubernetes-preserve-unknown-fields": True},
    ],
)
def test_status_allows(root: JsonObject) -> None:
    assert told(root, WITH_STATUS) == []


def test_status_forbids_other_types() -> None:
    assert told({"type": "string"}, WITH_STATUS)[0] == (
        '.type: Invalid value: "string": '
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    )


@pytest.mark.parametrize(
    "keyword", [{"not": {}}, {"maxProperties": 0}, {"enum": []}, {"x-kubernetes-map-type": "atomic"}]
)
def test_status_forbids_other_keywords_and_shows_the_go_type(keyword: JsonObject) -> None:
    text = told({**OBJECT, **keyword}, WITH_STATUS)[0]
    assert text.startswith(
        ': Invalid value: {"ID":"","Schema":"","Ref":null,"Description":"","Type":"object","Nullable":'
    )
    assert text.endswith(
        "}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength "
        "Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example "
        "XPreserveUnknownFields XValidations] fields are allowed at the root of the schema "
        "if the status subresource is enabled"
    )


@pytest.mark.parametrize("keyword", ["items", "not", "additionalProperties"])
def test_depth_is_bounded(keyword: str) -> None:
    schema: JsonObject = {"type": "string"}
    for _ in range(20_000):
        schema = {"type": "array", keyword: schema}
    [error] = told(of_field(schema))
    assert error == ": Internal error: kapivara cannot validate schemas that nest deeper than 1000 levels"


def test_the_deepest_schema_allowed_does_not_exhaust_the_stack() -> None:
    schema: JsonObject = {"type": "string", "default": 1}
    for _ in range(999):
        schema = {"type": "object", "properties": {"f": schema}}
    with deep_stack():
        assert len(told({**schema, "not": {}}, WITH_STATUS)) == 2


def test_an_update_is_asked_no_more_than_is_stored() -> None:
    unpruned = {"type": "object", "additionalProperties": {"type": "object", "default": {"zz": 1}}}
    granular = {"type": "array", "items": OBJECT, "x-kubernetes-list-type": "set"}
    nullable = {"type": "array", "items": {"type": "string", "nullable": True}, "x-kubernetes-list-type": "set"}
    assert options_for_update([of_field(OBJECT)]) == LegalityOptions()
    assert options_for_update([of_field(OBJECT), of_field(unpruned)]) == LegalityOptions(require_pruned_defaults=False)
    assert options_for_update([of_field(granular)]) == LegalityOptions(require_atomic_sets=False)
    assert options_for_update([of_field(nullable)]) == LegalityOptions(require_map_list_keys=False)
    assert options_for_update([of_field({"type": "int"})], status_enabled=True) == LegalityOptions(
        status_enabled=True, require_valid_types=False
    )
