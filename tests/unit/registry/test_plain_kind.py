"""Tests that a kind of a few lines is served like others, because every step has a default."""

import json

import pytest
from tests.unit.registry.conftest import Talk
from tests.unit.registry.plain_kind import LAMPS, LampKind

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds.kind import METADATA, WHOLE_METADATA
from kapivara.apis.machinery.tables.table import Column, TableLayout, name_column
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request, ShownAs
from kapivara.storage.memory import MemoryStorage
from kapivara.values.record import replace

OLD, NEW = LAMPS.gvr("v1beta1"), LAMPS.gvr("v1")
META = {"name": "one", "generation": 5, "creationTimestamp": "2001-01-01T00:00:00Z"}


@pytest.fixture
def storage():
    return MemoryStorage()


@pytest.fixture
def talk(storage):
    return Talk(Registry(storage, catalog=(*CATALOG, LAMPS)))


def lamp(name="one", **parts):
    return {"metadata": {"name": name}, **parts}


def test_a_status_is_not_the_creators_to_set(talk):
    created = talk("create", NEW, body=lamp(spec={"finalizers": ["a/b"]}, status={"phase": "Odd"}))
    assert created.code == 201, created.status
    assert created.object["spec"] == {"finalizers": ["a/b"]}
    assert created.object["status"] == {}


def test_names_and_namespaces_are_judged(talk):
    assert talk("create", NEW, body=lamp("Not_A_Name")).status.reason == "Invalid"
    assert talk("create", NEW, body=lamp(), namespace="nowhere").code == 404


def test_the_status_has_its_own_way(talk):
    talk("create", NEW, body=lamp(spec={"finalizers": ["a/b"]}))
    change = {"spec": {"finalizers": []}, "status": {"phase": "Lit"}}
    whole = talk("patch", NEW, "one", change, media_type=MERGE_PATCH)
    assert (whole.object["spec"], whole.object["status"]) == ({}, {})
    change["spec"] = {"finalizers": ["c/d"]}
    status = talk("patch", NEW, "one", change, media_type=MERGE_PATCH, sub="status")
    assert (status.object["spec"], status.object["status"]) == ({}, {"phase": "Lit"})


def test_versions_are_stored_in_one_form(talk, storage):
    created = talk("create", OLD, body=lamp(spec={"finalizers": "a/b,c/d"})).object
    assert (created["apiVersion"], created["spec"]) == ("house.example.com/v1beta1", {"finalizers": "a/b,c/d"})
    (stored,) = storage.list("/registry/house.example.com/lamps/").items
    assert json.loads(stored.value)["apiVersion"] == "house.example.com/v1"
    assert talk("get", NEW, "one").object["spec"] == {"finalizers": ["a/b", "c/d"]}
    assert talk("list", OLD).object["kind"] == "LampList"


def test_a_version_is_read_strictly_by_its_own_type(talk):
    refused = talk("create", OLD, body=lamp(spec={"finalizers": ["a/b"]}))
    assert (refused.code, refused.status.reason) == (400, "BadRequest")


def test_rules_are_those_of_the_hub(talk):
    refused = talk("create", OLD, body=lamp(spec={"finalizers": "a/b,dim"}))
    assert refused.code == 422
    assert [cause.field for cause in refused.status.details.causes] == ["spec.finalizers"]


def test_a_version_is_patched_in_its_own_form(talk):
    talk("create", NEW, body=lamp(spec={"finalizers": ["a/b"]}))
    patched = talk("patch", OLD, "one", {"spec": {"finalizers": "a/b,e/f"}}, media_type=MERGE_PATCH)
    assert patched.object["spec"] == {"finalizers": "a/b,e/f"}
    assert talk("get", NEW, "one").object["spec"] == {"finalizers": ["a/b", "e/f"]}
    status = talk("patch", OLD, "one", {"spec": {}, "status": {"phase": "Lit"}}, media_type=MERGE_PATCH, sub="status")
    assert (status.object["spec"], status.object["status"]) == ({"finalizers": "a/b,e/f"}, {"phase": "Lit"})


