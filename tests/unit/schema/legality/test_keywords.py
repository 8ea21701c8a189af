"""Tests of the checks of keywords, topology and rules, and their walk through a schema."""

import pytest

from kapivara.field import FieldPath
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.legality.verdict import schema_errors
from kapivara.values import JsonObject

TYPES = '"array", "boolean", "integer", "number", "object", "string"'
STRING = {"type": "string"}
KEYED = {"type": "object", "required": ["k"], "properties": {"k": STRING}}
RULE = "x-kubernetes-validations[0]"


def told(schema: JsonObject, options: LegalityOptions | None = None) -> list[str]:
    return [str(error) for error in schema_errors(schema, FieldPath.of("s"), options or LegalityOptions())]


def map_list(items: JsonObject | list[JsonObject] | None = None, keys: tuple[str, ...] = ("k",)) -> JsonObject:
    lists = {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": list(keys)}
    return lists if items is None else {**lists, "items": items}


def ruled(**rule: object) -> JsonObject:
    return {
        "type": "object",
        "properties": {"a": STRING, "m": {"type": "object", "additionalProperties": STRING}},
        "x-kubernetes-validations": [rule],
    }


KEYWORDS = {
    "unknown type": ({"type": "int"}, [f's.type: Unsupported value: "int": supported values: {TYPES}']),
    "null": ({"type": "null"}, [
        f's.type: Unsupported value: "null": supported values: {TYPES}',
        "s.type: Forbidden: type cannot be set to null, use nullable as an alternative",
    ]),
    "id": ({"id": "x"}, ["s.id: Forbidden: id is not supported"]),
    "empty id": ({"id": ""}, []),
    "reference": ({"$ref": ""}, ["s.$ref: Forbidden: $ref is not supported"]),
    "additional items": (
        {"additionalItems": False},
        ["s.additionalItems: Forbidden: additionalItems is not supported"],
    ),
    "pattern properties": (
        {"patternProperties": {"x": {"type": "nope"}}},
        ["s.patternProperties: Forbidden: patternProperties is not supported"],
    ),
    "definitions": ({"definitions": {"x": {"id": "y"}}}, [
        "s.definitions: Forbidden: definitions is not supported",
        "s.definitions[x].id: Forbidden: id is not supported",
    ]),
    "empty definitions": ({"definitions": {}}, []),
    "empty dependencies": ({"dependencies": {}}, ["s.dependencies: Forbidden: dependencies is not supported"]),
    "dependencies": ({"dependencies": {"a": ["b"], "c": {"id": "x"}}}, [
        "s.dependencies: Forbidden: dependencies is not supported",
        "s.dependencies[c].id: Forbidden: id is not supported",
    ]),
    "list of items": ({"items": [{}, {"id": "x"}]}, [
        "s.items: Forbidden: items must be a schema object and not an array",
        "s.items[1].id: Forbidden: id is not supported",
    ]),
    "empty list of items": ({"items": []}, []),
    "unique items": (
        {"items": {"uniqueItems": True}},
        ["s.items.uniqueItems: Forbidden: "
         "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"],
    ),
    "properties and additional ones": (
        {"properties": {"a": {}}, "additionalProperties": {}},
        ["s.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive"],
    ),
    "properties and none additional": (
        {"properties": {"a": {}}, "additionalProperties": False},
        ["s.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive"],
    ),
    "properties and any additional": ({"properties": {"a": {}}, "additionalProperties": True}, []),
    "no properties and additional ones": ({"properties": {}, "additionalProperties": False}, []),
    "default in top-level metadata": (
        {"properties": {"metadata": {"default": {}}, "kind": {"allOf": [{"default": 1}]}, "spec": {"default": 1}}},
        [
            "s.properties[kind].allOf[0].default: Forbidden: must not be set in top-level kind",
            "s.properties[metadata].default: Forbidden: must not be set in top-level metadata",
        ],
    ),
    "default in embedded metadata": (
        {"properties": {"a": {"x-kubernetes-embedded-resource": True, "properties": {"metadata": {
            "default": {}, "properties": {"labels": {"additionalProperties": {"default": "x"}}}}}}}},
        [
            "s.properties[a].properties[metadata].properties[labels].additionalProperties.default: "
            "Forbidden: must not be set inside additionalProperties applying to object metadata"
        ],
    ),
    "embedded in metadata": (
        {"properties": {"metadata": {"x-kubernetes-embedded-resource": True}}},
        ["s.properties[metadata].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta"],
    ),
    "junctors": (
        {"not": {"id": "x"}, "allOf": [{"id": "x"}], "oneOf": [{"id": "x"}], "anyOf": [{}, {"id": "x"}]},
        [f"s.{each}.id: Forbidden: id is not supported" for each in ("not", "allOf[0]", "oneOf[0]", "anyOf[1]")],
    ),
}  # fmt: skip

TOPOLOGY = {
    "preserving false": (
        {"x-kubernetes-preserve-unknown-fields": False},
        ["s.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined"],
    ),
    "map type": ({"type": "object", "x-kubernetes-map-type": "granular"}, []),
    "map type at a string": ({"type": "string", "x-kubernetes-map-type": "loose"}, [
        's.type: Invalid value: "string": must be object if x-kubernetes-map-type is specified',
        's.x-kubernetes-map-type: Unsupported value: "loose": supported values: "atomic", "granular"',
    ]),
    "map type without type": (
        {"x-kubernetes-map-type": "atomic"},
        ["s.type: Required value: must be object if x-kubernetes-map-type is specified"],
    ),
    "list type without type": (
        {"x-kubernetes-list-type": "atomic"},
        ["s.type: Required value: must be array if x-kubernetes-list-type is specified"],
    ),
    "unknown list type": (
        {"type": "array", "items": STRING, "x-kubernetes-list-type": "bag"},
        ['s.x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"'],
    ),
    "set of objects": (
        {"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "set"},
        ["s.items.x-kubernetes-map-type: Invalid value: null: "
         "must be atomic as item of a list with x-kubernetes-list-type=set"],
    ),
    "set of sets": (
        {"type": "array", "x-kubernetes-list-type": "set",
         "items": {"type": "array", "items": STRING, "x-kubernetes-list-type": "set"}},
        ['s.items.x-kubernetes-list-type: Invalid value: "set": '
         "must be atomic as item of a list with x-kubernetes-list-type=set"],
    ),
    "set of atomic objects": (
        {"type": "array", "x-kubernetes-list-type": "set",
         "items": {"type": "object", "x-kubernetes-map-type": "atomic"}},
        [],
    ),
    "set that may be null inside": (
        {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "nullable": True}},
        ["s.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set"],
    ),
    "keys without list type": (
        {"type": "array", "x-kubernetes-list-map-keys": ["a"]},
        ["s.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty"],
    ),
    "keys of a set": (
        {"type": "array", "items": STRING, "x-kubernetes-list-map-keys": ["a"], "x-kubernetes-list-type": "set"},
        ['s.x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty'],
    ),
    "map": (map_list(KEYED), []),
    "map without items or keys": (map_list(keys=()), [
        "s.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
        "s.items: Required value: must have a schema if x-kubernetes-list-type is map",
    ]),
    "map of strings": (
        map_list(STRING),
        ['s.items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map'],
    ),
    "map by unknown and repeated keys": (map_list(KEYED, ("k", "z", "k")), [
        's.x-kubernetes-list-map-keys: Invalid value: ["k","z","k"]: entries must all be names of item properties',
        's.x-kubernetes-list-map-keys: Invalid value: ["k","z","k"]: must not contain duplicate entries',
    ]),
    "map by a list": (
        map_list({"type": "object", "required": ["k"], "properties": {"k": {"type": "array", "items": STRING}}}),
        ['s.items.properties[k].type: Invalid value: "object": '
         "must be a scalar type if parent array's x-kubernetes-list-type is map"],
    ),
    "map by an optional, nullable key": (
        map_list({"type": "object", "properties": {"k": {"type": "string", "nullable": True}}}),
        [
            "s.items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, "
            "so it must have a default or be a required property",
            "s.items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, "
            "so it cannot be nullable",
        ],
    ),
    "map by a defaulted key": (map_list({"type": "object", "properties": {"k": {**STRING, "default": ""}}}), []),
}  # fmt: skip

RULES = {
    "good": (ruled(rule="true", message="m\n", reason="FieldValueForbidden", fieldPath=".m['k']"), []),
    "no rule": (ruled(rule=" ", message="\n"), [f"s.{RULE}.rule: Required value: rule is not specified"]),
    "blank message": (
        ruled(rule="true", message="  "),
        [f's.{RULE}.message: Invalid value: "  ": must be non-empty if specified'],
    ),
    "message of two lines": (
        ruled(rule="true", message="a\rb"),
        [f's.{RULE}.message: Invalid value: "a\\rb": must not contain line breaks'],
    ),
    "rule of two lines": (
        ruled(rule="true &&\ntrue"),
        [f"s.{RULE}.message: Required value: message must be specified if rule contains line breaks"],
    ),
    "blank message expression": (
        ruled(rule="true", messageExpression=" "),
        [f"s.{RULE}.messageExpression: Required value: messageExpression must be non-empty if specified"],
    ),
    "unknown reason": (
        ruled(rule="true", reason="<x>"),
        [f's.{RULE}.reason: Unsupported value: "\\u003cx\\u003e": supported values: '
         '"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"'],
    ),
    "blank field path": (ruled(rule="true", fieldPath=" "), [
        f's.{RULE}.fieldPath: Invalid value: " ": must be non-empty if specified',
        f's.{RULE}.fieldPath: Invalid value: " ": must be a valid path',
    ]),
    "field path of two lines": (ruled(rule="true", fieldPath=".a\n"), [
        f's.{RULE}.fieldPath: Invalid value: ".a\\n": must not contain line breaks',
        f's.{RULE}.fieldPath: Invalid value: ".a\\n": must be a valid path',
    ]),
    "field path in a schema that is no structural one": (
        {**ruled(rule="true", fieldPath=".zz"), "id": "x"},
        ["s.id: Forbidden: id is not supported"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "texts"), KEYWORDS.values(), ids=KEYWORDS)
def test_keywords(schema: JsonObject, texts: list[str]) -> None:
    assert told(schema) == texts


@pytest.mark.parametrize(("schema", "texts"), TOPOLOGY.values(), ids=TOPOLOGY)
def test_topology(schema: JsonObject, texts: list[str]) -> None:
    assert told(schema) == texts


@pytest.mark.parametrize(("schema", "texts"), RULES.values(), ids=RULES)
def test_rules(schema: JsonObject, texts: list[str]) -> None:
    assert told(schema) == texts


def test_map_of_a_list_of_items_is_printed_as_a_go_struct() -> None:
    last = told(map_list([]))[-1]
    assert last == (
        's.items: Invalid value: {"Schema":null,"JSONSchemas":[]}: '
        "must only have a single schema if x-kubernetes-list-type is map"
    )


def test_what_is_lifted_is_not_asked() -> None:
    lifted = LegalityOptions(require_valid_types=False, require_atomic_sets=False, require_map_list_keys=False)
    assert told({"type": "int"}, lifted) == []
    assert told(TOPOLOGY["set of objects"][0], lifted) == []
    assert told(TOPOLOGY["set that may be null inside"][0], lifted) == []
