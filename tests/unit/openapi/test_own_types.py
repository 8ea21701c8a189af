"""Tests of Kubernetes' own types: published keywords that are no rules, and values as Go decodes them."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.openapi import Validator

NAMED: dict[str, Any] = {"message": "Required value", "reason": "FieldValueRequired"}


def validator_of(schema: dict[str, Any], name: str = "io.k8s.api.core.v1.Thing", **others: Any) -> Validator:
    return Validator({"$ref": f"#/definitions/{name}"}, document={"definitions": {name: schema, **others}})


PUBLISHED = [
    pytest.param({"required": ["a"]}, {}, id="required"),
    pytest.param({"properties": {"a": {"type": "string", "enum": ["x"]}}}, {"a": "y"}, id="enum"),
    pytest.param(
        {"properties": {"a": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}}},
        {"a": ["x", "x"]},
        id="list type",
    ),
    pytest.param({"properties": {"a": {"type": "string", "format": "byte"}}}, {"a": ""}, id="no bytes"),
    pytest.param({"properties": {"a": {"type": "array", "items": {"type": "string"}}}}, {"a": [None]}, id="null item"),
]


@pytest.mark.parametrize(("schema", "value"), PUBLISHED)
def test_what_is_published_is_no_rule(schema: dict[str, Any], value: Any) -> None:
    schema = {"type": "object", **schema}
    own, other = validator_of(schema), validator_of(schema, "io.k8s.networking.gateway.v1.Thing")
    for _ in range(8):
        assert own.validate(value) == []
        assert other.validate(value)


def test_keywords_count_where_they_have_words() -> None:
    item = {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}
    words = {"x-kubernetes-validation-errors": {"enum": {}, "x-kubernetes-list-type": {}}}
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "enum": ["x"], **words}, "l": {**item, **words}},
        "required": ["a"],
        "x-kubernetes-validation-errors": {"required": {}},
    }
    validator = validator_of(schema)
    assert [str(each) for each in validator.validate({"a": "y", "l": ["x", "x"]})] == [
        'a: Unsupported value: "y": supported values: "x"',
        'l[1]: Duplicate value: "x"',
    ]
    assert [str(each) for each in validator.validate({})] == ["a: Required value"]


def test_a_required_field_may_say_so_itself() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {
                "type": "string",
                "x-kubernetes-strip-zero": True,
                "x-kubernetes-validation-errors": {"required": NAMED},
            },
            "b": {"type": "string"},
        },
        "required": ["a", "b"],
    }
    assert [str(each) for each in validator_of(schema).validate({"a": ""})] == ["a: Required value"]


def test_quantities_of_v2_may_be_numbers() -> None:
    quantity = {"io.k8s.apimachinery.pkg.api.resource.Quantity": {"type": "string"}}
    reference = {"$ref": "#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity"}
    validator = validator_of({"type": "object", "properties": {"cpu": reference}}, **quantity)
    assert validator.validate({"cpu": 1}) == validator.validate({"cpu": "1"}) == []
    assert validator.validate({"cpu": True})
