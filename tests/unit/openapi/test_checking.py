"""Tests of bad documents: each is rejected with its place and a suggestion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.openapi import Document, DocumentError, Validator
from kapivara.values.deadline import DeadlineExceededError

BAD = [
    pytest.param({"$ref": "#/nope"}, "#: $ref '#/nope' leads to no schema", id="dangling"),
    pytest.param({"$ref": "other.json#/a"}, "leads to no schema; references must lead to a schema", id="elsewhere"),
    pytest.param({"$ref": 5}, "#: $ref is 5; it must be a text", id="no text"),
    pytest.param({"type": "strin"}, "#: type 'strin' is unknown; it must be one of array, boolean", id="type"),
    pytest.param(
        {"properties": {"a": {"$ref": "#/properties/a"}}}, "#/properties/a: a reference that leads back", id="loop"
    ),
    pytest.param(
        {"properties": {"a": {"allOf": [{"$ref": "#/properties/b"}]}, "b": {"$ref": "#/properties/a"}}},
        "leads back to itself, and to no content",
        id="loop through allOf",
    ),
    pytest.param({"anyOf": [{"$ref": "#"}]}, "leads back to itself, and to no content", id="loop through anyOf"),
    pytest.param({"not": {"oneOf": [{"$ref": "#"}]}}, "leads back to itself", id="loop through oneOf"),
    pytest.param({"x-kubernetes-list-type": "bag"}, "x-kubernetes-list-type 'bag' is unknown", id="list type"),
    pytest.param({"x-kubernetes-list-type": "map"}, "a list of type map without", id="keys"),
    pytest.param({"type": "string", "pattern": "("}, "patterns are those of RE2", id="pattern"),
    pytest.param({"minLength": "a"}, "#: minLength is 'a'; it must be an integer", id="number"),
    pytest.param({"maxItems": True}, "maxItems is True; it must be an integer", id="boolean"),
    pytest.param({"properties": []}, "properties is []; it must be an object of schemas", id="properties"),
    pytest.param({"properties": {"a/b": {"type": 5}}}, "#/properties/a~1b: type 5 is unknown", id="escaped"),
    pytest.param({"items": {"items": 5}}, "#/items: items is 5; it must be a schema", id="items"),
    pytest.param({"anyOf": [5]}, "a schema must be an object", id="branch"),
    pytest.param({"required": [1]}, "required holds 1", id="required"),
    pytest.param({"x-kubernetes-validations": ["a"]}, "a rule is 'a'; it must be an object", id="rule"),
    pytest.param(
        {"type": "object", "x-kubernetes-validations": [{"rule": "true", "fieldPath": ".a.b"}]},
        "#/x-kubernetes-validations/0: fieldPath '.a.b': does not refer to a valid field",
        id="field path",
    ),
    pytest.param(
        {"type": "object", "x-kubernetes-validations": [{"rule": "true", "reason": "Odd"}]},
        "reason 'Odd' is unknown; it must be one of FieldValueNotFound",
        id="reason",
    ),
    pytest.param({"x-kubernetes-validations": [{"rule": "true"}]}, "rules of a schema that has no type", id="no type"),
    pytest.param(
        {"anyOf": [{"x-kubernetes-validations": [{"rule": "self == oldSelf"}]}]},
        "#/anyOf/0: a rule under anyOf, oneOf or not looks at oldSelf",
        id="transition",
    ),
]


@pytest.mark.parametrize(("schema", "told"), BAD)
def test_a_bad_schema_is_refused_with_its_place(schema: dict[str, Any], told: str) -> None:
    with pytest.raises(DocumentError) as refused:
        Validator(schema)
    assert told in str(refused.value)


def test_a_rule_that_does_not_compile_is_told_with_its_text() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "x-kubernetes-validations": [{"rule": "self.b == 1"}]}},
    }
    validator = Validator(Document({"definitions": {"A": schema}}, "doc.json"), document={"definitions": {}})
    assert validator
    validator = Validator(schema)
    assert validator.validate({}) == []
    with pytest.raises(DocumentError) as refused:
        validator.validate({"a": "x"})
    assert "#/properties/a/x-kubernetes-validations/0: the rule 'self.b == 1' does not compile" in str(refused.value)


def test_a_document_without_definitions_is_told() -> None:
    with pytest.raises(DocumentError, match=r"doc.json: no definitions: neither components.schemas"):
        Document({"openapi": "3.0.0"}, "doc.json").kinds  # noqa: B018


def test_defaults_without_end_are_refused() -> None:
    itself = {"allOf": [{"$ref": "#/definitions/A"}], "default": {}}
    document = {"definitions": {"A": {"type": "object", "properties": {"a": itself}}}}
    with pytest.raises(DocumentError, match="its default holds itself"):
        Validator({"$ref": "#/definitions/A"}, document=document).validate({})


@pytest.mark.parametrize("length", [50, 5_000])
def test_a_chain_of_references_is_bounded(length: int) -> None:
    chain: dict[str, Any] = {f"d{n}": {"$ref": f"#/definitions/d{n + 1}"} for n in range(length)}
    chain[f"d{length}"] = {"type": "string"}
    if length > 100:
        with pytest.raises(DocumentError, match="more than 100 schemas refer to each other"):
            Validator({"$ref": "#/definitions/d0"}, document={"definitions": chain})
    else:
        assert Validator({"$ref": "#/definitions/d0"}, document={"definitions": chain}).validate(1)  # type: ignore[arg-type]


def twice_each(junctor: str, count: int) -> dict[str, Any]:
    """Returns definitions that each refer to the next one twice."""
    references = [{"$ref": f"#/definitions/d{number + 1}"} for number in range(count)]
    last = {f"d{count}": {"type": "string"}}
    return {f"d{number}": {junctor: [each, {**each}]} for number, each in enumerate(references)} | last


def test_many_schemas_about_one_value_are_bounded() -> None:
    """Each refers to the next one twice: thirty of them apply to a value a thousand million times."""
    doubled = twice_each("allOf", 30)
    with pytest.raises(DocumentError, match="more than 1000 schemas are about one value"):
        Validator({"$ref": "#/definitions/d0"}, document={"definitions": doubled})


def test_many_branches_end_with_the_time() -> None:
    branching = twice_each("anyOf", 40)
    validator = Validator({"$ref": "#/definitions/d0"}, document={"definitions": branching}, request_timeout=0.2)
    with pytest.raises(DeadlineExceededError):
        validator.validate({})


def test_defaults_fill_no_memory() -> None:
    text = {"type": "string", "default": "x" * 100_000}
    large = {"type": "object", "properties": {f"f{number}": text for number in range(400)}}
    with pytest.raises(DocumentError, match="defaults add more than 24 MiB"):
        Validator(large).validate({})


def test_deep_schemas_are_judged() -> None:
    deep: dict[str, Any] = {"type": "string", "maxLength": 1}
    for _ in range(3_000):
        deep = {"type": "object", "properties": {"a": deep}}
    document = {"definitions": {"io.k8s.api.core.v1.Deep": deep}}
    validator = Validator({"$ref": "#/definitions/io.k8s.api.core.v1.Deep"}, document=document)
    assert validator.validate({"a": {"a": {}}}) == []
    assert validator.validate({"a": {"a": 5}})


@pytest.mark.parametrize("count", [600, 3_000])
def test_deep_documents_are_refused_or_judged(count: int) -> None:
    """Returns schemas nested through definitions: with defaults, as lists, and with required fields."""

    def chain(make: Callable[[dict[str, Any]], dict[str, Any]]) -> Validator:
        definitions = {f"d{number}": make({"$ref": f"#/definitions/d{number + 1}"}) for number in range(count)}
        definitions[f"d{count}"] = {"type": "string", "nullable": True}
        schema = {"type": "object", "properties": {"a": {"$ref": "#/definitions/d0"}}}
        return Validator(schema, document={"definitions": definitions})

    rules = {"x-kubernetes-validations": [{"rule": "self.size() < 5"}]}
    with pytest.raises(DocumentError, match="rules of a schema that expressions cannot see"):
        chain(lambda below: {"type": "array", "items": below, **rules})
    filled = chain(lambda below: {"type": "object", "properties": {"a": {"allOf": [below], "default": {}}}})
    with pytest.raises(DocumentError, match="defaults nest deeper than 500"):
        filled.validate({"a": {}})
    rules = {"x-kubernetes-validations": [{"rule": "has(self.a)"}]}
    required = chain(lambda below: {"type": "object", "properties": {"a": below}, "required": ["a"], **rules})
    assert required.validate({"a": {"a": {}}})[0].field == "a.a.a"


def test_a_list_of_itself_is_judged_by_values_alone() -> None:
    document = {"definitions": {"L": {"type": "array", "items": {"$ref": "#/definitions/L"}, "maxItems": 1}}}
    schema = {
        "type": "object",
        "properties": {"l": {"$ref": "#/definitions/L"}},
        "x-kubernetes-validations": [{"rule": "true"}],
    }
    validator = Validator(schema, document=document)
    for _ in range(8):
        assert validator.validate({"l": [[[]]]}) == []
        assert [each.field for each in validator.validate({"l": [[[], []]]})] == ["l[0]", "<nil>"]
