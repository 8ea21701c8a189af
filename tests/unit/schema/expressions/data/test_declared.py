"""Tests of the CEL types of schema nodes: types, names and sizes."""

from typing import Any

import pytest

from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.types import CelKind
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.data.provider import DeclaredSizes, DeclaredTypes
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject

MAX_STRING = 3 * 1024 * 1024 - 2
STRING: JsonObject = {"type": "string"}
ANY: JsonObject = {"x-kubernetes-preserve-unknown-fields": True}


def types_of(raw: JsonObject, *, resource: bool = False) -> DeclaredTypes:
    declared = declare(Structural(raw), resource=resource)
    assert declared is not None
    return DeclaredTypes(declared)


def listed(items: JsonObject, **more: Any) -> JsonObject:
    return {"type": "array", "items": items, **more}


def mapped(values: JsonObject, **more: Any) -> JsonObject:
    return {"type": "object", "additionalProperties": values, **more}


TYPES: dict[str, tuple[JsonObject, str]] = {
    "string": (STRING, "string"),
    "unknown format": ({"type": "string", "format": "ipv4"}, "string"),
    "date": ({"type": "string", "format": "date"}, "timestamp"),
    "date-time": ({"type": "string", "format": "date-time"}, "timestamp"),
    "duration": ({"type": "string", "format": "duration"}, "duration"),
    "byte": ({"type": "string", "format": "byte"}, "bytes"),
    "integer": ({"type": "integer", "format": "int32"}, "int"),
    "number": ({"type": "number"}, "double"),
    "boolean": ({"type": "boolean"}, "bool"),
    "int or string": ({"x-kubernetes-int-or-string": True}, "dyn"),
    "list": (listed(STRING), "list(string)"),
    "map": (mapped(listed({"type": "number"})), "map(string, list(double))"),
}


@pytest.mark.parametrize(("raw", "printed"), TYPES.values(), ids=TYPES)
def test_types(raw: JsonObject, printed: str) -> None:
    assert str(types_of(raw).type) == printed


HIDDEN: dict[str, JsonObject] = {
    "no type": ANY,
    "list of no type": listed(ANY),
    "map of no type": mapped(ANY),
    "list of maps of no type": listed(mapped(ANY)),
}


@pytest.mark.parametrize("raw", HIDDEN.values(), ids=HIDDEN)
def test_what_has_no_type_is_not_seen(raw: JsonObject) -> None:
    assert declare(Structural(raw)) is None
    types = types_of({"type": "object", "properties": {"f": raw, "g": STRING}})
    assert list(types.field_names(types.type.name)) == ["g"]


def test_objects_are_named_after_their_places() -> None:
    types = types_of(
        {
            "type": "object",
            "properties": {"l": listed({"type": "object", "properties": {"m": mapped({"type": "object"})}})},
        }
    )
    root = types.type.name
    listed_type = types.find_field(root, "l")
    assert listed_type is not None
    assert str(listed_type.type) == f"list({root}.l.@idx)"
    inner = types.find_field(f"{root}.l.@idx", "m")
    assert inner is not None
    assert str(inner.type) == f"map(string, {root}.l.@idx.m.@elem)"
    assert types.find_type(f"{root}.l.@idx") is not None
    assert types.find_type(f"{root}.x") is None


def test_names_of_roots_differ() -> None:
    assert types_of({"type": "object"}).type != types_of({"type": "object"}).type


def test_fields_are_found_by_their_spelling() -> None:
    types = types_of({"type": "object", "properties": {"a-b": STRING, "namespace": STRING, "1a": STRING}})
    name = types.type.name
    dashed, plain, escaped = (types.find_field(name, each) for each in ("a__dash__b", "namespace", "__namespace__"))
    assert dashed is not None
    assert dashed.key == "a-b"
    assert plain is not None
    assert escaped is not None
    assert plain.key == escaped.key == "namespace"
    assert types.find_field(name, "1a") is None


def test_names_of_times_are_types() -> None:
    types = types_of(STRING)
    assert [str(types.find_type(name)) for name in ("timestamp", "duration", "date")] == [
        "timestamp",
        "duration",
        "None",
    ]


