"""Definitions' schemas as they are published."""

from __future__ import annotations

import pytest

from kapivara.registry.openapi.shared_models import shared_schemas
from kapivara.registry.openapi.structural import publish_schema

META = "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
EITHER = [{"type": "integer"}, {"type": "string"}]


def published(node):
    """The node at spec.v, published."""
    spec = {"type": "object", "properties": {"v": node}}
    return publish_schema({"type": "object", "properties": {"spec": spec}})["properties"]["spec"]["properties"]["v"]


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
    properties = publish_schema(raw)["properties"]
    assert properties["metadata"]["allOf"] == [{"$ref": META}]
    assert properties["apiVersion"]["description"].startswith("The group and version")
    assert raw["properties"]["metadata"] == {"type": "object"}, "the definition keeps its own"


def test_without_a_schema_anything_goes():
    assert publish_schema(None) == {"type": "object"}


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


def test_shared_schemas_refer_to_each_other_only():
    schemas = shared_schemas(scale=True)
    assert set(shared_schemas()) < set(schemas)
    assert {name.rpartition("/")[2] for name in _references(schemas)} <= set(schemas)


def _references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for each in value.values():
            yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)
