"""Tests that stored bytes with a valid note are returned unchanged, and that all others are decoded."""

import json

import pytest
from tests.contract.engines import overwrite
from tests.unit.registry.conftest import CRDS, NAMESPACES, Talk, version

from kapivara.codec import encode_json
from kapivara.codec.stored import stored_note
from kapivara.codec.stored.stored_note import read_note, without_note
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.registry.objects import stored_object
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

KEY = "/registry/example.com/widgets/default/one"


@pytest.fixture
def is_noted(talk, storage):
    """Returns whether a stored object has a note for readers of a resource."""
    return lambda resource, key=KEY: bool(read_note(storage.get(key).value, talk.registry.kind(resource).codec.stamp))


@pytest.fixture
def decoded(monkeypatch):
    """Counts the stored objects that are decoded."""
    values = []
    usual = stored_object.decode_stored
    monkeypatch.setattr(stored_object, "decode_stored", lambda value: values.append(value) or usual(value))
    return values


def shown(outcome):
    assert outcome.ok, outcome.status
    text = outcome.document.to_json()
    assert text == encode_json(outcome.object)
    return json.loads(text)


def test_reads_decode_nothing(talk, storage, widgets, widget, is_noted, decoded):
    labels = {"a": '"labels":{"a":"b"}', "b": "c"}
    created = talk("create", widgets, body=widget(annotations=labels, labels={"app": "x"}))
    assert is_noted(widgets)
    decoded.clear()
    got, listed = talk("get", widgets, "one"), talk("list", widgets, labelSelector="app=x")
    texts = got.document.to_json(), listed.document.to_json()
    assert talk("list", widgets, labelSelector="app=y").document.to_json().count(b"uid") == 0
    assert talk("list", widgets, fieldSelector="metadata.name=one,metadata.namespace!=x").document.to_json() == texts[1]
    assert not decoded
    assert json.loads(texts[0]) == created.object == got.object
    assert json.loads(texts[1])["items"] == [created.object]
    assert listed.object == json.loads(texts[1])


@pytest.mark.parametrize("verb", ["create", "update", "merge", "apply"])
def test_every_way_to_write(talk, widgets, widget, is_noted, verb):
    outcome = talk("create", widgets, body=widget())
    if verb == "update":
        outcome = talk("update", widgets, "one", outcome.object | {"spec": {"size": 6}})
    elif verb == "merge":
        outcome = talk("patch", widgets, "one", {"spec": {"colour": "red"}}, media_type=MERGE_PATCH)
    elif verb == "apply":
        force = {"fieldManager": "me", "force": "true"}
        outcome = talk("patch", widgets, "one", widget(spec={"size": 5}), media_type=APPLY_PATCH, **force)
    assert is_noted(widgets)
    assert shown(talk("get", widgets, "one")) == shown(outcome)


def test_a_dry_run(talk, storage, widgets, widget):
    assert "resourceVersion" not in shown(talk("create", widgets, body=widget(), dryRun="All"))["metadata"]
    created = talk("create", widgets, body=widget())
    changed = created.object | {"spec": {"size": 7}}
    assert shown(talk("update", widgets, "one", changed, dryRun="All"))["spec"]["size"] == 7
    assert shown(talk("get", widgets, "one")) == created.object


def test_nothing_is_written_where_nothing_changes(talk, storage, widgets, widget):
    talk("create", widgets, body=widget())
    stored = storage.get(KEY)
    overwrite(storage, KEY, without_note(stored.value))
    before = storage.revision
    got = talk("get", widgets, "one").object
    assert shown(talk("update", widgets, "one", got)) == got
    assert storage.revision == before


def test_values_stay_json(storage, talk, widgets, widget):
    talk("create", widgets, body=widget())
    value = storage.get(KEY).value
    assert json.loads(value) == json.loads(without_note(value))
    assert value != without_note(value)


def test_another_schema_reads_it_again(talk, widgets, widget, make_crd, is_noted):
    talk("create", widgets, body=widget(spec={"colour": "red"}))
    shape = {"type": "string", "default": "round"}
    spec = {"type": "object", "properties": {"size": {"type": "integer"}, "shape": shape}}
    definition = talk("get", CRDS, "widgets.example.com").object
    definition["spec"]["versions"] = [version("v1", spec=spec)]
    assert talk("update", CRDS, "widgets.example.com", definition).ok
    assert not is_noted(widgets)
    expected = {"size": 3, "shape": "round"}
    assert shown(talk("get", widgets, "one"))["spec"] == expected
    assert shown(talk("list", widgets))["items"][0]["spec"] == expected