def test_a_resource_shows_type_and_names_of_itself() -> None:
    types = types_of({"type": "object", "properties": {"spec": {"type": "object"}}}, resource=True)
    root = types.type.name
    assert set(types.field_names(root)) == {"spec", "apiVersion", "kind", "metadata"}
    metadata = types.find_field(root, "metadata")
    assert metadata is not None
    assert set(types.field_names(metadata.type.name)) == {"name", "generateName"}
    sizes = DeclaredSizes(types.root)
    assert sizes.size_at(("self", "metadata", "name")) == SizeEstimate(0, 253 * 4)
    assert sizes.size_at(("self", "metadata", "generateName")) == SizeEstimate(0, 252 * 4)


def test_an_embedded_resource_does_too() -> None:
    embedded = {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}
    types = types_of({"type": "object", "properties": {"e": embedded}})
    field = types.find_field(types.type.name, "e")
    assert field is not None
    assert set(types.field_names(field.type.name)) == {"apiVersion", "kind", "metadata"}


SIZES: dict[str, tuple[JsonObject, int]] = {
    "string": (STRING, MAX_STRING),
    "bounded string, four bytes a character": ({"type": "string", "maxLength": 10}, 40),
    "enumerated string": ({"type": "string", "enum": ["a", "ab\u00e9"]}, 4),
    "enumerated and bounded": ({"type": "string", "enum": ["a"], "maxLength": 3}, 12),
    "negative bound": ({"type": "string", "maxLength": -1}, 0),
    "bytes": ({"type": "string", "format": "byte", "maxLength": 10}, 10),
    "date": ({"type": "string", "format": "date", "maxLength": 99}, 12),
    "date-time": ({"type": "string", "format": "date-time"}, 32),
    "duration": ({"type": "string", "format": "duration"}, 32),
    "int or string": ({"x-kubernetes-int-or-string": True}, MAX_STRING),
    "bounded int or string": ({"x-kubernetes-int-or-string": True, "maxLength": 2}, 8),
    "integer": ({"type": "integer"}, 0),
    "bounded list": (listed(STRING, maxItems=7), 7),
    "list of strings": (listed(STRING), MAX_STRING // 3),
    "list of booleans": (listed({"type": "boolean"}), MAX_STRING // 5),
    "list of objects": (
        listed({"type": "object", "required": ["a", "d"], "properties": {"a": STRING, "d": {**STRING, "default": ""}}}),
        MAX_STRING // 10,
    ),
    "map of strings": (mapped(STRING), MAX_STRING // 8),
    "bounded map": (mapped(STRING, maxProperties=3), 3),
    "object": ({"type": "object"}, 0),
    "product beyond 64 bits": ({"type": "string", "maxLength": 2**62 + 1}, 4),
}


@pytest.mark.parametrize(("raw", "size"), SIZES.values(), ids=SIZES)
def test_sizes(raw: JsonObject, size: int) -> None:
    declared = declare(Structural(raw))
    assert declared is not None
    assert declared.max_elements == size


def test_sizes_are_found_by_path() -> None:
    inner = {"type": "object", "properties": {"m": mapped({"type": "string", "maxLength": 3}, maxProperties=5)}}
    declared = declare(Structural(listed(inner, maxItems=2)))
    assert declared is not None
    sizes = DeclaredSizes(declared)
    assert sizes.size_at(("self",)) == SizeEstimate(0, 2)
    assert sizes.size_at(("self", "@items", "m")) == SizeEstimate(0, 5)
    assert sizes.size_at(("x", "@items", "m", "@values")) == SizeEstimate(0, 12)
    assert sizes.size_at(("self", "@items", "m", "@keys")) == SizeEstimate(0, 0)
    assert sizes.size_at(("self", "@items", "nope")) is None
    assert sizes.size_at(("self", "@items", "m", "@keys", "@items")) is None


def test_kinds_are_those_of_the_language() -> None:
    declared = declare(Structural(mapped(listed({"type": "object"}))))
    assert declared is not None
    assert declared.element is not None
    assert declared.element.element is not None
    assert [declared.kind, declared.element.kind, declared.element.element.kind] == [
        CelKind.MAP,
        CelKind.LIST,
        CelKind.OBJECT,
    ]
