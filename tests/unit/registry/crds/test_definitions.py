"""Tests of CRDs in a registry: established at once, changed under their objects, and deleted."""

import threading

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import JSON_PATCH, MERGE_PATCH
from kapivara.registry.registry import Registry

CRDS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
NAMESPACES = GroupVersionResource("", "v1", "namespaces")
NAME = "widgets.example.com"


def conditions(crd):
    return {each["type"]: each["status"] for each in crd["status"]["conditions"]}


def test_established_at_once(talk, make_crd, widget):
    created = talk("create", CRDS, body=make_crd()).object
    assert conditions(created) == {"NamesAccepted": "True", "Established": "True"}
    assert talk("create", GroupVersionResource("example.com", "v1", "widgets"), body=widget()).ok


def test_dry_run_serves_nothing(talk, make_crd):
    assert talk("create", CRDS, body=make_crd(), dryRun="All").code == 201
    assert talk.registry.kind(GroupVersionResource("example.com", "v1", "widgets")) is None


def test_schema_changes_are_live(talk, widgets, widget):
    talk("create", widgets, body=widget(spec={"size": 9, "colour": "red"}))
    schema = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties"
    patch = [
        {"op": "remove", "path": f"{schema}/colour"},
        {"op": "add", "path": f"{schema}/weight", "value": {"type": "integer", "default": 1}},
    ]
    assert talk("patch", CRDS, NAME, patch, media_type=JSON_PATCH).object["metadata"]["generation"] == 2
    assert talk("get", widgets, "one").object["spec"] == {"size": 9, "weight": 1}


def test_status_writes_keep_prepared_schemas(talk, widgets):
    before = talk.registry.kind(widgets).schema
    talk("patch", CRDS, NAME, {"status": {"storedVersions": ["v1"]}}, media_type=MERGE_PATCH, sub="status")
    assert talk.registry.kind(widgets).schema is before


def test_versions_convert_by_name_only(talk, make_version, widget):
    wide = {"type": "object", "properties": {"size": {"type": "integer"}, "wide": {"type": "integer", "default": 2}}}
    v1, v2 = talk.define(versions=[make_version("v1"), make_version("v2", storage=False, spec=wide)])
    created = talk("create", v2, body=widget(spec={"size": 1}, api_version="example.com/v2")).object
    assert created["apiVersion"] == "example.com/v2"
    assert created["spec"] == {"size": 1}  # the storage version has no `wide`
    assert talk("get", v1, "one").object["apiVersion"] == "example.com/v1"
    assert [item["apiVersion"] for item in talk("list", v1).object["items"]] == ["example.com/v1"]
    other = talk("create", v1, body=widget("two", api_version="example.com/v2"))
    assert "does not match the expected API version" in other.status.message


def test_deprecated_versions_warn(talk, make_version):
    versions = [
        make_version("v1beta1", storage=False, deprecated=True),
        make_version("v1alpha1", storage=False, deprecated=True, deprecationWarning="gone soon"),
        make_version("v1"),
    ]
    beta, alpha, stable = talk.define(versions=versions)
    assert talk("list", beta).warnings == ("example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget",)
    assert talk("list", alpha).warnings == ("gone soon",)
    assert talk("list", stable).warnings == ()


def test_unserved_versions_are_not_found(talk, make_version):
    v1, v2 = talk.define(versions=[make_version("v1"), make_version("v2", storage=False, served=False)])
    assert talk.registry.kind(v1) is not None
    assert talk("list", v2).code == 404


def test_names_wait_for_their_holder(talk, make_crd):
    talk("create", CRDS, body=make_crd())
    rival = talk("create", CRDS, body=make_crd("gadgets", "Widget")).object
    assert conditions(rival)["NamesAccepted"] == "False"
    gadgets = GroupVersionResource("example.com", "v1", "gadgets")
    assert talk.registry.kind(gadgets) is None
    talk("delete", CRDS, NAME)
    assert talk.registry.kind(gadgets) is not None


def test_deletion_takes_the_objects_along(talk, widgets, widget):
    talk("create", widgets, body=widget())
    outcome = talk("delete", CRDS, NAME)
    assert outcome.object["metadata"]["finalizers"] == ["customresourcecleanup.apiextensions.k8s.io"]
    assert talk("get", CRDS, NAME).code == 404
    assert talk("list", widgets).code == 404
    talk.define()
    assert talk("list", widgets).object["items"] == []


def test_deletion_waits_for_finalizers(talk, widgets, widget):
    talk("create", widgets, body=widget(finalizers=["example.com/hold"]))
    talk("delete", CRDS, NAME)
    assert conditions(talk("get", CRDS, NAME).object)["Terminating"] == "True"
    refused = talk("create", widgets, body=widget("two"))
    assert refused.code == 403
    assert refused.status.message.endswith("create not allowed while custom resource definition is terminating")
    assert talk("patch", widgets, "one", {"metadata": {"finalizers": None}}, media_type=MERGE_PATCH).ok
    assert talk("get", CRDS, NAME).code == 404


