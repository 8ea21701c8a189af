"""Tests of server-side apply through the façade: ownership, conflicts, removal, and applies without a change."""

import pytest

from kapivara import Api

CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"plural": "widgets", "kind": "Widget"},
        "scope": "Cluster",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"status": {}},
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "spec": {
                                "type": "object",
                                "properties": {
                                    "a": {"type": "string"},
                                    "b": {"type": "string"},
                                    "d": {"type": "string", "default": "given"},
                                },
                            },
                            "status": {"type": "object", "properties": {"phase": {"type": "string"}}},
                        },
                    }
                },
            }
        ],
    },
}


def widget(**spec):
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "one"}, "spec": spec}


@pytest.fixture
def api():
    made = Api()
    assert made.create(CRD).ok
    return made


def managed(outcome):
    return {
        (each["manager"], each["operation"]): each["fieldsV1"] for each in outcome.object["metadata"]["managedFields"]
    }


def test_makes_an_object(api):
    outcome = api.apply(widget(a="1"), field_manager="m1")
    assert outcome.code == 201
    assert outcome.object["spec"] == {"a": "1", "d": "given"}
    assert managed(outcome) == {("m1", "Apply"): {"f:spec": {"f:a": {}}}}


def test_what_is_given_up_goes(api):
    api.apply(widget(a="1", b="2"), field_manager="m1")
    api.apply(widget(b="2"), field_manager="m2")
    outcome = api.apply(widget(), field_manager="m1")
    assert outcome.object["spec"] == {"b": "2", "d": "given"}
    assert managed(outcome)["m2", "Apply"] == {"f:spec": {"f:b": {}}}


def test_a_conflict_and_its_force(api):
    api.create(widget(a="1"), field_manager="maker")
    outcome = api.apply(widget(a="2"), field_manager="m1")
    assert (outcome.code, outcome.status.reason) == (409, "Conflict")
    assert outcome.status.message == (
        'Apply failed with 1 conflict: conflict with "maker" using example.com/v1: .spec.a'
    )
    assert outcome.status.causes[0].reason == "FieldManagerConflict"
    forced = api.apply(widget(a="2"), field_manager="m1", force=True)
    assert forced.object["spec"]["a"] == "2"
    assert managed(forced)["m1", "Apply"] == {"f:spec": {"f:a": {}}}
    assert "f:a" not in managed(forced)["maker", "Update"]["f:spec"]


def test_several_conflicts(api):
    api.apply(widget(a="1", b="1"), field_manager="m1")
    outcome = api.apply(widget(a="2", b="2"), field_manager="m2")
    assert outcome.status.message == 'Apply failed with 2 conflicts: conflicts with "m1":\n- .spec.a\n- .spec.b'


def test_what_changes_nothing_keeps_its_version(api):
    first = api.apply(widget(a="1"), field_manager="m1")
    again = api.apply(widget(a="1"), field_manager="m1")
    assert again.code == 200
    assert again.object == first.object


def test_a_dry_run_stores_nothing(api):
    assert api.apply(widget(a="1"), field_manager="m1", dry_run=True).code == 201
    assert api.get("example.com/v1", "Widget", "one").code == 404


def test_status(api):
    api.apply(widget(a="1"), field_manager="m1")
    given = {**widget(a="9"), "status": {"phase": "Up"}}
    outcome = api.apply(given, field_manager="ctl", subresource="status")
    assert outcome.object["status"] == {"phase": "Up"}
    assert outcome.object["spec"]["a"] == "1"
    assert managed(outcome)["ctl", "Apply"] == {"f:status": {"f:phase": {}}}
    assert api.apply(given, field_manager="m2").code == 409


def test_status_of_nothing(api):
    given = {**widget(), "metadata": {"name": "ghost"}}
    assert api.apply(given, field_manager="ctl", subresource="status").code == 404


def test_what_was_there_before_is_owned_by_the_past(api):
    api.create(widget(a="1"))
    api.patch("example.com/v1", "Widget", "one", {"metadata": {"managedFields": [{}]}})
    assert "managedFields" not in api.get("example.com/v1", "Widget", "one").object["metadata"]
    outcome = api.apply(widget(a="2"), field_manager="m1")
    assert 'conflict with "before-first-apply" using example.com/v1: .spec.a' in outcome.status.message


def test_many_updaters_become_one(api):
    api.create(widget(a="1"))
    for number in range(12):
        labels = {"metadata": {"labels": {f"l{number}": "x"}}}
        outcome = api.patch("example.com/v1", "Widget", "one", labels, field_manager=f"m{number:02}")
    assert len(managed(outcome)) == 10
    assert ("ancient-changes", "Update") in managed(outcome)


def test_what_updaters_that_became_one_managed_is_forgotten_where_others_are_older(api):
    """As upstream: capmanagers.go merges the entry into itself and then removes it."""
    api.create(widget(a="1"))
    names = ("aaa", "ancient-changes", *(f"m{number}" for number in range(8)))
    entries = [
        {
            "manager": name,
            "operation": "Update",
            "apiVersion": "example.com/v1",
            "time": "2020-01-01T00:00:00Z" if name.startswith("a") else "2021-01-01T00:00:00Z",
            "fieldsType": "FieldsV1",
            "fieldsV1": {"f:metadata": {"f:labels": {f"f:{name}": {}}}},
        }
        for name in names
    ]
    change = {"metadata": {"managedFields": entries, "labels": {"new": "x"}}}
    outcome = api.patch("example.com/v1", "Widget", "one", change, field_manager="m9")
    assert {name for name, _ in managed(outcome)} == {*names, "m9"} - {"ancient-changes"}


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        pytest.param(widget(zip=1), 500, ".spec.zip: field not declared in schema", id="unknown"),
        pytest.param({**widget(), "metadata": {"name": "one", "managedFields": []}}, 400, "must be nil", id="managed"),
        pytest.param({**widget(), "metadata": {"name": "one", "uid": "u"}}, 409, "uid mismatch", id="uid"),
    ],
)
def test_refused(api, given, code, message):
    outcome = api.apply(given, field_manager="m1")
    assert outcome.code == code
    assert message in outcome.status.message


def test_a_manager_is_required(api):
    outcome = api.apply(widget(), field_manager="")
    assert outcome.code == 422
    assert "fieldManager: Required value: is required for apply patch" in outcome.status.message


def test_built_in_kinds(api):
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "blue", "labels": {"a": "1"}}}
    outcome = api.apply(namespace, field_manager="m1")
    assert outcome.code == 201
    assert managed(outcome) == {("m1", "Apply"): {"f:metadata": {"f:labels": {"f:a": {}}}}}
    changed = {**CRD, "spec": {**CRD["spec"], "names": {**CRD["spec"]["names"], "shortNames": ["wi"]}}}
    outcome = api.apply(changed, field_manager="m1", force=True)
    assert outcome.object["spec"]["names"]["shortNames"] == ["wi"]


def test_text_is_read_as_yaml_though_it_looks_like_json(api):
    text = '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"one"},"spec":{"a":"%s"}}'
    assert api.apply(text % "\U0001f9ab", field_manager="m1").code == 201
    refused = api.apply(text % r"\ud83e\uddab", field_manager="m1")
    assert (refused.code, refused.status.message) == (400, "yaml: found invalid Unicode character escape code")
