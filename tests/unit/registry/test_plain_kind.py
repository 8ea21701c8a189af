"""A kind of a few lines is served like the others: every step has a default."""

import json

import pytest
from tests.unit.registry.conftest import Talk
from tests.unit.registry.plain_kind import LAMPS

from kapivara.apis.catalog import CATALOG
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.registry.registry import Registry
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
    assert talk("create", OLD, body=lamp()).object["apiVersion"] == "house.example.com/v1beta1"
    (stored,) = storage.list("/registry/house.example.com/lamps/").items
    assert json.loads(stored.value)["apiVersion"] == "house.example.com/v1"
    assert talk("get", NEW, "one").object["apiVersion"] == "house.example.com/v1"
    assert talk("list", OLD).object["kind"] == "LampList"


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
    entries = {each["name"]: each["verbs"] for each in document["resources"]}
    assert entries["lamps/lighting"] == ["create"]
    assert list(entries) == ["lamps", "lamps/lighting", "lamps/status"]
    assert talk.registry.find_kind("house.example.com/v1", "Lamp").gvr == NEW
