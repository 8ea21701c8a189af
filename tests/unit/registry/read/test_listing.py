"""Tests of lists: selectors, chunks, versions."""

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.storage import Compacted

EVENTS = GroupVersionResource("", "v1", "events")
NAMESPACES = GroupVersionResource("", "v1", "namespaces")


@pytest.fixture
def names(talk, widgets, widget):
    """Returns the names of five widgets as requested."""
    for number, name in enumerate(("ant", "bee", "cat", "dove", "eel")):
        colour = "red" if number % 2 else "blue"
        talk("create", widgets, body=widget(name, {"size": number}, labels={"c": colour}))

    def ask(**query):
        outcome = talk("list", widgets, **query)
        assert outcome.ok, outcome.status
        return [item["metadata"]["name"] for item in outcome.object["items"]]

    return ask


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["ant", "bee", "cat", "dove", "eel"]),
        ({"labelSelector": "c=red"}, ["bee", "dove"]),
        ({"labelSelector": "c!=red"}, ["ant", "cat", "eel"]),
        ({"fieldSelector": "metadata.name=cat"}, ["cat"]),
        ({"fieldSelector": "metadata.name!=cat", "labelSelector": "c=blue"}, ["ant", "eel"]),
        ({"fieldSelector": "metadata.namespace=other"}, []),
    ],
)
def test_selectors(names, query, expected):
    assert names(**query) == expected


def test_selectable_fields(talk, make_version, widget):
    (resource,) = talk.define(versions=[make_version("v1", selectableFields=[{"jsonPath": ".spec.size"}])])
    talk("create", resource, body=widget("a", {"size": 1}))
    talk("create", resource, body=widget("b", {"size": 2}))
    listed = talk("list", resource, fieldSelector="spec.size=2").object["items"]
    assert [item["metadata"]["name"] for item in listed] == ["b"]


@pytest.mark.parametrize(
    ("query", "code", "message"),
    [
        ({"fieldSelector": "spec.x=1"}, 400, "field label not supported: spec.x"),
        ({"labelSelector": "a=b=c"}, 400, "found '='"),
        ({"limit": "nope"}, 400, 'strconv.ParseInt: parsing "nope": invalid syntax'),
        ({"timeoutSeconds": ""}, 400, 'strconv.ParseInt: parsing "": invalid syntax'),
        ({"limit": "9" * 30}, 400, "value out of range"),
        ({"resourceVersion": "x"}, 400, 'invalid resource version: resourceVersion: Invalid value: "x"'),
        ({"resourceVersion": "99999"}, 504, "Too large resource version: 99999"),
        ({"resourceVersionMatch": "Exact"}, 422, "forbidden unless resourceVersion is provided"),
        ({"resourceVersionMatch": "Frob", "resourceVersion": "1"}, 422, 'Unsupported value: "Frob"'),
        ({"resourceVersionMatch": "Exact", "resourceVersion": "0"}, 422, 'forbidden for resourceVersion "0"'),
        ({"sendInitialEvents": "true"}, 422, "sendInitialEvents is forbidden for list"),
    ],
)
def test_refused(talk, widgets, query, code, message):
    outcome = talk("list", widgets, **query)
    assert outcome.code == code
    assert message in outcome.status.message


def test_chunks_are_of_one_moment(talk, widgets, widget, names):
    first = talk("list", widgets, limit="2").object
    assert [item["metadata"]["name"] for item in first["items"]] == ["ant", "bee"]
    assert first["metadata"]["remainingItemCount"] == 3
    talk("create", widgets, body=widget("auk"))
    talk("delete", widgets, "cat")
    rest = talk("list", widgets, limit="10", **{"continue": first["metadata"]["continue"]}).object
    assert [item["metadata"]["name"] for item in rest["items"]] == ["cat", "dove", "eel"]
    assert rest["metadata"]["continue"] == ""
    assert rest["metadata"]["resourceVersion"] == first["metadata"]["resourceVersion"]


def test_chunks_with_selectors_do_not_count(talk, widgets, names):
    first = talk("list", widgets, limit="1", labelSelector="c=red").object
    assert "remainingItemCount" not in first["metadata"]
    second = talk(
        "list", widgets, limit="1", labelSelector="c=red", **{"continue": first["metadata"]["continue"]}
    ).object
    assert second["items"][0]["metadata"]["name"] == "dove"
    assert second["metadata"]["continue"]
    last = talk(
        "list", widgets, limit="1", labelSelector="c=red", **{"continue": second["metadata"]["continue"]}
    ).object
    assert last["items"] == []
    assert last["metadata"]["continue"] == ""


def test_exact_versions(talk, widgets, widget, names):
    version = talk("get", widgets, "ant").object["metadata"]["resourceVersion"]
    assert names(resourceVersion=version, resourceVersionMatch="Exact") == ["ant"]
    assert len(names(resourceVersion=version, resourceVersionMatch="NotOlderThan")) == 5
    assert names(resourceVersion=version, limit="3") == ["ant"]


def test_events_of_any_version_come_in_chunks_as_no_cache_holds_them(talk, widgets, names):
    for name in ("a", "b"):
        event = {"metadata": {"name": name, "namespace": "default"}, "involvedObject": {"namespace": "default"}}
        assert talk("create", EVENTS, body=event).ok
    assert len(talk("list", EVENTS, resourceVersion="0", limit="1").object["items"]) == 1
    assert len(names(resourceVersion="0", limit="1")) == 5


def test_collections_are_deleted_as_they_were_at_a_version(talk, widgets, names):
    version = talk("get", widgets, "ant").object["metadata"]["resourceVersion"]
    deleted = talk("deletecollection", widgets, resourceVersion=version, dryRun="All").object["items"]
    assert [each["metadata"]["name"] for each in deleted] == ["ant"]


def test_expired_tokens(talk, widgets, names, storage):
    token = talk("list", widgets, limit="1").object["metadata"]["continue"]
    revision = storage.revision
    talk("delete", widgets, "eel")
    storage.compact(storage.revision)
    with pytest.raises(Compacted):
        storage.list("/", at_revision=revision)
    outcome = talk("list", widgets, **{"continue": token})
    assert (outcome.code, outcome.status.reason) == (410, "Expired")
    assert "or use the continue token in this response" in outcome.status.message
    token = outcome.body()["metadata"]["continue"]
    rest = talk("list", widgets, limit="2", **{"continue": token}).object
    assert [each["metadata"]["name"] for each in rest["items"]] == ["bee", "cat"]
    assert rest["metadata"]["remainingItemCount"] == 1


def test_built_in_lists_leave_out_the_kind_of_their_items(talk):
    listed = talk("list", NAMESPACES).object
    assert listed["kind"] == "NamespaceList"
    assert "continue" not in listed["metadata"]
    assert all("kind" not in item for item in listed["items"])
