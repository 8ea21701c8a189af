"""Tests of OpenAPI documents in protocol buffers: the number of each field, and omitted parts."""

from __future__ import annotations

import json
import struct

import pytest
import yaml

from kapivara.registry.openapi.binary import encodings, messages_v3
from kapivara.registry.openapi.binary.fields import yaml_text
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage
from kapivara.values import JsonObject, JsonValue


def f(number: int, content: bytes | str | int | float) -> bytes:
    """Returns the expected field."""
    if isinstance(content, int):
        return _varint(number << 3) + _varint(content)
    if isinstance(content, float):
        return _varint(number << 3 | 1) + struct.pack("<d", content)
    content = content.encode() if isinstance(content, str) else content
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    return bytes((number,)) if number < 128 else bytes((number & 127 | 128,)) + _varint(number >> 7)


STRING = f(22, f(1, "string"))


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        (
            {"type": "string", "pattern": "a", "enum": ["red", "1"], "maxLength": 300},
            f(11, 300) + f(13, "a") + f(20, f(2, "red\n")) + f(20, f(2, '"1"\n')) + STRING,
        ),
        ({"additionalProperties": True}, f(21, f(2, 1))),
        ({"additionalProperties": {"type": "string"}}, f(21, f(1, STRING))),
        ({"minimum": 0, "maximum": 2, "uniqueItems": False, "description": ""}, f(7, 2.0)),
        (
            {"items": {"$ref": "#/definitions/x", "description": "d"}, "x-b": ["k"], "x-a": True},
            f(23, f(1, f(1, "#/definitions/x") + f(4, "d")))
            + f(31, f(1, "x-b") + f(2, f(2, "- k\n")))
            + f(31, f(1, "x-a") + f(2, f(2, "true\n"))),
        ),
        (
            {"properties": {"a": {}, "b": {"type": "string"}}, "required": ["a", "b"]},
            f(19, "a") + f(19, "b") + f(25, f(1, f(1, "a") + f(2, b"")) + f(1, f(1, "b") + f(2, STRING))),
        ),
    ],
    ids=["string", "any", "map", "zeros", "extensions", "properties"],
)
def test_schemas_of_v2(schema: JsonObject, written: bytes) -> None:
    assert encodings.SCHEMA.write(schema) == written


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"$ref": "#/x"}, f(2, f(1, "#/x"))),
        ({"default": ""}, f(1, f(33, f(3, "")))),
        ({"default": {}}, f(1, f(33, b""))),
        ({"default": 3, "nullable": True}, f(1, f(1, 1) + f(33, f(1, 3.0)))),
        ({"default": False}, f(1, f(33, f(2, 0)))),
        (
            {"allOf": [{"$ref": "#/x"}], "not": {"required": ["a"]}},
            f(1, f(26, f(2, f(1, "#/x"))) + f(29, f(23, "a"))),
        ),
        (
            {"additionalProperties": False, "properties": {"a": {"items": {"type": "string"}}}},
            f(1, f(31, f(1, f(1, "a") + f(2, f(1, f(30, f(1, f(1, f(25, "string")))))))) + f(32, f(2, 0))),
        ),
    ],
    ids=["reference", "empty string", "object", "number", "false", "junctors", "properties"],
)
def test_schemas_of_v3(schema: JsonObject, written: bytes) -> None:
    assert messages_v3.schema(schema) == written


@pytest.mark.parametrize(
    ("parameter", "written"),
    [
        (
            {"name": "body", "in": "body", "required": True, "schema": {"$ref": "#/x"}},
            f(1, f(2, "body") + f(3, "body") + f(4, 1) + f(5, f(1, "#/x"))),
        ),
        (
            {"name": "n", "in": "query", "type": "string", "uniqueItems": True, "description": "d"},
            f(2, f(3, f(2, "query") + f(3, "d") + f(4, "n") + f(6, "string") + f(20, 1))),
        ),
        (
            {"name": "n", "in": "path", "type": "string", "uniqueItems": True, "required": True},
            f(2, f(4, f(1, 1) + f(2, "path") + f(4, "n") + f(5, "string") + f(19, 1))),
        ),
    ],
    ids=["body", "query", "path"],
)
def test_parameters_of_v2(parameter: JsonObject, written: bytes) -> None:
    assert encodings.parameter(parameter) == written


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("map", "map"),
        ("no", "no"),
        ("self != 'x'", "self != 'x'"),
        ("merge,retainKeys", "merge,retainKeys"),
        ("", '""'),
        ("true", '"true"'),
        ("1.5", '"1.5"'),
        ("2001-01-01", '"2001-01-01"'),
        ("a: b", "'a: b'"),
        ("it's # odd", "'it''s # odd'"),
        ("- a", "'- a'"),
        ("a\nb", '"a\\nb"'),
        (True, "true"),
        (None, "null"),
        (3, "3"),
        ([], "[]"),
        ({}, "{}"),
        (["a", ["b", "c"]], "- a\n- - b\n  - c"),
        ([{"group": "", "kind": "A"}], '- group: ""\n  kind: A'),
        ([{"a": {"b": "c", "d": ["e"]}}], "- a:\n    b: c\n    d:\n        - e"),
        ({"a": ["b"]}, "a:\n    - b"),
    ],
)
def test_extensions_are_yaml(value: JsonValue, text: str) -> None:
    assert yaml_text(value) == f"{text}\n"
    if value != "no":  # YAML 1.1 reads it as false
        assert yaml.safe_load(text) == value


@pytest.mark.parametrize("path", ["", "api/v1", "version", "apis/apiextensions.k8s.io/v1"])
def test_documents_hold_the_same_in_both_notations(path: str) -> None:
    documents = Registry(MemoryStorage()).openapi()

    def read(*, binary: bool) -> tuple[bytes, str]:
        found = documents.document(path, binary=binary) if path else documents.about_all(binary=binary)
        assert found is not None
        return found.text, found.hash

    (plain, plain_hash), (written, binary_hash) = read(binary=False), read(binary=True)
    assert plain_hash == binary_hash
    document = json.loads(plain)
    schemas = document.get("definitions") or document["components"].get("schemas", {})
    for name in (*document["paths"], *schemas, *document.get("parameters", ())):
        assert f(1, name) in written, name
    assert len(written) < len(plain)
