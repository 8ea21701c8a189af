"""OpenAPI documents: which there are, what they hold, and when they are made anew."""

from __future__ import annotations

import json

import pytest
from tests.unit.apis.alone import Alone

from kapivara.apis.api_resource import ApiSubresource
from kapivara.apis.catalog import NAMESPACES
from kapivara.codec import Decoded
from kapivara.meta import GroupVersionKind, GroupVersionResource
from kapivara.meta.media_types import APPLIED_PATCHES
from kapivara.registry.openapi.built_in import built_in_fragment
from kapivara.registry.openapi.paths import paths_of
from kapivara.registry.openapi.resource import DescribedResource, DescribedSubresource
from kapivara.registry.registry import Registry
from kapivara.registry.request import Request
from kapivara.storage.memory import MemoryStorage
from kapivara.values.record import replace

CRDS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
WIDGETS = "/apis/example.com/v1/namespaces/{namespace}/widgets"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
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


def test_the_index_names_every_group_and_version(registry):
    create(registry, definition())
    paths = registry.openapi().index()["paths"]
    assert {"api/v1", "apis/apps/v1", "apis/autoscaling/v1", "apis/autoscaling/v2", "apis/example.com/v1"} < set(paths)
    for path, entry in paths.items():
        hash_text = registry.openapi().document(path).hash
        assert entry == {"serverRelativeURL": f"/openapi/v3/{path}?hash={hash_text}"}


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


def test_built_in_kinds_are_described_by_their_types(registry):
    schemas = read(registry, "apis/apiextensions.k8s.io/v1")["components"]["schemas"]
    package = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1"
    crd = schemas[f"{package}.CustomResourceDefinition"]
    assert crd["properties"]["spec"] == {
        "allOf": [{"$ref": f"#/components/schemas/{package}.CustomResourceDefinitionSpec"}],
        "default": {},
        "description": "What the resource is to be.",
    }
    assert crd["properties"]["metadata"]["allOf"][0]["$ref"].endswith(".ObjectMeta")
    props = schemas[f"{package}.JSONSchemaProps"]["properties"]
    assert props["not"]["allOf"] == [{"$ref": f"#/components/schemas/{package}.JSONSchemaProps"}]
    length = {"type": "integer", "format": "int64", "description": "How many characters a string may have."}
    assert props["maxLength"] == length
    assert schemas[f"{package}.CustomResourceDefinitionSpec"]["required"] == ["group", "names", "scope", "versions"]
    options = schemas["io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"]
    assert [each["group"] for each in options[KIND]] == ["", "apiextensions.k8s.io"]


def test_built_in_kinds_offer_what_is_served(registry):
    paths = read(registry, "api/v1")["paths"]
    assert set(paths["/api/v1/namespaces"]) == {"parameters", "get", "post"}
    assert set(paths["/api/v1/namespaces/{name}/finalize"]) == {"parameters", "put"}
    assert paths["/api/v1/namespaces"]["get"]["operationId"] == "listCoreV1Namespace"
    patch = read(registry, "apis/apiextensions.k8s.io/v1")["paths"][f"{DEFINITIONS}/{{name}}"]["patch"]
    assert sorted(patch["requestBody"]["content"]) == sorted(APPLIED_PATCHES)
    assert patch["operationId"] == "patchApiextensionsV1CustomResourceDefinition"


@pytest.mark.parametrize("path", ["api/v1", "apis/apiextensions.k8s.io/v1", "apis/example.com/v1"])
def test_references_lead_somewhere(registry, path):
    create(registry, definition())
    text = registry.openapi().document(path).text.decode()
    schemas = json.loads(text)["components"]["schemas"]
    found = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert found <= set(schemas)


def test_a_subresource_that_only_creates_has_a_path() -> None:
    lamp = GroupVersionKind("house.example.com", "v1", "Lamp")
    lighting = DescribedSubresource("lighting", "v1.Lamp", frozenset(("create",)))
    resource = DescribedResource(lamp, "lamps", False, "v1.Lamp", "v1.LampList", frozenset(("get",)), (lighting,), ())
    path = paths_of(resource)["/apis/house.example.com/v1/lamps/{name}/lighting"]
    assert path["post"]["operationId"] == "createHouseExampleComV1LampLighting"


def test_a_subresource_that_shows_another_kind():
    scale = GroupVersionKind("autoscaling", "v1", "Scale")
    row = replace(
        NAMESPACES, subresources=(ApiSubresource("status", ("get",)), ApiSubresource("finalize", ("get",), scale))
    )
    fragment = built_in_fragment(row.load().at(row.at("v1"), Alone()))
    shown = {
        name: fragment.paths[f"/api/v1/namespaces/{{name}}/{name}"]["get"]["responses"]["200"]["content"]
        for name in ("status", "finalize")
    }
    models = {name: content["application/json"]["schema"]["$ref"].rpartition(".")[2] for name, content in shown.items()}
    assert models == {"status": "Namespace", "finalize": "Scale"}
    (model,) = (each for name, each in fragment.schemas.items() if name.endswith(".Scale"))
    assert model[KIND] == [{"group": "autoscaling", "version": "v1", "kind": "Scale"}]
