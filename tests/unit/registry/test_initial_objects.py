"""Tests of the objects that every server has: created on first use of their kind."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.rows import CATALOG
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage import StorageError
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.request_budget import RequestBudget

ROLES = GroupVersionResource("rbac.authorization.k8s.io", "v1", "clusterroles")
SCHEMAS = GroupVersionResource("flowcontrol.apiserver.k8s.io", "v1", "flowschemas")
CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")
NAMESPACES = "/registry/namespaces/"


def keys(storage: MemoryStorage) -> list[str]:
    return [each.key for each in storage.list("/registry/").items]


def test_a_start_makes_namespaces_alone() -> None:
    storage = MemoryStorage()
    Registry(storage)
    names = ["default", "kube-node-lease", "kube-public", "kube-system"]
    assert keys(storage) == [f"{NAMESPACES}{name}" for name in names]


@pytest.mark.parametrize(
    ("verb", "name", "code"), [("list", "", 200), ("get", "cluster-admin", 200), ("delete", "edit", 200)]
)
def test_who_asks_first_finds_them(verb: str, name: str, code: int) -> None:
    assert Talk(Registry(MemoryStorage()))(verb, ROLES, name).code == code


def test_a_name_is_taken_from_the_start() -> None:
    refused = Talk(Registry(MemoryStorage()))("create", ROLES, body={"metadata": {"name": "cluster-admin"}})
    assert refused.status.reason == "AlreadyExists"


def test_they_are_made_once_and_missing_ones_by_the_next_server() -> None:
    storage = MemoryStorage()
    talk = Talk(Registry(storage))
    uid = talk("get", ROLES, "view").object["metadata"]["uid"]
    talk("delete", ROLES, "edit")
    assert talk("get", ROLES, "edit").code == 404
    restarted = Talk(Registry(storage))
    assert restarted("get", ROLES, "edit").code == 200
    assert restarted("get", ROLES, "view").object["metadata"]["uid"] == uid


def test_who_manages_them() -> None:
    talk = Talk(Registry(MemoryStorage()))
    [entry] = talk("get", ROLES, "view").object["metadata"]["managedFields"]
    assert (entry["manager"], entry["operation"]) == ("kube-apiserver", "Update")
    schema = talk("get", SCHEMAS, "probes").object
    assert schema["status"]["conditions"][0]["reason"] == "Found"
    managers = {each["manager"]: each.get("subresource", "") for each in schema["metadata"]["managedFields"]}
    assert managers == {
        "api-priority-and-fairness-config-producer-v1": "",
        "api-priority-and-fairness-config-consumer-v1": "status",
    }


def test_kinds_find_them_too() -> None:
    registry = Registry(MemoryStorage())
    kind = registry.kind(SCHEMAS)
    assert kind is not None
    assert len(kind.surroundings.objects_of(ROLES)) == 73
    assert kind.surroundings.get(SCHEMAS, "probes")["metadata"]["name"] == "probes"


def test_what_only_judges_objects_has_none() -> None:
    storage = MemoryStorage()
    talk = Talk(Registry(storage, assume_namespaces=True))
    assert talk("create", ROLES, body={"metadata": {"name": "cluster-admin"}}, dryRun="All").code == 201
    assert keys(storage) == []


def test_nobody_is_held_up_for_them() -> None:
    """A request in a turn leaves it and is answered in a thread."""
    registry = Registry(MemoryStorage())
    deadline = Deadline(60)
    deadline.begin_turn(60)
    assert registry.handle(Request("get", ROLES, name="view", deadline=deadline)).code == 504
    assert deadline.end_turn()
    assert registry.handle(Request("get", ROLES, name="view", deadline=deadline)).code == 200


def test_nobody_is_held_up_by_a_kind_that_looks_them_up() -> None:
    """A policy or a quota reads other kinds while a request has its turn."""
    kind = Registry(MemoryStorage()).kind(SCHEMAS)
    assert kind is not None
    deadline = Deadline(60)
    deadline.begin_turn(60)
    with RequestBudget(deadline), pytest.raises(DeadlineExceededError):
        kind.surroundings.objects_of(ROLES)
    assert deadline.end_turn()
    with RequestBudget(deadline):
        assert len(kind.surroundings.objects_of(ROLES)) == 73


def test_kinds_without_any_wait_for_nobody_who_makes_some(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry(MemoryStorage())
    roles, schemas = registry.kind(ROLES), registry.kind(SCHEMAS)
    assert roles is not None
    assert schemas is not None
    making, go_on = Event(), Event()

    def make_slowly() -> list[Any]:
        making.set()
        go_on.wait()
        return []

    monkeypatch.setattr(roles, "initial_objects", make_slowly)
    maker = Thread(target=lambda: registry.handle(Request("list", ROLES)))
    maker.start()
    making.wait()
    try:
        assert not schemas.surroundings.objects_of(CONFIG_MAPS)
    finally:
        go_on.set()
        maker.join()


def test_many_ask_at_once() -> None:
    registry = Registry(MemoryStorage())
    found: list[Any] = []
    threads = [Thread(target=lambda: found.append(registry.handle(Request("list", ROLES)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(each.object["items"]) for each in found] == [73] * 8


def test_a_failure_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry(MemoryStorage())
    kind = registry.kind(ROLES)

    def fail() -> None:
        raise StorageError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(kind, "initial_objects", fail)
        assert registry.handle(Request("list", ROLES)).code == 500
    assert len(registry.handle(Request("list", ROLES)).object["items"]) == 73


@pytest.mark.parametrize("row", [row for row in CATALOG if "watch" in row.verbs], ids=lambda row: row.kind)
def test_kinds_that_begin_with_objects_say_so(row: Any) -> None:
    kind = Registry(MemoryStorage()).kind(row.gvr())
    assert kind is not None
    assert bool(list(kind.initial_objects())) == kind.has_initial_objects