def test_another_version_of_kapivara_reads_it_again(storage, widget, monkeypatch):
    def decoded_by(name):
        monkeypatch.setattr(stored_note, "VERSION", name)
        talk = Talk(Registry(storage))
        return read_note(storage.get(KEY).value, talk.registry.kind(resource).codec.stamp) is None

    talk = Talk(Registry(storage))
    (resource,) = talk.define()
    talk("create", resource, body=widget())
    assert not decoded_by(stored_note.VERSION)
    assert decoded_by("99.0")


@pytest.mark.parametrize("change", [lambda value: value + b" ", lambda value: value[:-1], lambda value: b" " + value])
def test_an_edited_value_has_no_note(talk, storage, widgets, widget, is_noted, change):
    created = talk("create", widgets, body=widget()).object
    overwrite(storage, KEY, change(storage.get(KEY).value))
    assert not is_noted(widgets)
    got = shown(talk("get", widgets, "one"))
    assert got["spec"] == created["spec"]
    assert got["metadata"]["resourceVersion"] == str(storage.revision)


def test_what_reading_changes_has_no_note(talk, widget, make_version, is_noted):
    """A default of the status is returned, and not stored, if the status has its own subresource."""
    one = make_version("v1", subresources={"status": {}})
    one["schema"]["openAPIV3Schema"]["properties"]["status"]["default"] = {"phase": "Old"}
    (resource,) = talk.define(versions=[one])
    created = shown(talk("create", resource, body=widget()))
    assert created["status"] == {"phase": "Old"}
    assert not is_noted(resource)
    assert shown(talk("get", resource, "one")) == created
    assert shown(talk("list", resource))["items"] == [created]


def test_other_versions_are_read_as_ever(talk, storage, widget, make_version, is_noted):
    old, new = talk.define(versions=[make_version("v1"), make_version("v2", storage=False)])
    talk("create", old, body=widget())
    assert (is_noted(old), is_noted(new)) == (True, False)
    assert shown(talk("get", new, "one"))["apiVersion"] == "example.com/v2"
    assert shown(talk("list", new))["items"][0]["apiVersion"] == "example.com/v2"
    talk("create", new, body=widget("two", api_version="example.com/v2"))
    assert shown(talk("get", old, "two"))["apiVersion"] == "example.com/v1"


@pytest.mark.parametrize("spec", ['{"a":1.0}', '{"a":1e300}', '{"a":' * 300 + "1" + "}" * 300], ids=len)
def test_numbers_and_depths_that_are_not_written_as_they_are(talk, make_version, spec):
    free = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    (resource,) = talk.define("frees", "Free", versions=[make_version("v1", spec=free)])
    body = f'{{"apiVersion":"example.com/v1","kind":"Free","metadata":{{"name":"one"}},"spec":{spec}}}'
    created = talk("create", resource, body=body.encode())
    assert created.document.to_json() == talk("get", resource, "one").document.to_json()


def test_built_in_kinds(talk, storage, is_noted):
    body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team", "labels": {"x": "y"}}}
    created = shown(talk("create", NAMESPACES, body=body))
    assert is_noted(NAMESPACES, "/registry/namespaces/team")
    assert shown(talk("get", NAMESPACES, "team")) == created
    (item,) = shown(talk("list", NAMESPACES, labelSelector="x"))["items"]
    assert item == {name: value for name, value in created.items() if name not in ("apiVersion", "kind")}


def test_an_empty_list(talk, widgets):
    assert shown(talk("list", widgets))["items"] == []


def test_an_owner_with_the_uid_of_the_object(talk, storage, widgets, widget):
    """The place of the resourceVersion is known, not searched for."""
    uid = talk("create", widgets, body=widget()).object["metadata"]["uid"]
    owner = {"apiVersion": "v1", "kind": "Namespace", "name": "x", "uid": uid}
    patched = talk("patch", widgets, "one", {"metadata": {"ownerReferences": [owner]}}, media_type=MERGE_PATCH)
    assert shown(patched)["metadata"]["ownerReferences"] == [owner]
    assert shown(talk("get", widgets, "one"))["metadata"]["ownerReferences"] == [owner]


def test_a_second_server_shows_the_same(widget):
    storage = MemoryStorage()
    first, second = Talk(Registry(storage)), Talk(Registry(storage))
    (resource,) = first.define()
    first("create", resource, body=widget())
    assert first("get", resource, "one").document.to_json() == second("get", resource, "one").document.to_json()