def test_columns_are_those_of_the_hub(talk, monkeypatch):
    count = Column("Finalizers", "integer", lambda obj: len(obj["spec"].get("finalizers", ())))
    monkeypatch.setattr(LampKind, "make_table", lambda _: TableLayout((name_column(), count)))
    talk("create", NEW, body=lamp(spec={"finalizers": ["a/b", "c/d"]}))
    for version in (OLD, NEW):
        request = Request("get", version, "default", "one", shown_as=ShownAs("Table", "v1"))
        (row,) = talk.registry.handle(request).object["rows"]
        assert row["cells"] == ["one", 2]


def test_a_subresource_that_only_creates(talk):
    talk("create", NEW, body=lamp())
    lit = talk("create", NEW, "one", {"metadata": {"annotations": {"by": "me"}}}, sub="lighting")
    assert lit.code == 201
    assert lit.object["metadata"]["annotations"] == {"by": "me", "lit": "yes"}
    for verb in ("get", "update", "patch", "delete", "list"):
        assert talk(verb, NEW, "one", sub="lighting").status.reason == "MethodNotAllowed"
    assert talk("create", NEW, "none", {}, sub="lighting").code == 404


def test_apply_and_deletion(talk):
    config = {"apiVersion": "house.example.com/v1", "kind": "Lamp", **lamp(spec={"finalizers": ["a/b"]})}
    applied = talk("patch", NEW, "one", config, media_type=APPLY_PATCH, fieldManager="me")
    assert applied.code == 201, applied.status
    assert talk("delete", NEW, "one").ok
    assert talk("get", NEW, "one").code == 404


def test_an_update_creates_what_is_missing_where_the_kind_says_so(talk, monkeypatch):
    assert talk("update", NEW, "one", lamp()).code == 404
    monkeypatch.setattr(LampKind, "create_on_update", True)
    parts = {"spec": {"finalizers": ["a/b"]}, "status": {"phase": "Odd"}}
    created = talk("update", NEW, "one", {"metadata": META | {"resourceVersion": "7"}, **parts})
    assert (created.code, created.object["status"]) == (201, {})
    assert created.object["metadata"]["creationTimestamp"] > META["creationTimestamp"]
    assert created.object["metadata"]["managedFields"][0]["operation"] == "Update"
    assert talk("update", NEW, "one", lamp()).code == 200
    assert talk("update", NEW, "two", lamp("two"), namespace="nowhere").code == 404
    by_status = talk("update", NEW, "two", lamp("two"), sub="status")
    assert (by_status.code, by_status.object["status"]) == (201, {})


def test_an_update_that_means_an_object_which_is_missing_creates_none(talk, monkeypatch):
    monkeypatch.setattr(LampKind, "create_on_update", True)
    refused = talk("update", NEW, "one", {"metadata": {"name": "one", "uid": "u"}})
    assert refused.status.message.endswith("Precondition failed: UID in precondition: u, UID in object meta: ")
    bad = talk("update", NEW, "one", {"metadata": {"name": "one", "resourceVersion": "x"}})
    assert (bad.code, talk("get", NEW, "one").code) == (500, 404)


@pytest.mark.parametrize("version", [OLD, NEW])
def test_generations_count_changes_of_what_the_kind_names(talk, monkeypatch, version):
    monkeypatch.setattr(LampKind, "counted", ("spec",))
    created = talk("create", NEW, body=lamp(spec={"finalizers": ["a/b"]}) | {"metadata": META})
    assert created.object["metadata"]["generation"] == 1
    same = talk("patch", version, "one", {"metadata": {"labels": {"a": "b"}}}, media_type=MERGE_PATCH)
    assert same.object["metadata"]["generation"] == 1
    changed = talk("patch", version, "one", {"spec": None}, media_type=MERGE_PATCH)
    assert changed.object["metadata"]["generation"] == 2


