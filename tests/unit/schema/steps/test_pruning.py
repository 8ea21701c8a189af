"""Tests of pruned and kept fields, and of the reported paths."""

import pytest

from kapivara.schema.steps.pruning import drop_nulls, prune
from kapivara.schema.structural.structural import Structural

KEEP = {"x-kubernetes-preserve-unknown-fields": True}
SPEC = {
    "type": "object",
    "properties": {
        "a": {"type": "string"},
        "list": {"type": "array", "items": {"type": "object", "properties": {"b": {}}}},
    },
}
CASES = [
    ("nothing unknown", SPEC, {"a": "x", "list": [{"b": 1}]}, {"a": "x", "list": [{"b": 1}]}, []),
    ("unknown fields", SPEC, {"a": "x", "z": 1, "list": [{"y": 2}]}, {"a": "x", "list": [{}]}, ["list[0].y", "z"]),
    ("below a scalar", SPEC, {"a": {"x": 1}}, {"a": {}}, ["a.x"]),
    ("kept", {**SPEC, **KEEP}, {"z": {"y": 1}, "list": [{"y": 2}]}, {"z": {"y": 1}, "list": [{}]}, ["list[0].y"]),
    ("a map", {"additionalProperties": SPEC}, {"k": {"z": 1}}, {"k": {}}, ["k.z"]),
    ("a map of anything", {"additionalProperties": True}, {"k": {"z": 1}}, {"k": {}}, ["k.z"]),
    ("no schema for items", {"type": "array"}, [{"x": 1}, [{"y": 1}]], [{}, [{}]], ["[0].x", "[1][0].y"]),
    ("items of a kept list", {**KEEP, "items": SPEC}, [{"z": 1, "a": {"x": 1}}], [{"z": 1, "a": {}}], ["[0].a.x"]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "value", "expected", "unknown"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_prune(schema, value, expected, unknown):
    assert prune(value, Structural(schema)) == unknown
    assert value == expected


def test_type_and_metadata_of_whole_objects_stay():
    embedded = {"type": "object", "x-kubernetes-embedded-resource": True}
    schema = Structural({"type": "object", "properties": {"pod": embedded, "metadata": {"type": "object"}}})
    value = {
        "apiVersion": "v1",
        "kind": "K",
        "metadata": {"x": 1},
        "pod": {"kind": "Pod", "metadata": {"y": 1}, "z": 2},
    }
    assert prune(value, schema, resource_root=True) == ["pod.z"]
    assert value["metadata"] == {"x": 1}
    assert value["pod"] == {"kind": "Pod", "metadata": {"y": 1}}


def test_nulls_go_where_they_are_neither_allowed_nor_defaulted():
    schema = {
        "properties": {
            "a": {},
            "b": {"nullable": True},
            "c": {"default": 1},
            "l": {"items": {}},
            "m": {"properties": {"n": {}}},
        }
    }
    value = {"a": None, "b": None, "c": None, "l": [None], "m": {"n": None}, "unknown": None}
    drop_nulls(value, Structural(schema))
    assert value == {"b": None, "c": None, "l": [None], "m": {}, "unknown": None}
