"""Tests of defaults of schemas: valid, pruned, and correct inside whole objects."""

import pytest

from kapivara.field import FieldPath
from kapivara.schema.legality.defaults import default_errors
from kapivara.values import JsonObject

OBJECT = {"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": "integer", "minimum": 1}}}
EMBEDDED = {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}
INT_OR_STRING = {"x-kubernetes-int-or-string": True}
BAD_METADATA = "must result in valid metadata: "


def in_embedded(**properties: JsonObject) -> JsonObject:
    return {**EMBEDDED, "properties": properties}


def in_metadata(**properties: JsonObject) -> JsonObject:
    return in_embedded(metadata={"type": "object", "properties": properties})


def told(schema: JsonObject, *, require_pruned: bool = True) -> list[str]:
    root = {"type": "object", "properties": {"f": schema}}
    errors = default_errors(root, FieldPath.of("s"), require_pruned=require_pruned)
    return [str(error).removeprefix("s.properties[f].") for error in errors]


CASES = {
    "string": ({"type": "string", "default": "x"}, []),
    "wrong type": (
        {"type": "string", "default": 5},
        ['default: Invalid value: "integer":  in body must be of type string: "integer"'],
    ),
    "enum": ({"type": "string", "enum": ["a"], "default": "a"}, []),
    "outside the enum": (
        {"type": "string", "enum": ["a"], "default": "b"},
        ['default: Unsupported value: "b": supported values: "a"'],
    ),
    "boolean that equals a number": ({"type": "boolean", "enum": [1], "default": True}, [
        'default: Unsupported value: true: supported values: "1"'
    ]),
    "pattern": (
        {"type": "string", "pattern": "^a", "default": "b"},
        ["default: Invalid value: \"b\":  in body should match '^a'"],
    ),
    "format of an unknown type": (
        {"type": "frob", "format": "date", "default": "tomorrow"},
        ['default: Invalid value: "tomorrow":  in body must be of type date: "tomorrow"'],
    ),
    "text of an unknown type": (
        {"type": "frob", "default": "x"},
        ['default: Invalid value: "string":  in body must be of type frob: "string"'],
    ),
    "format that is unknown": (
        {"type": "string", "format": "bogus", "default": 5},
        ['default: Invalid value: "int64":  in body must be of type bogus: "int64"'],
    ),
    "format of texts on an integer": (
        {"type": "integer", "format": "date", "default": "x"},
        [
            'default: Invalid value: "string":  in body must be of type integer: "string"',
            'default: Invalid value: "x":  in body must be of type date: "x"',
        ],
    ),
    "format of numbers on an integer": ({"type": "integer", "format": "float", "default": 2**40}, []),
    "empty object": ({**OBJECT, "default": {}}, []),
    "empty object that misses a field": (
        {**OBJECT, "required": ["a"], "default": {}},
        ["default.a: Required value"],
    ),
    "empty list": ({"type": "array", "items": {"type": "string"}, "default": []}, []),
    "list item": (
        {"type": "array", "items": {"type": "string"}, "default": ["a", 1]},
        ['default.[1]: Invalid value: "integer": [1] in body must be of type string: "integer"'],
    ),
    "several": ({**OBJECT, "default": {"a": 1, "n": 0}}, [
        'default.a: Invalid value: "integer": a in body must be of type string: "integer"',
        "default.n: Invalid value: 0: n in body should be greater than or equal to 1",
    ]),
    "unknown field": (
        {**OBJECT, "default": {"a": "x", "zz": 1}},
        ['default: Invalid value: {"a":"x","zz":1}: must not have unknown fields'],
    ),
    "undeclared kind": (
        {**OBJECT, "default": {"kind": "x"}},
        ['default: Invalid value: {"kind":"x"}: must not have unknown fields'],
    ),
    "object for a list of objects": ({"type": "array", "items": OBJECT, "default": 5}, [
        'default: Invalid value: "integer":  in body must be of type array: "integer"'
    ]),
    "set with duplicates": (
        {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set", "default": ["a", "a"]},
        [],
    ),
    "int-or-string takes anything": ({**INT_OR_STRING, "default": True}, []),
    "int-or-string below takes anything": (
        {"type": "object", "properties": {"p": INT_OR_STRING}, "default": {"p": [1]}},
        [],
    ),
    "under additional properties": (
        {"type": "object", "additionalProperties": {"type": "string", "default": 4}},
        [],
    ),
    "in items": (
        {"type": "array", "items": {"type": "string", "default": 4}},
        ['items.default: Invalid value: "integer":  in body must be of type string: "integer"'],
    ),
    "whole embedded": ({**EMBEDDED, "default": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}}}, []),
    "embedded without kind": ({**EMBEDDED, "default": {"apiVersion": "v1"}}, ["default.kind: Required value"]),
    "embedded with malformed metadata": (
        {**EMBEDDED, "default": {"apiVersion": "v1", "metadata": {"labels": 5}}},
        [
            'default.metadata: Invalid value: {"labels":5}: '
            "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string"
        ],
    ),
    "embedded of a number": (
        {**EMBEDDED, "default": {"apiVersion": 1}},
        ["default.apiVersion: Invalid value: 1: must be a string"],
    ),
    "embedded kind": (
        in_embedded(kind={"type": "string", "default": ""}),
        [f'properties[kind].default: Invalid value: "": {BAD_METADATA}kind: Invalid value: "": must not be empty'],
    ),
    "embedded name": (
        in_metadata(name={"type": "string", "default": "a/b"}),
        [
            f'properties[metadata].properties[name].default: Invalid value: "a/b": {BAD_METADATA}'
            "metadata.name: Invalid value: \"a/b\": may not contain '/'"
        ],
    ),
    "embedded name of a wrong type": (
        in_metadata(name={"type": "string", "default": 5}),
        [
            f"properties[metadata].properties[name].default: Invalid value: 5: {BAD_METADATA}"
            'metadata: Invalid value: {"name":5}: '
            "json: cannot unmarshal number into Go struct field ObjectMeta.name of type string"
        ],
    ),
    "embedded name that is too long": (
        in_metadata(name={"type": "string", "maxLength": 2, "default": "abc"}),
        ["properties[metadata].properties[name].default: Too long: may not be more than 2 bytes"],
    ),
    "embedded label, twice wrong": (
        in_metadata(labels={"type": "object", "additionalProperties": {"type": "string"}, "default": {"-": "-"}}),
        [
            f'properties[metadata].properties[labels].default: Invalid value: {{"-":"-"}}: {BAD_METADATA}'
            "[metadata.labels: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or "
            "'.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', "
            "regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), "
            'metadata.labels: Invalid value: "-": '
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
            "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
            "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')]"
        ],
    ),
    "embedded finalizer": (
        in_metadata(finalizers={"type": "array", "items": {"type": "string", "default": "a/b"}}),
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "texts"), CASES.values(), ids=CASES)
def test_defaults(schema: JsonObject, texts: list[str]) -> None:
    assert told(schema) == texts


def test_root_is_a_whole_object() -> None:
    errors = default_errors({"type": "object", "default": {}}, FieldPath.of("s"), require_pruned=True)
    assert list(map(str, errors)) == ["s.default.apiVersion: Required value", "s.default.kind: Required value"]


def test_unknown_fields_pass_where_that_is_lifted() -> None:
    assert told({**OBJECT, "default": {"zz": 1}}, require_pruned=False) == []


def test_metadata_in_defaults_takes_its_normal_form() -> None:
    default = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x", "bogus": 1}}
    assert told({**EMBEDDED, "default": default}) == []
    assert default["metadata"] == {"name": "x"}
