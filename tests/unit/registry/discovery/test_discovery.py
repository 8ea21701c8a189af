"""Tests of discovery: the entries of CRDs, and aggregated discovery."""

from __future__ import annotations

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.registry.discovery.aggregated import aggregate

CRDS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
SCHEMA = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
SCALE = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}


def version(name, *, served=True, storage=False, **more):
    return {"name": name, "served": served, "storage": storage, "schema": SCHEMA, **more}


def test_a_definition_on_its_way_out_takes_no_writes(talk):
    (widgets,) = talk.define()
    held = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "finalizers": ["e.com/x"]}}
    assert talk("create", widgets, body=held).ok
    assert talk("delete", CRDS, "widgets.example.com").ok
    (entry,) = talk.registry.discovery().entries("example.com", "v1")
    assert entry["verbs"] == ["delete", "deletecollection", "get", "list", "watch"]


@pytest.mark.parametrize("served", [True, False])
def test_the_hash_of_the_stored_version_is_told_where_that_is_served(talk, served):
    talk.define(versions=[version("v1", storage=True, served=served), version("v2")])
    (entry,) = talk.registry.discovery().entries("example.com", "v2")
    assert ("storageVersionHash" in entry) is served


def test_aggregated_groups(talk):
    subresources = {"status": {}, "scale": SCALE}
    talk.define("gadgets", "Gadget", versions=[version("v1", storage=True)], shortNames=["gd"], categories=["all"])
    talk.define(versions=[version("v1", storage=True, subresources=subresources), version("v2")])
    document = aggregate(talk.registry.discovery(), core=False)
    assert (document["kind"], document["apiVersion"]) == ("APIGroupDiscoveryList", "apidiscovery.k8s.io/v2")
    *built_in, custom = document["items"]
    assert [each["metadata"] for each in (built_in[0], custom)] == [
        {"name": "apiregistration.k8s.io"},
        {"name": "example.com"},
    ]
    second, first = custom["versions"]
    assert (second["version"], first["version"], first["freshness"]) == ("v2", "v1", "Current")
    gadgets, widgets = first["resources"]
    assert (gadgets["shortNames"], gadgets["categories"]) == (["gd"], ["all"])
    home = {"group": "example.com", "version": "v1"}
    assert widgets["responseKind"] == {**home, "kind": "Widget"}
    verbs = ["get", "patch", "update"]
    scale = {"group": "autoscaling", "version": "v1", "kind": "Scale"}
    assert widgets["subresources"] == [
        {"subresource": "status", "responseKind": {**home, "kind": "Widget"}, "verbs": verbs},
        {"subresource": "scale", "responseKind": scale, "verbs": verbs},
    ]


def test_aggregated_core(talk):
    (core,) = aggregate(talk.registry.discovery(), core=True)["items"]
    assert core["metadata"] == {}
    (namespaces,) = [each for each in core["versions"][0]["resources"] if each["resource"] == "namespaces"]
    nowhere = {"group": "", "version": "", "kind": "Namespace"}
    assert (namespaces["scope"], namespaces["responseKind"]) == ("Cluster", nowhere)
    assert [each["subresource"] for each in namespaces["subresources"]] == ["finalize", "status"]
