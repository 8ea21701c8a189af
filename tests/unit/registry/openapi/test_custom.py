"""Tests of the published schemas of CRDs."""

from __future__ import annotations

import pytest

from kapivara.registry.openapi.custom import publish_schema
from kapivara.registry.openapi.v2 import V2
from kapivara.registry.openapi.v3 import V3

META = "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
EITHER = [{"type": "integer"}, {"type": "string"}]
OPEN = "x-kubernetes-preserve-unknown-fields"
ITEMS = {"type": "array", "items": {"type": "string"}}


def published(node, form=None):
    """Returns the published node at spec.v."""
    raw = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"v": node}}}}
    return publish_schema(form or V3(), raw)["properties"]["spec"]["properties"]["v"]


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        pytest.param(
            {"type": "string", "description": "d", "title": "t", "default": "", "nullable": True, "maxLength": 3},
            None,
            id="plain keywords",
        ),
        pytest.param(
            {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}
            | {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]},
            None,
            id="list map",
        ),
        pytest.param({"type": "object", "additionalProperties": True}, None, id="any properties"),
        pytest.param({"type": "object", "additionalProperties": {}}, None, id="properties of any kind"),
        pytest.param(
            {"type": "object", "x-kubernetes-validations": [{"rule": "self.a > 1", "message": "no"}]}, None, id="rules"
        ),
        pytest.param({"type": "string", "enum": ["a", "b"], "not": {"enum": ["c"]}}, None, id="enum and not"),
        pytest.param(
            {"x-kubernetes-int-or-string": True},
            {"x-kubernetes-int-or-string": True, "anyOf": EITHER},
            id="integer or string",
        ),
        pytest.param({"x-kubernetes-int-or-string": True, "anyOf": EITHER}, None, id="integer or string, said"),
        pytest.param(
            {"x-kubernetes-int-or-string": True, "allOf": [{"anyOf": EITHER}, {"maximum": 3}]},
            None,
            id="integer or string, said within allOf",
        ),
        pytest.param(
            {"x-kubernetes-int-or-string": True, "anyOf": [{"maximum": 3}]},
            {"x-kubernetes-int-or-string": True, "anyOf": [{"maximum": 3}], "allOf": [{"anyOf": EITHER}]},
            id="integer or string, with other branches",
        ),
        pytest.param(
            {
                "type": "object",
                "anyOf": [{"properties": {"a": {"minimum": 1}}, "additionalProperties": {"maximum": 2}}],
            },
            {"type": "object", "anyOf": [{"properties": {"a": {"minimum": 1}}}]},
            id="branches lose their additionalProperties",
        ),
    ],
)
def test_nodes(node, expected):
    assert published(node) == (node if expected is None else expected)


def test_every_kind_has_type_and_metadata():
    raw = {"type": "object", "properties": {"metadata": {"type": "object"}, "kind": {"type": "string"}}}
    properties = publish_schema(V3(), raw)["properties"]
    assert properties["metadata"]["allOf"] == [{"$ref": META}]
    assert properties["apiVersion"]["description"].startswith("The group and version")
    assert raw["properties"]["metadata"] == {"type": "object"}, "the definition keeps its own"


def test_without_a_schema_anything_goes():
    assert publish_schema(V3(), None) == {"type": "object"}


def test_embedded_resources_have_type_and_metadata():
    node = {"type": "object", "x-kubernetes-embedded-resource": True, "required": ["apiVersion", "spec"]}
    shown = published(node)
    assert shown["required"] == ["apiVersion", "spec", "kind"]
    assert sorted(shown["properties"]) == ["apiVersion", "kind", "metadata"]
    assert shown["properties"]["kind"]["description"] == "The kind of the object that stands here."


def test_deep_schemas():
    node = {"type": "string"}
    for _ in range(300):
        node = {"type": "array", "items": node}
    assert published(node) == node


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        pytest.param(
            {"type": "string", "maxLength": 3, "x-kubernetes-validations": [{"rule": "true"}]}, None, id="plain"
        ),
        pytest.param({"type": "string", "default": "x"}, {"type": "string"}, id="default"),
        pytest.param({"type": "string", "nullable": True, "title": "t"}, {"title": "t"}, id="null"),
        pytest.param(
            {"type": "object", "nullable": True, "properties": {"a": {"type": "string"}}}, {}, id="null object"
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {"a": {"type": "string", "nullable": True}, "b": {}},
                "required": ["a", "b"],
            },
            {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b"]},
            id="a field that may be null is not required",
        ),
        pytest.param(
            {"type": "object", "properties": {"a": {"nullable": True}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {}}},
            id="nothing is required",
        ),
        pytest.param(
            {"type": "object", "additionalProperties": {"type": "string", "nullable": True}, "required": ["a"]},
            {"type": "object", "additionalProperties": {}},
            id="values that may be null are not required",
        ),
        pytest.param(
            {"type": "object", OPEN: True, "properties": {"a": {"type": "string"}}}, {OPEN: True}, id="unknown fields"
        ),
        pytest.param({"type": "array", OPEN: True, "items": {"type": "string"}}, {OPEN: True}, id="unknown items"),
        pytest.param({"type": "array", "items": {"type": "string", "default": ""}}, ITEMS, id="items"),
        pytest.param(
            {"type": "object", "additionalProperties": {"type": "string", "default": "x"}},
            {"type": "object", "additionalProperties": {"type": "string"}},
            id="values of a map",
        ),
        pytest.param({"type": "object", "additionalProperties": True}, None, id="any properties"),
        pytest.param(
            {
                "type": "object",
                "oneOf": [{"required": ["a"]}],
                "not": {"required": ["b"]},
                "allOf": [{}],
                "anyOf": [{}],
            },
            {"type": "object"},
            id="choices",
        ),
        pytest.param(
            {"x-kubernetes-int-or-string": True, "anyOf": EITHER},
            {"x-kubernetes-int-or-string": True},
            id="int or string",
        ),
        pytest.param(
            {"type": "object", "x-kubernetes-embedded-resource": True, OPEN: True},
            {"x-kubernetes-embedded-resource": True, OPEN: True},
            id="any object",
        ),
    ],
)
def test_nodes_of_v2(node, expected):
    assert published(node, V2()) == (node if expected is None else expected)


def test_kinds_of_v2():
    raw = {"type": "object", "properties": {"metadata": {"type": "object"}}}
    reference = {
        "$ref": META.replace("components/schemas", "definitions"),
        "description": "The metadata of this object.",
    }
    assert publish_schema(V2(), raw)["properties"]["metadata"] == reference
    assert publish_schema(V2(), raw | {OPEN: True}) == {"type": "object"}
    assert publish_schema(V2(), raw, is_open=True) == {"type": "object"}
    assert "properties" in publish_schema(V3(), raw, is_open=True)


def test_embedded_resources_of_v2_have_type_and_metadata():
    shown = published({"type": "object", "x-kubernetes-embedded-resource": True}, V2())
    assert (sorted(shown["properties"]), shown["required"]) == (
        ["apiVersion", "kind", "metadata"],
        ["kind", "apiVersion"],
    )