def test_own_finalizers_of_a_definition(talk, make_crd):
    body = make_crd()
    body["metadata"]["finalizers"] = ["example.com/hold"]
    talk("create", CRDS, body=body)
    talk("delete", CRDS, NAME)
    assert talk("get", CRDS, NAME).object["metadata"]["finalizers"] == ["example.com/hold"]
    assert talk("patch", CRDS, NAME, {"metadata": {"finalizers": None}}, media_type=MERGE_PATCH).ok
    assert talk("get", CRDS, NAME).code == 404
    assert talk.registry.kind(GroupVersionResource("example.com", "v1", "widgets")) is None


def test_a_new_registry_finds_what_is_stored(talk, widgets, widget, storage):
    talk("create", widgets, body=widget())
    again = type(talk)(Registry(storage))
    assert again("get", widgets, "one").ok
    assert len(again("list", GroupVersionResource("", "v1", "namespaces")).object["items"]) == 4


def test_deleting_all_definitions(talk, make_crd):
    talk("create", CRDS, body=make_crd())
    talk("create", CRDS, body=make_crd("gadgets", "Gadget"))
    assert len(talk("deletecollection", CRDS).object["items"]) == 2
    assert talk("list", CRDS).object["items"] == []


@pytest.mark.parametrize("writers", [4])
def test_definitions_from_many_threads(talk, make_crd, widget, writers):
    failures = []

    def work(number):
        for round_ in range(5):
            plural = f"things{number}x{round_}"
            outcomes = [talk("create", CRDS, body=make_crd(plural, f"Thing{number}x{round_}"))]
            resource = GroupVersionResource("example.com", "v1", plural)
            body = widget(kind=f"Thing{number}x{round_}")
            outcomes += [talk("create", resource, body=body), talk("delete", CRDS, f"{plural}.example.com")]
            failures.extend(outcome.status for outcome in outcomes if not outcome.ok)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert talk("list", CRDS).object["items"] == []


@pytest.mark.parametrize(
    ("spec", "query", "message"),
    [
        pytest.param(
            {},
            {},
            "the API version in the data (apiextensions.k8s.io/v1beta1) does not match the expected API version "
            "(apiextensions.k8s.io/v1)",
            id="nothing else is wrong",
        ),
        pytest.param(
            {"names": 1},
            {},
            'CustomResourceDefinition in version "v1beta1" cannot be handled as a CustomResourceDefinition: json: '
            "cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.names of type "
            "v1beta1.CustomResourceDefinitionNames",
            id="its own types are named",
        ),
        pytest.param(
            {"validation": {}, "additionalPrinterColumns": [{"JSONPath": ".a", "jsonPath": ".a"}]},
            {"fieldValidation": "Strict"},
            'CustomResourceDefinition in version "v1beta1" cannot be handled as a CustomResourceDefinition: strict '
            'decoding error: unknown field "spec.additionalPrinterColumns[0].jsonPath"',
            id="its own fields are known",
        ),
    ],
)
def test_an_old_definition_is_read_and_refused(talk, make_crd, spec, query, message):
    old = make_crd()
    old["apiVersion"] = "apiextensions.k8s.io/v1beta1"
    old["spec"] |= spec
    outcome = talk("create", CRDS, body=old, **query)
    assert (outcome.code, outcome.status.message) == (400, message)


def test_namespaces_have_no_old_version(talk):
    outcome = talk("create", NAMESPACES, body={"apiVersion": "v1beta1", "kind": "Namespace"})
    assert outcome.status.message == (
        'Namespace in version "v1beta1" cannot be handled as a Namespace: no kind "Namespace" is registered for '
        'version "v1beta1" in scheme "pkg/api/legacyscheme/scheme.go:30"'
    )


def test_the_server_manages_what_it_writes_itself(talk, make_crd):
    def entries(crd):
        record = crd["metadata"]["managedFields"]
        return {(each["manager"], each.get("subresource")): each["fieldsV1"] for each in record}

    assert set(entries(talk("create", CRDS, body=make_crd()).object)) == {("unknown", None)}
    talk("patch", CRDS, NAME, {"metadata": {"labels": {"a": "b"}}}, media_type=MERGE_PATCH)
    found = entries(talk("get", CRDS, NAME).object)
    assert set(found) == {("kube-apiserver", "status"), ("unknown", None)}
    status = found["kube-apiserver", "status"]["f:status"]
    assert set(status) == {"f:acceptedNames", "f:conditions"}
    assert set(status["f:conditions"]) == {'k:{"type":"Established"}', 'k:{"type":"NamesAccepted"}'}


def test_what_a_client_writes_of_the_status_is_its_own(talk, make_crd):
    talk("create", CRDS, body=make_crd())
    conditions = [{"type": "Mine", "status": "True", "lastTransitionTime": "2001-01-01T00:00:00Z"}]
    talk("patch", CRDS, NAME, {"status": {"conditions": conditions}}, media_type=MERGE_PATCH, sub="status")
    stored = talk("get", CRDS, NAME).object["metadata"]["managedFields"]
    owners = [each["manager"] for each in stored if 'k:{"type":"Mine"}' in str(each["fieldsV1"])]
    assert owners == ["unknown"]
