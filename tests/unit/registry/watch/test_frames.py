"""Tests of written events of watches: bookmarks as Tables, of every built-in kind."""

import json

import pytest

from kapivara.apis.catalog.rows import CATALOG
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import ShownAs
from kapivara.registry.watch.frames import Form
from kapivara.storage.memory import MemoryStorage

TABLE = ShownAs("Table", "v1")
WATCHED = [
    pytest.param(GroupVersionResource(row.group, version, row.plural), id=f"{row.plural}.{version}.{row.group}")
    for row in CATALOG
    for version in row.versions
    if "watch" in row.at(version).verbs
]


@pytest.fixture(scope="module")
def registry():
    return Registry(MemoryStorage())


def bookmark(registry, resource, *, include="", ends_initial=True):
    kind = registry.kind(resource)
    form = Form(kind.subresources[""], TABLE, {"includeObject": [include]}, in_protobuf=False)
    return json.loads(form.bookmark(7, ends_initial=ends_initial, first=True))["object"]


@pytest.mark.parametrize("resource", WATCHED)
def test_bookmarks_are_tables_of_every_kind(registry, resource):
    table = bookmark(registry, resource)
    (row,) = table["rows"]
    assert len(row["cells"]) >= len(table["columnDefinitions"])
    assert table["metadata"] == {"resourceVersion": "7"}
    assert row["object"]["metadata"] == {
        "resourceVersion": "7",
        "annotations": {"k8s.io/initial-events-end": "true"},
    }


@pytest.mark.parametrize(
    ("group", "version", "resource", "cells"),
    [
        ("storage.k8s.io", "v1", "storageclasses", ["", "", "Delete", "Immediate", False, "<unknown>"]),
        ("networking.k8s.io", "v1", "ingressclasses", ["", "", "<none>", "<unknown>"]),
        ("scheduling.k8s.io", "v1", "priorityclasses", ["", 0, False, "<unknown>", ""]),
        ("autoscaling", "v2", "horizontalpodautoscalers", ["", "/", "<none>", "<unset>", 0, 0, "<unknown>"]),
        ("batch", "v1", "jobs", ["", "Running", "0/1", "", "<unknown>", "", "", "<none>"]),
        (
            "batch",
            "v1",
            "cronjobs",
            ["", "", "<none>", "<unset>", 0, "<none>", "<unknown>", "", "", "<none>"],
        ),
        ("storage.k8s.io", "v1", "csidrivers", ["", True, False, False, "<unset>", False, "<none>", "<unknown>"]),
    ],
)
def test_cells_of_nothing(registry, group, version, resource, cells):
    """Returns the content of bookmarks of a real server, whose objects have no defaults."""
    assert bookmark(registry, GroupVersionResource(group, version, resource))["rows"][0]["cells"] == cells


@pytest.mark.parametrize("resource", ["daemonsets", "deployments"])
def test_bookmarks_without_objects(registry, resource):
    """Only the bookmark at the end of the initial events has metadata then, for its annotation."""
    kind = GroupVersionResource("apps", "v1", resource)
    assert bookmark(registry, kind, include="None", ends_initial=False)["rows"][0]["object"] is None
    assert bookmark(registry, kind, include="None")["rows"][0]["object"]["kind"] == "PartialObjectMetadata"
