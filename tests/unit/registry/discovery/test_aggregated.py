"""Tests of `registry/discovery/aggregated.py`."""

from __future__ import annotations

from kapivara.registry.discovery.aggregated import aggregate

SCHEMA = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}


SCALE = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}


def version(name, *, served=True, storage=False, **more):
    return {"name": name, "served": served, "storage": storage, "schema": SCHEMA, **more}


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
