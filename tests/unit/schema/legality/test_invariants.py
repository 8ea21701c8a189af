"""Tests of structural rules: types, junctors, metadata, completeness, int-or-string and embedded resources."""

import pytest

from kapivara.field import FieldPath
from kapivara.schema.legality.invariants import structural_errors
from kapivara.values import JsonObject

NAME_ONLY = "must not specify anything other than name and generateName, but metadata is implicitly specified"
INT_OR_STRING = [{"type": "integer"}, {"type": "string"}]


def told(schema: JsonObject) -> list[str]:
    return [str(error) for error in structural_errors(schema, FieldPath.of("s"))]


def told_of_field(schema: JsonObject) -> list[str]:
    root = {"type": "object", "properties": {"f": schema}}
    return [each.removeprefix("s.properties[f].") for each in told(root)]


ROOTS = {
    "plain": ({"type": "object"}, []),
    "no type": ({}, ["s.type: Required value: must not be empty at the root"]),
    "not an object": ({"type": "array"}, [
        's.items: Required value: must be specified',
        's.type: Invalid value: "array": must be object at the root',
    ]),
    "additional properties": (
        {"type": "object", "additionalProperties": False},
        ["s.additionalProperties: Forbidden: must not be used at the root"],
    ),
    "kind must be a string": (
        {"type": "object", "properties": {"kind": {"type": "object"}}},
        ['s.properties[kind].type: Invalid value: "object": must be string'],
    ),
    "metadata names": (
        {"type": "object", "properties": {"metadata": {"type": "object", "properties": {
            "name": {"type": "string", "maxLength": 3}, "generateName": {"type": "string"}}}}},
        [],
    ),
    "metadata labels": (
        {"type": "object", "properties": {"metadata": {"type": "object", "properties": {
            "labels": {"type": "object"}}}}},
        [f"s.properties[metadata]: Forbidden: {NAME_ONLY}"],
    ),
    "metadata described": (
        {"type": "object", "properties": {"metadata": {"type": "object", "description": "x"}}},
        [f"s.properties[metadata]: Forbidden: {NAME_ONLY}"],
    ),
    "metadata with empty keywords": (
        {"type": "object", "properties": {"metadata": {"type": "object", "title": "", "enum": [], "items": None}}},
        [],
    ),
    "metadata with an empty list of required": (
        {"type": "object", "properties": {"metadata": {"type": "object", "required": []}}},
        [f"s.properties[metadata]: Forbidden: {NAME_ONLY}"],
    ),
    "metadata of another type": (
        {"type": "object", "properties": {"metadata": {"type": "string"}}},
        ['s.properties[metadata].type: Invalid value: "string": must be object'],
    ),
    "undeclared in a junctor": (
        {"type": "object", "properties": {"a": {"type": "object"}}, "anyOf": [
            {"properties": {"a": {"properties": {"b": {"minLength": 1}}}, "c": {}}}, {"items": {}}]},
        [
            "s.items: Required value: because it is defined in s.anyOf[1].items",
            "s.properties[a].properties[b]: Required value: "
            "because it is defined in s.anyOf[0].properties[a].properties[b]",
            "s.properties[c]: Required value: because it is defined in s.anyOf[0].properties[c]",
        ],
    ),
    "undeclared in a junctor below the root": (
        {"type": "object", "properties": {"a": {"type": "object", "not": {"properties": {"b": {}}}}}},
        [],
    ),
    "undeclared in a junctor in a junctor": (
        {"type": "object", "allOf": [{"oneOf": [{"not": {"properties": {"b": {}}}}]}]},
        ["s.properties[b]: Required value: because it is defined in s.allOf[0].oneOf[0].not.properties[b]"],
    ),
}  # fmt: skip

