"""Tests of discovery: the entries of CRDs, and aggregated discovery."""

from __future__ import annotations

import pytest

from kapivara.meta import GroupVersionResource

CRDS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
SCHEMA = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}


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
