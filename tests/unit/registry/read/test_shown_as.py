"""Tests of responses as Tables: their rows and columns, by kind and request."""

import json

import pytest
from tests.unit.registry.conftest import CRDS, NAMESPACES, Talk, version
from tests.unit.registry.plain_kind import LAMPS

from kapivara.apis.catalog.rows import CATALOG
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request, ShownAs
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline

TABLE = ShownAs("Table", "v1")


class Tables(Talk):
    """Requests Tables."""

    def show(self, verb, resource, name="", body=b"", *, shown_as=TABLE, sub="", deadline=None, **query):
        namespace = "default" if self.registry.kind(resource).namespaced else ""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        options = {key: [value] for key, value in query.items()}
        request = Request(verb, resource, namespace, name, sub, options, data, shown_as=shown_as, deadline=deadline)
        return self.registry.handle(request)


@pytest.fixture
def tables():
    return Tables(Registry(MemoryStorage(), catalog=(*CATALOG, LAMPS)))


@pytest.fixture
def widgets(tables):
    columns = [{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}]
    scale = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas"}
    (widgets,) = tables.define(
        versions=[version("v1", additionalPrinterColumns=columns, subresources={"scale": scale})], shortNames=["b", "a"]
    )
    for size, name in enumerate(("one", "three", "two")):
        assert tables("create", widgets, body=widget(name, size)).ok
    return widgets


def widget(name, size):
    return {
        "apiVersion": "example.com/v1",
        "kind": "Widget",
        "metadata": {"name": name, "labels": {"called": name}},
        "spec": {"size": size},
    }


def cells(outcome):
    return [row["cells"] for row in outcome.object["rows"]]


def names(outcome):
    return [column["name"] for column in outcome.object["columnDefinitions"]]