@pytest.mark.parametrize(
    ("kept", "left", "managed"),
    [
        pytest.param((), {"labels": {"a": "2"}, "annotations": {"b": "2"}}, {"f:annotations", "f:labels"}, id="none"),
        pytest.param(("labels",), {"labels": {"a": "1"}, "annotations": {"b": "2"}}, {"f:annotations"}, id="labels"),
        pytest.param(METADATA, {"labels": {"a": "1"}, "annotations": {"b": "1"}}, set(), id="all"),
    ],
)
def test_a_status_leaves_metadata_alone(talk, monkeypatch, kept, left, managed):
    monkeypatch.setattr(LampKind, "kept_by_status", kept)
    talk("create", NEW, body={"metadata": {"name": "one", "labels": {"a": "1"}, "annotations": {"b": "1"}}})
    change = {"metadata": {"labels": {"a": "2"}, "annotations": {"b": "2"}}, "status": {"phase": "Lit"}}
    metadata = talk("patch", OLD, "one", change, media_type=MERGE_PATCH, sub="status").object["metadata"]
    assert {field: metadata[field] for field in left} == left
    (entry,) = (each for each in metadata["managedFields"] if each.get("subresource") == "status")
    assert entry["fieldsV1"].get("f:metadata", {}).keys() == managed


@pytest.mark.parametrize(
    ("kept", "refused"),
    [
        pytest.param((), ["metadata.deletionGracePeriodSeconds", "metadata.deletionTimestamp"], id="none"),
        pytest.param(METADATA, ["metadata.deletionGracePeriodSeconds"], id="what clients write"),
        pytest.param(WHOLE_METADATA, [], id="all"),
    ],
)
def test_a_status_takes_no_deletion_from_a_body(talk, monkeypatch, kept, refused):
    monkeypatch.setattr(LampKind, "kept_by_status", kept)
    talk("create", NEW, body=lamp())
    change = {"metadata": {"deletionTimestamp": "2030-01-01T00:00:00Z", "deletionGracePeriodSeconds": 3}}
    outcome = talk("patch", OLD, "one", change, media_type=MERGE_PATCH, sub="status")
    causes = outcome.status.details.causes if refused else ()
    assert sorted({cause.field for cause in causes}) == refused
    assert bool(refused) == (outcome.code == 422)


@pytest.mark.parametrize(("merges", "times"), [(True, 1), (False, 2)])
def test_what_is_wrong_with_metadata_is_told_once_where_errors_are_merged(talk, monkeypatch, merges, times):
    monkeypatch.setattr(LampKind, "merges_errors", merges)
    talk("create", NEW, body=lamp())
    refused = talk("patch", NEW, "one", {"metadata": {"uid": "other"}}, media_type=MERGE_PATCH)
    assert [cause.field for cause in refused.status.details.causes] == ["metadata.uid"] * times


def test_discovery_lists_it(talk):
    document = talk.registry.discovery().resources("house.example.com", "v1")
    entries = {each["name"]: each for each in document["resources"]}
    lighting = entries["lamps/lighting"]
    assert (lighting["verbs"], lighting["group"], lighting["version"], lighting["kind"]) == (
        ["create"],
        "autoscaling",
        "v1",
        "Scale",
    )
    assert list(entries) == ["lamps", "lamps/lighting", "lamps/status"]
    assert talk.registry.find_kind("house.example.com/v1", "Lamp").gvr == NEW


@pytest.mark.parametrize("dry", [True, False], ids=["dry", "wet"])
def test_what_is_gone_may_be_shown_once_more(storage, dry):
    talk = Talk(Registry(storage, catalog=(*CATALOG, replace(LAMPS, returns_deleted=True))))
    created = talk("create", NEW, body=lamp()).object
    gone = talk("delete", NEW, "one", **({"dryRun": "All"} if dry else {}))
    version = gone.object["metadata"].pop("resourceVersion")
    was = created["metadata"].pop("resourceVersion")
    assert (gone.code, gone.status, gone.object) == (200, None, created)
    assert (version == was) is dry
    assert talk("get", NEW, "one").code == (200 if dry else 404)
