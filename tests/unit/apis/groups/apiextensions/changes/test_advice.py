"""Tests of advice about new parts of a CRD."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.groups.apiextensions.changes.advice import advise
from kapivara.apis.groups.apiextensions.definition_reading import read_definition

STR = {"type": "string"}
NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
CONDITION: Any = {
    "type": {
        **STR,
        "maxLength": 316,
        "pattern": f"^({NAME}(\\.{NAME})*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    },
    "status": {**STR, "enum": ["True", "False", "Unknown"]},
    "reason": {**STR, "maxLength": 1024, "minLength": 1, "pattern": "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},
    "message": {**STR, "maxLength": 32768},
    "lastTransitionTime": {**STR, "format": "date-time"},
    "observedGeneration": {"type": "integer", "format": "int64", "minimum": 0},
}
CONDITIONS = {
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["type"],
    "items": {"type": "object", "required": ["type"], "properties": CONDITION},
}


def definition(*, status: bool = True, **properties: Any) -> Any:
    parts = {"spec": {"type": "object", "properties": properties}, "status": {"type": "object"}}
    version: Any = {"name": "v1", "served": True, "storage": True}
    version["schema"] = {"openAPIV3Schema": {"type": "object", "properties": parts}}
    if status:
        version["subresources"] = {"status": {}}
    found = read_definition(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {
                "group": "example.com",
                "scope": "Namespaced",
                "names": {"plural": "widgets", "kind": "Widget"},
                "versions": [version],
            },
        }
    )
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("schema", "topics"),
    [
        pytest.param(STR, [], id="text"),
        pytest.param({"type": "boolean"}, ["boolean"], id="boolean"),
        pytest.param({"type": "number"}, ["float"], id="number"),
        pytest.param({"type": "integer", "format": "uint32"}, ["unsigned"], id="unsigned"),
        pytest.param({"type": "object", "additionalProperties": STR}, [], id="map of texts"),
        pytest.param({"type": "object", "additionalProperties": {"type": "object"}}, ["map"], id="map of objects"),
        pytest.param({"type": "array", "items": STR}, ["list-type"], id="list"),
        pytest.param({"type": "array", "items": STR, "x-kubernetes-list-type": "set"}, [], id="set"),
        pytest.param(
            {"type": "object", "properties": {"conditions": CONDITIONS}}, [], id="conditions as they should be"
        ),
        pytest.param(
            {"type": "object", "properties": {"conditions": {**CONDITIONS, "x-kubernetes-list-type": "atomic"}}},
            ["conditions"],
            id="conditions that do not merge",
        ),
        pytest.param(
            {"type": "object", "properties": {"conditions": {**CONDITIONS, "items": {"type": "object"}}}},
            ["conditions"],
            id="conditions without their fields",
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {
                    "conditions": {
                        **CONDITIONS,
                        "items": {
                            "type": "object",
                            "required": ["type"],
                            "properties": {**CONDITION, "status": {**STR, "enum": ["True", "False"]}},
                        },
                    }
                },
            },
            ["conditions"],
            id="conditions with another status",
        ),
    ],
)
def test_what_is_new(schema: Any, topics: list[str]) -> None:
    found = advise(definition(), definition(v=schema))
    assert [each.topic for each in found] == topics
    assert all(each.text and each.version == "v1" for each in found)
    assert advise(definition(v=schema), definition(v=schema)) == ()


def test_a_status_without_its_subresource() -> None:
    (found,) = advise(definition(), definition(status=False))
    assert (found.topic, found.field) == ("status", "status")


def test_a_new_definition_is_advised_as_a_whole() -> None:
    found = advise(None, definition(a={"type": "boolean"}, b={"type": "number"}))
    assert [(each.topic, each.field, str(each.path)) for each in found] == [
        ("boolean", "spec.a", "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a].type"),
        ("float", "spec.b", "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[b].type"),
    ]
