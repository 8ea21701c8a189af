"""Tests of OpenAPI documents: their paths, their content, and their renewal."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from kapivara.codec import Decoded
from kapivara.meta import GroupVersionResource
from kapivara.registry.openapi import documents as documents_module
from kapivara.registry.openapi.encoding import JsonV2
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

CRDS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
WIDGETS = "/apis/example.com/v1/namespaces/{namespace}/widgets"
KIND = "x-kubernetes-group-version-kind"


def definition(plural="widgets", kind="Widget", **version):
    schema = {"type": "object", "properties": {"spec": {"type": "object", "description": "What is wanted."}}}
    served = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}, **version}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"plural": plural, "kind": kind},
            "scope": "Namespaced",
            "versions": [served],
        },
    }


@pytest.fixture
def registry():
    return Registry(MemoryStorage())


def create(registry, crd):
    assert registry.handle(Request("create", CRDS, body=Decoded(crd))).ok


def read(registry, path):
    return json.loads(registry.openapi().document(path).text)


def about_all(registry):
    return json.loads(registry.openapi().about_all().text)


def test_the_index_names_every_group_and_version(registry):
    before = registry.openapi().index()["paths"]
    assert {"api", "api/v1", "apis", "apis/apps", "apis/apps/v1", "version", "openid/v1/jwks"} <= set(before)
    create(registry, definition())
    paths = registry.openapi().index()["paths"]
    assert set(paths) - set(before) == {"apis/example.com/v1"}, "a group of definitions has no document of its own"
    assert list(paths) == sorted(paths)
    for path, entry in paths.items():
        hash_text = registry.openapi().document(path).hash
        assert re.fullmatch("[0-9A-F]{128}", hash_text)
        assert entry == {"serverRelativeURL": f"/openapi/v3/{path}?hash={hash_text}"}
    assert registry.handle(Request("delete", CRDS, name="widgets.example.com")).ok
    assert registry.openapi().index()["paths"] == before


def test_nothing_is_there_for_others(registry):
    assert registry.openapi().document("apis/example.com/v1") is None
    assert registry.openapi().document("") is None


def test_a_document_is_kept_until_a_definition_changes(registry):
    create(registry, definition())
    documents = registry.openapi()
    first = documents.document("apis/example.com/v1")
    assert documents.document("apis/example.com/v1") is first
    create(registry, definition("gadgets", "Gadget"))
    second = documents.document("apis/example.com/v1")
    assert second.hash != first.hash
    patch = Decoded({"spec": {"names": {"shortNames": ["wd"]}}})
    changed = Request("patch", CRDS, name="widgets.example.com", body=patch, media_type="application/merge-patch+json")
    assert registry.handle(changed).ok
    third = documents.document("apis/example.com/v1")
    assert third.hash not in (first.hash, second.hash)
    for plural in ("widgets", "gadgets"):
        assert registry.handle(Request("delete", CRDS, name=f"{plural}.example.com")).ok
    assert documents.document("apis/example.com/v1") is None
    create(registry, definition())
    assert documents.document("apis/example.com/v1").hash != first.hash, "another definition of the same name"


def test_kinds_of_one_version_share_a_document(registry):
    create(registry, definition())
    scale = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
    create(registry, definition("gadgets", "Gadget", subresources={"status": {}, "scale": scale}))
    document = read(registry, "apis/example.com/v1")
    schemas = document["components"]["schemas"]
    own = sorted(name for name in schemas if not name.startswith("io.k8s."))
    assert own == [f"com.example.v1.{name}" for name in ("Gadget", "GadgetList", "Widget", "WidgetList")]
    assert "io.k8s.api.autoscaling.v1.Scale" in schemas
    gadgets = WIDGETS.replace("widgets", "gadgets")
    assert sorted(document["paths"]) == sorted(
        ["/apis/example.com/v1/widgets", WIDGETS, f"{WIDGETS}/{{name}}", "/apis/example.com/v1/gadgets", gadgets]
        + [f"{gadgets}/{{name}}{below}" for below in ("", "/status", "/scale")]
    )
    assert document["info"]["title"] == "Kubernetes CRD Swagger"


def test_operations_say_what_they_take(registry):
    create(registry, definition())
    item = read(registry, "apis/example.com/v1")["paths"][f"{WIDGETS}/{{name}}"]
    assert [each["name"] for each in item["parameters"]] == ["name", "namespace", "pretty"]
    patch = item["patch"]
    assert [each["name"] for each in patch["parameters"]] == ["dryRun", "fieldManager", "fieldValidation", "force"]
    assert sorted(patch["requestBody"]["content"]) == [
        "application/apply-patch+yaml",
        "application/json-patch+json",
        "application/merge-patch+json",
    ]
    assert (patch["operationId"], patch["tags"]) == ("patchExampleComV1NamespacedWidget", ["exampleCom_v1"])
    assert patch[KIND] == {"group": "example.com", "version": "v1", "kind": "Widget"}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("Widget", "create a Widget"),
        ("Apple", "create an Apple"),
        ("Shoes", "create Shoes"),
        ("Class", "create a Class"),
    ],
)
def test_descriptions_mind_the_article(registry, kind, text):
    create(registry, definition(f"{kind.lower()}es", kind))
    paths = read(registry, "apis/example.com/v1")["paths"]
    assert [item["post"]["description"] for item in paths.values() if "post" in item] == [text]


def test_selectable_fields_are_published(registry):
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"c": {"type": "string"}}}}}
    crd = definition(selectableFields=[{"jsonPath": ".spec.c"}], schema={"openAPIV3Schema": schema})
    create(registry, crd)
    schemas = read(registry, "apis/example.com/v1")["components"]["schemas"]
    for name in ("Widget", "WidgetList"):
        assert schemas[f"com.example.v1.{name}"]["x-kubernetes-selectable-fields"] == [{"fieldPath": "spec.c"}]


def test_the_document_about_all_follows_definitions(registry):
    before = about_all(registry)
    create(registry, definition())
    after = about_all(registry)
    assert set(after["definitions"]) - set(before["definitions"]) == {
        "com.example.v1.Widget",
        "com.example.v1.WidgetList",
    }
    assert f"{WIDGETS}/{{name}}" in after["paths"]
    assert after["parameters"] == before["parameters"], "custom resources take no others"
    assert list(after["paths"]) == sorted(after["paths"])
    assert registry.handle(Request("delete", CRDS, name="widgets.example.com")).ok
    assert about_all(registry) == before


def test_a_definition_costs_no_other_part_of_the_document_about_all(registry, monkeypatch):
    written = []
    write = JsonV2.write_path

    def count(encoding, name, value):
        written.append(name)
        return write(encoding, name, value)

    monkeypatch.setattr(JsonV2, "write_path", count)
    create(registry, definition())
    about_all(registry)
    assert "/api/v1/pods" in written
    written.clear()
    create(registry, definition("gadgets", "Gadget"))
    about_all(registry)
    assert written
    assert {path.split("/")[-1] for path in written if "{name}" not in path} == {"gadgets"}
    written.clear()
    about_all(registry)
    assert written == []


def test_the_document_about_all_may_be_compressed(registry):
    documents = registry.openapi()
    plain, small = documents.about_all(), documents.about_all(compressed=True)
    assert gzip.decompress(small.text) == plain.text
    assert (small.hash, len(small.text) < len(plain.text) / 5) == (plain.hash, True)
    create(registry, definition())
    assert documents.about_all(compressed=True).hash != small.hash


def test_little_is_kept(monkeypatch):
    monkeypatch.setattr(documents_module, "_KEPT_BYTES", 200_000)
    documents = Registry(MemoryStorage()).openapi()
    for path in documents.index()["paths"]:
        documents.document(path)
        assert documents.held <= 200_000
    text = documents.about_all().text
    assert documents.held < 2 * len(text), "what is too large is not kept, but the parts of what is built in are"


@pytest.mark.parametrize("path", ["api/v1", "apis/apiextensions.k8s.io/v1", "apis/example.com/v1"])
def test_references_lead_somewhere(registry, path):
    create(registry, definition())
    text = registry.openapi().document(path).text.decode()
    schemas = json.loads(text)["components"]["schemas"]
    found = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert found <= set(schemas)


def test_references_of_the_document_about_all_lead_somewhere(registry):
    create(registry, definition())
    document = about_all(registry)
    text = json.dumps(document)
    for section in ("definitions", "parameters"):
        found = {part.partition('"')[0] for part in text.split(f"#/{section}/")[1:]}
        assert found <= set(document[section])


@pytest.mark.parametrize("binary", [False, True], ids=["JSON", "protocol buffers"])
def test_definitions_that_nest_deep(registry, binary):
    schema = {"type": "string", "example": {}}
    for _ in range(5000):
        schema["example"] = {"a": schema["example"]}
    for _ in range(900):
        schema = {"type": "object", "properties": {"a": schema}}
    create(registry, definition(schema={"openAPIV3Schema": schema}))
    for document in (
        registry.openapi().document("apis/example.com/v1", binary=binary),
        registry.openapi().about_all(binary=binary),
    ):
        assert len(document.text) < 3_000_000
        assert b"Widget" in document.text
