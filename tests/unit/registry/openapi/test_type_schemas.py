"""Tests of declared types as schemas, in both versions of OpenAPI."""

from __future__ import annotations

import json

import pytest

from kapivara.codec.typed.described import described
from kapivara.registry.openapi.form import Form
from kapivara.registry.openapi.model import GROUP_VERSION_KIND
from kapivara.registry.openapi.type_schemas import describe_types
from kapivara.registry.openapi.v2 import V2
from kapivara.registry.openapi.v3 import V3
from kapivara.values import JsonObject

CORE = "io.k8s.api.core.v1"
META = "io.k8s.apimachinery.pkg.apis.meta.v1"
EXTENSIONS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1"
FOLDERS = {CORE: "apis.groups.core.v1", META: "meta.v1", EXTENSIONS: "apis.groups.apiextensions.v1"}


def schema(form: Form, name: str) -> JsonObject:
    package, _, kind = name.rpartition(".")
    found: JsonObject = describe_types(form, described(FOLDERS[package]).struct(kind))
    return found


@pytest.mark.parametrize(
    ("place", "v2", "v3"),
    [
        (
            f"{CORE}.Pod spec",
            {"$ref": f"#/definitions/{CORE}.PodSpec"},
            {"allOf": [{"$ref": f"#/components/schemas/{CORE}.PodSpec"}], "default": {}},
        ),
        (
            f"{CORE}.PodSpec volumes",
            {
                "type": "array",
                "items": {"$ref": f"#/definitions/{CORE}.Volume"},
                "x-kubernetes-list-map-keys": ["name"],
                "x-kubernetes-list-type": "map",
                "x-kubernetes-patch-merge-key": "name",
                "x-kubernetes-patch-strategy": "merge,retainKeys",
            },
            None,
        ),
        (f"{CORE}.Secret data", {"type": "object", "additionalProperties": {"type": "string", "format": "byte"}}, None),
        (
            f"{CORE}.ContainerPort containerPort",
            {"type": "integer", "format": "int32"},
            {"type": "integer", "format": "int32", "default": 0},
        ),
        (
            f"{CORE}.PodSpec dnsPolicy",
            {"type": "string", "enum": ["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"]},
            None,
        ),
        (
            f"{EXTENSIONS}.JSONSchemaProps not",
            {"$ref": f"#/definitions/{EXTENSIONS}.JSONSchemaProps"},
            {"$ref": f"#/components/schemas/{EXTENSIONS}.JSONSchemaProps"},
        ),
    ],
    ids=["struct", "list map", "bytes", "zero", "enum", "undescribed"],
)
def test_fields(place: str, v2: JsonObject, v3: JsonObject | None) -> None:
    """Without a third column, v3 has the same schema, but refers to other places."""
    model, field = place.split()
    of_v2, of_v3 = (schema(form, model)[model]["properties"][field] for form in (V2(), V3()))
    assert of_v2 == v2
    if v3 is None:
        assert json.loads(json.dumps(of_v3).replace("components/schemas", "definitions")) == v2
    else:
        assert of_v3 == v3


@pytest.mark.parametrize(
    ("name", "v2", "v3"),
    [
        (
            "io.k8s.apimachinery.pkg.api.resource.Quantity",
            {"type": "string"},
            {"oneOf": [{"type": "string"}, {"type": "number"}]},
        ),
        (f"{META}.Time", {"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}),
    ],
    ids=["quantity", "time"],
)
def test_types_that_read_their_json_themselves(name: str, v2: JsonObject, v3: JsonObject) -> None:
    for form, expected in ((V2(), v2), (V3(), v3)):
        written = schema(form, f"{CORE}.Node")[name]
        del written["description"]
        assert written == expected


def test_kinds_say_what_they_are() -> None:
    schemas = schema(V3(), f"{CORE}.NamespaceList")
    kinds = {name: each[GROUP_VERSION_KIND] for name, each in schemas.items() if GROUP_VERSION_KIND in each}
    assert kinds == {
        f"{CORE}.{kind}": [{"group": "", "version": "v1", "kind": kind}] for kind in ("Namespace", "NamespaceList")
    }
