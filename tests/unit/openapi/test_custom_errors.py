"""Tests of `x-kubernetes-validation-errors`: keywords with messages and reasons of their own."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.openapi import DocumentError, Validator

CASES = [
    pytest.param({"type": "string", "minLength": 2}, "a", id="minLength"),
    pytest.param({"type": "string", "maxLength": 2}, "abc", id="maxLength"),
    pytest.param({"type": "string", "pattern": "^x"}, "abc", id="pattern"),
    pytest.param({"type": "string", "format": "ipv4"}, "abc", id="format"),
    pytest.param({"type": "string", "enum": ["a"]}, "b", id="enum"),
    pytest.param({"type": "integer", "minimum": 2, "exclusiveMinimum": True}, 2, id="minimum"),
    pytest.param({"type": "integer", "maximum": 2}, 3, id="maximum"),
    pytest.param({"type": "integer", "multipleOf": 2}, 3, id="multipleOf"),
    pytest.param({"type": "array", "items": {"type": "string"}, "minItems": 1}, [], id="minItems"),
    pytest.param({"type": "array", "items": {"type": "string"}, "maxItems": 1}, ["a", "b"], id="maxItems"),
    pytest.param({"type": "object", "minProperties": 1}, {}, id="minProperties"),
    pytest.param({"type": "object", "maxProperties": 0}, {"a": 1}, id="maxProperties"),
    pytest.param({"type": "string"}, 1, id="type"),
    pytest.param({"anyOf": [{"minimum": 3}]}, 1, id="anyOf"),
    pytest.param(
        {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        ["a", "a"],
        id="x-kubernetes-list-type",
    ),
]


@pytest.mark.parametrize(("schema", "bad"), CASES)
def test_a_keyword_fails_in_its_own_words(schema: dict[str, Any], bad: Any, request: pytest.FixtureRequest) -> None:
    keyword = request.node.callspec.id
    words = {keyword: {"message": "so not", "reason": "FieldValueForbidden"}}
    validator = Validator({"type": "object", "properties": {"a": {**schema, "x-kubernetes-validation-errors": words}}})
    for _ in range(8):
        errors = validator.validate({"a": bad})
        assert {(each.type.value, each.detail) for each in errors} == {("FieldValueForbidden", "so not")}


def test_required_fields_are_told_where_they_are_missing() -> None:
    words = {"required": {"message": "give it a name", "reason": "Required"}}
    schema = {"type": "object", "required": ["name"], "x-kubernetes-validation-errors": words}
    assert [str(each) for each in Validator(schema).validate({})] == ["name: Required value: give it a name"]


def test_other_keywords_keep_the_words_of_the_server() -> None:
    """The example of KEP-4153, with a keyword beside it."""
    words = {"minLength": {"message": "this custom error message shows", "reason": "Invalid"}}
    text = {"type": "string", "minLength": 2, "enum": ["xx"], "x-kubernetes-validation-errors": words}
    errors = Validator({"type": "object", "properties": {"a": text}}).validate({"a": "x"})
    assert [str(each) for each in errors] == [
        'a: Invalid value: "x": this custom error message shows',
        'a: Unsupported value: "x": supported values: "xx"',
    ]


def test_a_reason_that_nobody_knows_is_refused() -> None:
    words = {"minLength": {"message": "m", "reason": "Odd"}}
    with pytest.raises(DocumentError, match="reason 'Odd'"):
        Validator({"type": "string", "minLength": 1, "x-kubernetes-validation-errors": words})
