"""A kind of a few lines is served like the others: every step has a default."""

import json

import pytest
from tests.unit.registry.conftest import Talk
from tests.unit.registry.plain_kind import LAMPS, LampKind

from kapivara.apis.catalog import CATALOG
from kapivara.apis.table import Column, TableLayout, name_column
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.request import Request, ShownAs
from kapivara.storage.memory import MemoryStorage

OLD, NEW = LAMPS.gvr("v1beta1"), LAMPS.gvr("v1")


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
