"""Tests of validation by documents and schemas, as KEP-4153 requires it of a validator of native types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.openapi import Document, DocumentError, UnknownKindError, Validator
from kapivara.values import ABSENT, copy_json
from kapivara.values.deadline import DeadlineExceededError

TREE: dict[str, Any] = {
    "openapi": "3.0.0",
    "components": {
        "schemas": {
            "com.example.Tree": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "apiVersion": {"type": "string"},
                    "kind": {"type": "string"},
                    "name": {"type": "string", "maxLength": 5},
                    "next": {"$ref": "#/components/schemas/com.example.Tree"},
                    "kids": {
                        "type": "array",
                        "items": {"allOf": [{"$ref": "#/components/schemas/com.example.Tree"}], "default": {}},
                        "x-kubernetes-list-type": "map",
                        "x-kubernetes-list-map-keys": ["name"],
                    },
                },
                "x-kubernetes-validations": [
                    {"rule": "!has(self.kids) || self.kids.all(k, k.name != self.name)", "message": "namesake"}
                ],
                "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Tree"}],
            }
        }
    },
}
ROOT = {"apiVersion": "example.com/v1", "kind": "Tree"}


def texts(validator: Validator, new: Any, old: Any = ABSENT) -> list[str]:
    """Returns the errors of an object at both speeds: the first objects are interpreted, later ones validated in one
    pass.
    """
    first = [str(each) for each in validator.validate(copy_json(new), old)]
    for _ in range(8):
        assert [str(each) for each in validator.validate(copy_json(new), old)] == first
    return first


def test_a_document_judges_by_the_kind_of_an_object() -> None:
    validator = Validator(TREE)
    assert validator.knows("example.com/v1", "Tree")
    assert texts(validator, {**ROOT, "name": "a"}) == []
    with pytest.raises(UnknownKindError, match=r"example.com/v2, Kind=Tree; the document knows Tree of example.com/v1"):
        validator.validate({**ROOT, "apiVersion": "example.com/v2"})


def test_a_type_that_holds_itself_is_judged_at_every_depth() -> None:
    validator = Validator(Document(TREE, "tree.json"))
    deep: dict[str, Any] = {"name": "end"}
    for number in range(200):
        deep = {"name": f"n{number}", "next": deep}
    assert texts(validator, {**ROOT, **deep}) == []
    bad = {**ROOT, "name": "a", "next": {"name": "b", "next": {"kids": [{"name": "x"}]}}}
    assert texts(validator, bad)[0] == "next.next.name: Required value"
    bad["next"]["next"]["name"] = "x"
    assert texts(validator, bad) == ["next.next: Invalid value: namesake"]


def test_a_deeply_nested_object_is_bounded_by_no_stack() -> None:
    deep: dict[str, Any] = {"name": "toolong"}
    for _ in range(5_000):
        deep = {"name": "n", "next": deep}
    error, _rules_were_not_asked = Validator(TREE).validate({**ROOT, **deep})
    assert error.field.endswith("next.name")


def test_definitions_of_v2_are_found_as_well() -> None:
    document = {
        "swagger": "2.0",
        "definitions": {
            "Port": {"type": "integer", "maximum": 65535},
            "Box": {
                "type": "object",
                "properties": {"port": {"$ref": "#/definitions/Port", "description": "where it listens"}},
                "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Box"}],
            },
        },
    }
    box = {"apiVersion": "v1", "kind": "Box", "port": 70000}
    assert "less than or equal to 65535" in texts(Validator(document), box)[0]


def test_objects_are_left_as_they_are() -> None:
    validator = Validator({"type": "object", "properties": {"a": {"type": "integer", "default": 1}}})
    given = {"b": 1}
    judgement = validator.judge(given)
    assert given == {"b": 1}
    assert (judgement.unknown, judgement.object, judgement.ok) == (("b",), {"a": 1}, False)
    assert judgement.strict_errors == ('unknown field "b"',)


RULES_IN_JUNCTORS = [
    pytest.param({"anyOf": [{"x-kubernetes-validations": [{"rule": "self.a > 3"}]}, {"required": ["b"]}]}, id="anyOf"),
    pytest.param({"oneOf": [{"x-kubernetes-validations": [{"rule": "self.a > 3"}]}, {"required": ["b"]}]}, id="oneOf"),
    pytest.param({"not": {"x-kubernetes-validations": [{"rule": "self.a <= 3"}]}}, id="not"),
    pytest.param({"allOf": [{"x-kubernetes-validations": [{"rule": "self.a > 3"}]}]}, id="allOf"),
    pytest.param(
        {"anyOf": [{"properties": {"a": {"x-kubernetes-validations": [{"rule": "self > 3"}]}}}, {"required": ["b"]}]},
        id="below",
    ),
    pytest.param(
        {"anyOf": [{"anyOf": [{"x-kubernetes-validations": [{"rule": "self.a > 3"}]}]}, {"required": ["b"]}]},
        id="nested",
    ),
]


@pytest.mark.parametrize("junctor", RULES_IN_JUNCTORS)
def test_rules_count_under_junctors(junctor: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, **junctor}
    validator = Validator(schema)
    assert texts(validator, {"a": 4}) == []
    assert texts(validator, {"a": 3})


def test_the_best_branch_is_told_with_its_rules() -> None:
    rule = {"rule": "self.startsWith('x')", "message": "must start with x"}
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
        "anyOf": [
            {"properties": {"a": {"minimum": 3}}, "required": ["a"]},
            {"properties": {"b": {"x-kubernetes-validations": [rule]}}, "required": ["b"]},
        ],
    }
    assert texts(Validator(schema), {"b": "y"}) == [
        '<nil>: Invalid value: "": "" must validate at least one schema (anyOf)',
        'b: Invalid value: "y": must start with x',
    ]


def test_an_update_is_forgiven_what_it_leaves_alone() -> None:
    validator = Validator({"type": "object", "properties": {"a": {"type": "string", "maxLength": 2}, "b": {}}})
    old = {"a": "long", "b": 1}
    judgement = validator.judge({"a": "long", "b": 2}, old)
    assert judgement.errors == []
    assert [each.error.field for each in judgement.forgiven] == ["a"]
    assert [each.field for each in validator.validate({"a": "longer"}, old)] == ["a"]
    strict = Validator({"type": "object", "properties": {"a": {"type": "string", "maxLength": 2}}}, ratcheting=False)
    assert strict.validate({"a": "long"}, {"a": "long"})


def test_transition_rules_see_the_old_value() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer", "x-kubernetes-validations": [{"rule": "self >= oldSelf"}]}},
    }
    validator = Validator(schema)
    assert texts(validator, {"a": 1}) == []
    assert texts(validator, {"a": 2}, {"a": 1}) == []
    assert texts(validator, {"a": 1}, {"a": 2}) == ["a: Invalid value: 1: failed rule: self >= oldSelf"]


def test_a_field_path_leads_through_references() -> None:
    document = {
        "definitions": {
            "Spec": {"type": "object", "properties": {"a": {"type": "integer"}}},
            "Box": {
                "type": "object",
                "properties": {"spec": {"$ref": "#/definitions/Spec"}},
                "x-kubernetes-validations": [
                    {
                        "rule": "self.spec.a > 1",
                        "fieldPath": ".spec.a",
                        "reason": "FieldValueForbidden",
                        "message": "no",
                    }
                ],
            },
        }
    }
    validator = Validator({"$ref": "#/definitions/Box"}, document=document)
    assert texts(validator, {"spec": {"a": 1}}) == ["spec.a: Forbidden: no"]


def test_int_or_string_embedded_and_preserved() -> None:
    schema = {
        "type": "object",
        "properties": {
            "port": {"format": "int-or-string", "oneOf": [{"type": "integer"}, {"type": "string"}]},
            "old": {"format": "int-or-string", "type": "string"},
            "whole": {
                "type": "object",
                "x-kubernetes-embedded-resource": True,
                "x-kubernetes-preserve-unknown-fields": True,
            },
            "any": {"x-kubernetes-preserve-unknown-fields": True},
            "free": {"type": "object"},
        },
    }
    validator = Validator(schema)
    good = {
        "port": 80,
        "old": 80,
        "whole": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "x": 1},
        "any": [1, {"b": 2}],
        "free": {"c": {"d": 3}},
    }
    assert texts(validator, good) == []
    assert validator.judge(good).unknown == ()
    assert [each.partition(":")[0] for each in texts(validator, {**good, "port": True, "whole": {}})] == [
        "port",
        "whole.apiVersion",
        "whole.kind",
    ]


def test_types_of_openapi_3_1() -> None:
    schema = {"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["string", "integer"]}}}
    validator = Validator(schema)
    assert texts(validator, {"a": None, "b": 1}) == []
    assert texts(validator, {"a": "x", "b": "y"}) == []
    assert len(texts(validator, {"a": 1, "b": True})) >= 2


def test_functions_and_formats_of_the_kep_count() -> None:
    """No server has them; documents have rules by the same KEP."""
    name = {"type": "string", "format": "dns1123label"}
    rule = {"rule": "self.generateName.isFormat('dns1123label')", "message": "must be a label"}
    schema = {
        "type": "object",
        "properties": {"name": name, "generateName": {"type": "string"}},
        "x-kubernetes-validations": [rule],
    }
    validator = Validator(schema)
    assert texts(validator, {"name": "a-b", "generateName": "a"}) == []
    assert "must be of type dns1123label" in texts(validator, {"name": "a_b", "generateName": "a"})[0]
    assert texts(validator, {"name": "a", "generateName": "a_b"}) == ["<nil>: Invalid value: must be a label"]


def test_list_types_count_under_junctors() -> None:
    unique = {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}
    validator = Validator({"type": "object", "properties": {"a": {"anyOf": [unique, {"type": "string"}]}}})
    assert texts(validator, {"a": ["x", "y"]}) == texts(validator, {"a": "x"}) == []
    assert 'a[1]: Duplicate value: "x"' in texts(validator, {"a": ["x", "x"]})


def test_only_what_objects_touch_is_looked_into() -> None:
    """Returns a document of a thousand definitions, each of which refers to the next ones."""
    definitions: dict[str, Any] = {
        f"d{number}": {
            "type": "object",
            "properties": {f"f{each}": {"$ref": f"#/definitions/d{(number + each) % 1_000}"} for each in range(1, 6)},
            "x-kubernetes-validations": [{"rule": "!has(self.f5) || has(self.f1)"}],
        }
        for number in range(1_000)
    }
    validator = Validator({"$ref": "#/definitions/d0"}, document={"definitions": definitions})
    assert texts(validator, {"f1": {"f2": {}}}) == []
    assert texts(validator, {"f1": {"f5": {}}})
    assert len(validator.document._nodes) < 200


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