def test_an_object(tables, widgets):
    shown = tables.show("get", widgets, "two")
    metadata = tables("get", widgets, "two").object["metadata"]
    assert shown.code == 200
    assert (shown.object["kind"], shown.object["apiVersion"]) == ("Table", "meta.k8s.io/v1")
    assert shown.object["metadata"] == {"resourceVersion": metadata["resourceVersion"]}
    assert names(shown) == ["Name", "Size"]
    partial = {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": metadata}
    assert shown.object["rows"] == [{"cells": ["two", 2], "object": partial}]


def test_the_older_version(tables, widgets):
    shown = tables.show("get", widgets, "two", shown_as=ShownAs("Table", "v1beta1")).object
    assert shown["apiVersion"] == shown["rows"][0]["object"]["apiVersion"] == "meta.k8s.io/v1beta1"


def test_a_list_in_chunks(tables, widgets):
    first = tables.show("list", widgets, limit="2")
    assert cells(first) == [["one", 0], ["three", 1]]
    assert first.object["metadata"].keys() == {"resourceVersion", "continue", "remainingItemCount"}
    assert first.object["metadata"]["remainingItemCount"] == 1
    last = tables.show("list", widgets, **{"continue": first.object["metadata"]["continue"], "limit": "2"})
    assert cells(last) == [["two", 2]]
    assert last.object["metadata"].keys() == {"resourceVersion"}


def test_selectors_pick_rows(tables, widgets):
    assert cells(tables.show("list", widgets, labelSelector="called in (one,two)")) == [["one", 0], ["two", 2]]


@pytest.mark.parametrize(
    ("resource", "rows"),
    [
        pytest.param(CRDS, None, id="definitions"),
        pytest.param(LAMPS.gvr("v1"), None, id="by default"),
        pytest.param(NAMESPACES, [], id="namespaces"),
    ],
)
def test_no_rows(tables, widgets, resource, rows):
    """Some of the server's printers omit their list."""
    assert tables.show("list", resource, labelSelector="no=thing").object["rows"] == rows
    assert tables.show("list", widgets, labelSelector="no=thing").object["rows"] == []


@pytest.mark.parametrize(("include", "shown"), [("", "PartialObjectMetadata"), ("Metadata", "PartialObjectMetadata")])
def test_rows_show_metadata(tables, widgets, include, shown):
    row = tables.show("get", widgets, "one", includeObject=include).object["rows"][0]
    assert (row["object"]["kind"], row["object"].keys()) == (shown, {"kind", "apiVersion", "metadata"})


@pytest.mark.parametrize("verb", ["get", "list"])
def test_rows_show_whole_objects(tables, widgets, verb):
    for resource, name in ((widgets, "one"), (NAMESPACES, "default"), (CRDS, "widgets.example.com")):
        only = {"fieldSelector": f"metadata.name={name}"} if verb == "list" else {}
        shown = tables.show(verb, resource, name if verb == "get" else "", includeObject="Object", **only)
        assert shown.object["rows"][0]["object"] == tables("get", resource, name).object


def test_rows_show_nothing_else(tables, widgets):
    assert tables.show("get", widgets, "one", includeObject="None").object["rows"] == [
        {"cells": ["one", 0], "object": None}
    ]


@pytest.mark.parametrize("include", ["Foo", "none", " "])
def test_what_rows_cannot_show(tables, widgets, include):
    refused = tables.show("list", widgets, includeObject=include)
    assert (refused.code, refused.status.reason) == (400, "BadRequest")
    assert refused.status.message == (
        f'Unable to convert to Table as requested: includeObject: Invalid value: "{include}": '
        "must be 'Metadata', 'Object', 'None', or empty"
    )


def test_a_missing_object_comes_first(tables, widgets):
    assert tables.show("get", widgets, "ghost", includeObject="Foo").status.reason == "NotFound"


def test_writes(tables, widgets):
    created = tables.show("create", widgets, body=widget("new", 7))
    assert (created.code, cells(created)) == (201, [["new", 7]])
    deleted = tables.show("delete", widgets, "new")
    assert deleted.object is None
    assert deleted.status.status == "Success"
    assert cells(tables.show("deletecollection", widgets)) == [["one", 0], ["three", 1], ["two", 2]]


def test_a_write_stands_whose_answer_cannot_be_shown(tables, widgets):
    """As on the server, which reads the option after all other work."""
    assert tables.show("create", widgets, body=widget("new", 7), includeObject="Foo").code == 400
    assert tables("get", widgets, "new").ok


def test_a_scale(tables, widgets):
    shown = tables.show("get", widgets, "two", sub="scale", includeObject="Object")
    assert names(shown) == ["Name", "Desired", "Available", "Age"]
    assert cells(shown) == [["two", 2, 0, "0s"]]
    assert shown.object["rows"][0]["object"]["kind"] == "Scale"
    assert cells(tables.show("get", widgets, "one", sub="scale"))[0][1] is None  # zero is omitted from a Scale's spec


def test_namespaces(tables):
    shown = tables.show("get", NAMESPACES, "default")
    assert names(shown) == ["Name", "Status", "Age"]
    assert [column["type"] for column in shown.object["columnDefinitions"]] == ["string"] * 3
    assert cells(shown) == [["default", "Active", "0s"]]


def test_definitions(tables, widgets):
    tables.define("gears", "Gear", versions=[version("v2", storage=False), version("v1"), version("v3", storage=False)])
    shown = tables.show("list", CRDS)
    assert names(shown) == ["Name", "Scope", "Versions", "Created At", "Group", "Kind", "ShortNames", "Established"]
    assert [column["priority"] for column in shown.object["columnDefinitions"]] == [0, 0, 0, 0, 1, 1, 1, 1]
    gears, widgets = cells(shown)
    assert gears[:3] == ["gears.example.com", "Namespaced", "v1(storage),v2,v3"]
    assert widgets[4:] == ["example.com", "Widget", "b,a", True]
    assert widgets[3] == tables("get", CRDS, "widgets.example.com").object["metadata"]["creationTimestamp"]


def test_a_plain_kind_shows_names_and_moments_of_creation(tables):
    lamps = LAMPS.gvr("v1")
    created = tables("create", lamps, body={"metadata": {"name": "one"}}).object
    shown = tables.show("list", lamps)
    assert names(shown) == ["Name", "Created At"]
    assert cells(shown) == [["one", created["metadata"]["creationTimestamp"]]]


def test_columns_follow_the_definition(tables, widgets):
    crd = tables("get", CRDS, "widgets.example.com").object
    crd["spec"]["versions"][0]["additionalPrinterColumns"][0] |= {"name": "Called", "jsonPath": ".metadata.name"}
    crd["spec"]["versions"][0]["additionalPrinterColumns"][0]["type"] = "string"
    assert tables("update", CRDS, "widgets.example.com", crd).ok
    shown = tables.show("get", widgets, "two")
    assert (names(shown), cells(shown)) == (["Name", "Called"], [["two", "two"]])


@pytest.mark.parametrize(("shown_as", "is_done"), [(None, True), (TABLE, False)])
def test_time_may_run_out(tables, widgets, shown_as, is_done):
    """By this clock, a list of so many takes less than a minute, and its cells take more."""
    for number in range(30):
        tables("create", widgets, body=widget(f"more-{number}", number))
    ticks = iter(range(1000))
    deadline = Deadline(60, clock=lambda: float(next(ticks)))
    outcome = tables.show("list", widgets, shown_as=shown_as, deadline=deadline)
    assert (outcome.ok, outcome.status is None or outcome.status.reason) == (is_done, is_done or "Timeout")
