"""Tests of Event in two groups with one storage."""

from __future__ import annotations

import json

import pytest
from tests.unit.apis.alone import Alone
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.shared.events.table import event_layout
from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

OLD = GroupVersionResource("", "v1", "events")
NEW = GroupVersionResource("events.k8s.io", "v1", "events")
OF_CORE = {
    "metadata": {"name": "e"},
    "involvedObject": {"kind": "Pod", "name": "p"},
    "message": "Pulled.",
    "reason": "Pulled",
    "source": {"component": "kubelet"},
    "firstTimestamp": "2030-01-01T00:00:00Z",
    "count": 3,
    "reportingComponent": "kubelet",
}
REGARDING = {
    "regarding": {"kind": "Pod", "name": "p"},
    "note": "Pulled.",
    "reason": "Pulled",
    "deprecatedSource": {"component": "kubelet"},
    "deprecatedFirstTimestamp": "2030-01-01T00:00:00Z",
    "deprecatedLastTimestamp": None,
    "deprecatedCount": 3,
    "eventTime": None,
    "reportingController": "kubelet",
}
STRICT = {
    "regarding": {"kind": "Pod", "name": "p", "namespace": "default"},
    "note": "Pulled.",
    "reason": "Pulled",
    "action": "Pulling",
    "type": "Normal",
    "eventTime": "2030-01-01T00:00:00.000000Z",
    "reportingController": "kubelet",
    "reportingInstance": "node-1",
}


@pytest.fixture
def storage() -> MemoryStorage:
    return MemoryStorage()


@pytest.fixture
def talk(storage: MemoryStorage) -> Talk:
    return Talk(Registry(storage))


def test_an_event_is_seen_by_both_groups(talk: Talk, storage: MemoryStorage) -> None:
    assert talk("create", OLD, body=OF_CORE).code == 201
    shown = talk("get", NEW, "e").object
    assert {name: item for name, item in shown.items() if name not in ("metadata", "kind", "apiVersion")} == REGARDING
    assert shown["apiVersion"] == "events.k8s.io/v1"
    (stored,) = storage.list("/registry/events/").items
    assert json.loads(stored.value)["apiVersion"] == "v1"


def test_an_event_of_the_newer_group_is_one_of_the_core_group(talk: Talk) -> None:
    created = talk("create", NEW, body={"metadata": {"name": "e"}, **STRICT})
    assert created.code == 201, created.status
    found = talk("get", OLD, "e").object
    assert (found["message"], found["involvedObject"]) == (STRICT["note"], STRICT["regarding"])
    series = {"count": 2, "lastObservedTime": STRICT["eventTime"]}
    changed = talk("patch", NEW, "e", {"series": series}, media_type=MERGE_PATCH).object
    assert (changed["series"], talk("get", OLD, "e").object["series"]) == (series, series)
    assert [each["series"] for each in talk("list", NEW).object["items"]] == [series]
    assert talk("delete", NEW, "e").ok
    assert talk("get", OLD, "e").code == 404


def test_errors_name_the_group(talk: Talk) -> None:
    assert talk("get", NEW, "none").status.message == 'events.events.k8s.io "none" not found'


CORE_EVENT = {
    "metadata": {"name": "e"},
    "involvedObject": {"kind": "Pod", "name": "p", "fieldPath": "spec"},
    "source": {"component": "c", "host": "h"},
    "reportingComponent": "",
    "reportingInstance": "",
    "firstTimestamp": "2030-01-02T03:03:05Z",
    "lastTimestamp": None,
    "eventTime": None,
    "type": "Normal",
    "reason": "R",
    "message": " said ",
}


def test_columns_of_events():
    layout = event_layout(Alone())
    cells = ["60s", "Normal", "R", "pod/p", "spec", "c, h", "said", "60s", 1, "e"]
    assert [column.cell(CORE_EVENT) for column in layout.columns] == cells
    series = {
        "series": {"count": 7, "lastObservedTime": "2030-01-02T03:04:00.000000Z"},
        "involvedObject": {"kind": "X"},
    }
    later = [column.cell(CORE_EVENT | series) for column in layout.columns]
    assert (later[0], later[3], later[8]) == ("5s", "x", 7)


def test_what_selectors_may_ask_of_events():
    kinds = {row.group: row.load().at(row.at("v1"), Alone()) for row in CATALOG if row.kind == "Event"}
    asked = kinds[""].selectable_fields(CORE_EVENT)
    assert (asked["involvedObject.name"], asked["source"], asked["reportingComponent"]) == ("p", "c", "")
    labels = kinds["events.k8s.io"].field_labels
    assert {"regarding.name", "reportingController", "reason"} <= set(labels)
    assert "source" not in labels
    assert kinds[""].check_name("A_b", False) == []
    assert kinds["events.k8s.io"].check_name("A_b", False)