FIELDS = {
    "no type": ({}, ["type: Required value: must not be empty for specified object fields"]),
    "item without type": (
        {"type": "array", "items": {}},
        ["items.type: Required value: must not be empty for specified array items"],
    ),
    "map value without type": (
        {"type": "object", "additionalProperties": {}},
        ["additionalProperties.type: Required value: must not be empty for specified object fields"],
    ),
    "array without items": ({"type": "array"}, ["items: Required value: must be specified"]),
    "array with a null for items": ({"type": "array", "items": None}, ["items: Required value: must be specified"]),
    "typeless preserving": ({"x-kubernetes-preserve-unknown-fields": True}, []),
    "typeless int-or-string": ({"x-kubernetes-int-or-string": True}, []),
    "int-or-string by anyOf": ({"x-kubernetes-int-or-string": True, "anyOf": INT_OR_STRING}, []),
    "int-or-string by allOf": ({"x-kubernetes-int-or-string": True, "allOf": [{"anyOf": INT_OR_STRING}, {}]}, []),
    "the choice without int-or-string": ({"type": "string", "anyOf": INT_OR_STRING}, []),
    "the choice in the second allOf": (
        {"x-kubernetes-int-or-string": True, "allOf": [{}, {"anyOf": INT_OR_STRING}]},
        [
            "allOf[1].anyOf[0].type: Forbidden: must be empty to be structural",
            "allOf[1].anyOf[1].type: Forbidden: must be empty to be structural",
        ],
    ),
    "the choice with more said": (
        {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]},
        [
            "anyOf[0].type: Forbidden: must be empty to be structural",
            "anyOf[1].type: Forbidden: must be empty to be structural",
        ],
    ),
    "int-or-string preserving": (
        {"x-kubernetes-int-or-string": True, "x-kubernetes-preserve-unknown-fields": True},
        ["x-kubernetes-preserve-unknown-fields: Invalid value: true: "
         "must be false if x-kubernetes-int-or-string is true"],
    ),
    "embedded": (
        {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True},
        [],
    ),
    "embedded without anything": (
        {"x-kubernetes-embedded-resource": True, "additionalProperties": True},
        [
            "additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set",
            "properties: Required value: must not be empty if x-kubernetes-embedded-resource is true "
            "without x-kubernetes-preserve-unknown-fields",
            "type: Required value: must be object if x-kubernetes-embedded-resource is true",
        ],
    ),
    "embedded metadata may say more": (
        {"type": "object", "x-kubernetes-embedded-resource": True,
         "properties": {"metadata": {"type": "object", "description": "x"}}},
        [],
    ),
    "structure in a junctor": (
        {"type": "string", "allOf": [{
            "type": "string", "default": 1, "title": "t", "description": "d", "nullable": True,
            "additionalProperties": {}, "x-kubernetes-list-type": "", "x-kubernetes-map-type": "atomic",
            "x-kubernetes-list-map-keys": ["a"], "x-kubernetes-validations": [{"rule": "true"}],
            "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True,
            "x-kubernetes-int-or-string": True, "properties": {"metadata": {}}}]},
        [
            "allOf[0].additionalProperties: Forbidden: must be undefined to be structural",
            "allOf[0].default: Forbidden: must be undefined to be structural",
            "allOf[0].description: Forbidden: must be empty to be structural",
            "allOf[0].nullable: Forbidden: must be false to be structural",
            "allOf[0].properties[metadata]: Forbidden: must not be specified in a nested context",
            "allOf[0].title: Forbidden: must be empty to be structural",
            "allOf[0].type: Forbidden: must be empty to be structural",
            "allOf[0].x-kubernetes-embedded-resource: Forbidden: must be false to be structural",
            "allOf[0].x-kubernetes-int-or-string: Forbidden: must be false to be structural",
            "allOf[0].x-kubernetes-list-map-keys: Forbidden: must be empty to be structural",
            "allOf[0].x-kubernetes-list-type: Forbidden: must be undefined to be structural",
            "allOf[0].x-kubernetes-map-type: Forbidden: must be undefined to be structural",
            "allOf[0].x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural",
            "allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural",
        ],
    ),
    "nothing is structure": ({"type": "object", "not": {"additionalProperties": False, "title": "", "type": ""}}, []),
    "structure deep in a junctor": (
        {"type": "array", "items": {"type": "string"}, "oneOf": [{"items": {"not": {"type": "string"}}}]},
        ["oneOf[0].items.not.type: Forbidden: must be empty to be structural"],
    ),
    "patterns": (
        {"type": "string", "pattern": "a(", "anyOf": [{"pattern": "^a$"}, {"pattern": "*"}]},
        [
            'anyOf[1].pattern: Invalid value: "*": must be a valid regular expression, but isn\'t: '
            "error parsing regexp: missing argument to repetition operator: `*`",
            'pattern: Invalid value: "a(": must be a valid regular expression, but isn\'t: '
            "error parsing regexp: missing closing ): `a(`",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "texts"), ROOTS.values(), ids=ROOTS)
def test_root(schema: JsonObject, texts: list[str]) -> None:
    assert told(schema) == texts


@pytest.mark.parametrize(("schema", "texts"), FIELDS.values(), ids=FIELDS)
def test_field(schema: JsonObject, texts: list[str]) -> None:
    assert told_of_field(schema) == texts
