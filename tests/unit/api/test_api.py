"""Tests of the façade: every call, every form of an object, and its documentation."""

import doctest

import pytest

import kapivara
from kapivara.api import facade
from kapivara.codec import decode_json
from kapivara.storage.sqlite.storage import SqliteStorage
from kapivara.version import VERSION

CRD = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: notes.example.com}
spec:
  group: example.com
  names: {plural: notes, kind: Note}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {text: {type: string, maxLength: 5}}}
            status: {type: object, x-kubernetes-preserve-unknown-fields: true}
"""
NOTE = {"apiVersion": "example.com/v1", "kind": "Note", "metadata": {"name": "one"}, "spec": {"text": "hi"}}
JSON = b'{"apiVersion":"example.com/v1","kind":"Note","metadata":{"name":"one"}}'
KIND = ("example.com/v1", "Note")


@pytest.fixture
def api():
    api = kapivara.Api()
    assert api.create(CRD).code == 201
    return api


def test_the_documentation_is_true():
    assert doctest.testmod(facade).failed == 0


def test_a_life(api):
    created = api.create(NOTE).object
    assert created["metadata"]["namespace"] == "default"
    assert api.get(*KIND, "one").object == created
    created["spec"]["text"] = "ho"
    assert api.update(created).object["metadata"]["generation"] == 2
    assert api.patch(*KIND, "one", {"spec": {"text": "he"}}).object["spec"] == {"text": "he"}
    operations = [{"op": "remove", "path": "/spec/text"}]
    assert api.patch(*KIND, "one", operations, patch_type="json").object["spec"] == {}
    assert [item["metadata"]["name"] for item in api.list(*KIND).object["items"]] == ["one"]
    assert api.delete(*KIND, "one", dry_run=True).ok
    assert api.delete(*KIND, "one").ok
    assert api.get(*KIND, "one").code == 404


def test_status(api):
    created = api.create(NOTE).object
    created["status"] = {"seen": True}
    assert api.update(created, subresource="status").object["status"] == {"seen": True}
    assert api.get(*KIND, "one", subresource="status").ok


@pytest.mark.parametrize(
    "manifest",
    [
        pytest.param(NOTE, id="dict"),
        pytest.param(JSON, id="json"),
        pytest.param("apiVersion: example.com/v1\nkind: Note\nmetadata: {name: one}\n", id="yaml"),
        pytest.param(
            decode_json(b'{"apiVersion":"example.com/v1","kind":"Note","metadata":{"name":"one"}}'), id="decoded"
        ),
    ],
)
def test_ways_to_give_an_object(api, manifest):
    assert api.create(manifest).code == 201


def test_what_is_given_stays_as_it_was(api):
    note = {**NOTE, "spec": {"text": "hi", "zip": 1}}
    decoded = decode_json(b'{"apiVersion":"example.com/v1","kind":"Note","metadata":{"name":"two"},"zip":1}')
    assert api.create(note).warnings == ('unknown field "spec.zip"',)
    assert api.create(decoded).warnings == ('unknown field "zip"',)
    assert note["spec"] == {"text": "hi", "zip": 1}
    assert decoded.value["zip"] == 1


def test_errors_are_values(api):
    outcome = api.create({**NOTE, "spec": {"text": "much too long"}})
    assert not outcome.ok
    assert outcome.object is None
    assert [(cause.field, cause.message) for cause in outcome.status.causes] == [
        ("spec.text", "Too long: may not be more than 5 bytes")
    ]


@pytest.mark.parametrize("text", [b'{"apiVersion":', "a: [", b"\xff"])
def test_text_that_cannot_be_read(api, text):
    outcome = api.create(text)
    assert (outcome.code, outcome.status.reason) == (400, "BadRequest")


def test_kinds_that_are_not_served(api):
    assert api.serves(*KIND)
    assert not api.serves("example.com/v2", "Note")
    for outcome in (
        api.create({"apiVersion": "v1", "kind": "Gizmo"}),
        api.create({}),
        api.create([]),
        api.get("v1", "Gizmo", "x"),
        api.list("v1", "Gizmo"),
        api.patch("v1", "Gizmo", "x", {}),
        api.delete("v1", "Gizmo", "x"),
    ):
        assert outcome.code == 404


def test_namespaces(api):
    assert api.create(NOTE, namespace="nowhere").code == 404
    assert api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}).code == 201
    in_team = {**NOTE, "metadata": {"name": "one", "namespace": "team"}}
    assert api.create(in_team).object["metadata"]["namespace"] == "team"
    assert api.create(NOTE).ok
    assert len(api.list(*KIND).object["items"]) == 2
    assert len(api.list(*KIND, namespace="team").object["items"]) == 1


def test_namespaces_taken_for_granted():
    api = kapivara.Api(assume_namespaces=True)
    api.create(CRD)
    assert api.create(NOTE, namespace="anywhere").ok


def test_lists_in_chunks(api):
    for name in ("a", "b", "c"):
        api.create({**NOTE, "metadata": {"name": name, "labels": {"n": name}}})
    first = api.list(*KIND, limit=2).object
    rest = api.list(*KIND, limit=2, continue_token=first["metadata"]["continue"]).object
    assert [item["metadata"]["name"] for item in rest["items"]] == ["c"]
    assert len(api.list(*KIND, label_selector="n in (a,b)").object["items"]) == 2
    assert len(api.list(*KIND, field_selector="metadata.name=b").object["items"]) == 1


def test_unknown_kinds_of_patches(api):
    with pytest.raises(ValueError, match="merge, json"):
        api.patch(*KIND, "one", {}, patch_type="apply")


def test_storages_that_last(tmp_path):
    with kapivara.Api(SqliteStorage(tmp_path)) as api:
        api.create(CRD)
        api.create(NOTE)
    with kapivara.Api(SqliteStorage(tmp_path)) as api:
        assert api.get(*KIND, "one").ok


def test_public_names():
    assert {*kapivara.__all__} <= {*dir(kapivara)}
    assert kapivara.__version__ == VERSION
    with pytest.raises(AttributeError, match="no attribute 'Nope'"):
        kapivara.Nope  # noqa: B018


def test_refusals_can_be_raised(api):
    assert api.create(NOTE).raise_for_status().object["spec"] == {"text": "hi"}
    with pytest.raises(kapivara.ApiError, match=r'Note\.example\.com "two" is invalid') as caught:
        api.create({**NOTE, "metadata": {"name": "two"}, "spec": {"text": "much too long"}}).raise_for_status()
    assert caught.value.status.causes[0].field == "spec.text"
    assert api.delete(*KIND, "one").raise_for_status().causes == ()


def test_the_kind_that_is_not_served_is_named(api):
    missing = 'no matches for kind "Gizmo" in version "example.com/v1"'
    gizmo = {"apiVersion": "example.com/v1", "kind": "Gizmo"}
    assert api.create(gizmo).status.message == missing
    assert api.get("example.com/v1", "Gizmo", "x").status.message == missing
    assert (
        api.create({"kind": "Note"}).status.message == "the object has no apiVersion: set it to name the object's kind"
    )
    assert api.create({}).status.message == "the object has no kind: set it to name the object's kind"


@pytest.mark.parametrize("write", ["create", "update", "apply"])
def test_texts_of_several_documents_are_refused(api, write):
    options = {"field_manager": "me"} if write == "apply" else {}
    outcome = getattr(api, write)(f"{CRD}---\n{CRD}", **options)
    assert (outcome.code, outcome.status.message) == (
        400,
        "the text holds 2 documents: give one object at a time, or a file to `load`",
    )


def test_a_text_may_have_marks_around_its_only_document(api):
    assert api.create("# a note\n---\napiVersion: example.com/v1\nkind: Note\nmetadata: {name: one}\n---\n").ok


def test_a_registry_that_is_there_already(api):
    with kapivara.Api.over(api.registry) as other:
        assert other.create(NOTE).ok
    assert api.get(*KIND, "one").ok
