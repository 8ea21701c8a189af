"""Tests of validation by documents and schemas, as KEP-4153 requires it of a validator of native types."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.openapi import Document, UnknownKindError, Validator
from kapivara.values import ABSENT, copy_json

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
