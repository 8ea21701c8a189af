"""Tests of objects that defaults would grow past every limit: they are rejected as too large to store."""

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.values import request_budget

ITEM = {"type": "object", "properties": {f"p{i}": {"type": "string", "default": "x"} for i in range(50)}}
SPEC = {"type": "object", "properties": {"parts": {"type": "array", "items": ITEM}}}


@pytest.mark.parametrize("dry_run", [[], ["All"]], ids=["stored", "dry-run"])
def test_outgrown(talk, make_version, widget, dry_run):
    (parts,) = talk.define("parts", "Part", versions=[make_version("v1", spec=SPEC)])
    body = widget()
    body |= {"kind": "Part", "spec": {"parts": [{}] * 30_000}}
    outcome = talk("create", parts, body=body, dryRun=dry_run)
    assert (outcome.code, outcome.status.message) == (500, "etcdserver: request is too large")


def parts(text):
    items = {"type": "array", "items": {"type": "object", "properties": {"text": text}}}
    return {"type": "object", "properties": {"parts": items}}


@pytest.fixture
def things(talk, make_crd, make_version):
    """A kind with objects stored before their items got a long default: four small ones, and one with many items."""
    plain, long = ({"type": "string"}, {"type": "string", "default": "x" * 100_000})
    (things,) = talk.define("things", "Thing", versions=[make_version("v1", spec=parts(plain))])
    for name, count in (("a", 1), ("b", 1), ("c", 1), ("d", 1), ("large", 8_000)):
        body = {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": name}}
        assert talk("create", things, body=body | {"spec": {"parts": [{}] * count}}).ok
    crd = make_crd("things", "Thing", versions=[make_version("v1", spec=parts(long))])
    kind = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
    crd["metadata"] |= {
        "resourceVersion": talk("get", kind, "things.example.com").object["metadata"]["resourceVersion"]
    }
    assert talk("update", kind, "things.example.com", crd).ok
    return things


def test_a_stored_object_that_outgrew_harms_no_other(talk, things):
    outcome = talk("get", things, "large")
    assert outcome.code == 500
    assert "Key: /registry/example.com/things/default/large," in outcome.status.message
    assert outcome.status.message.endswith("kapivara cannot read it: defaults add more than 24 MiB to it")
    listed = talk("list", things)
    assert [item["metadata"]["name"] for item in listed.object["items"]] == ["a", "b", "c", "d"]
    assert len(listed.warnings) == 1
    assert talk("delete", things, "large").ok
    assert talk("list", things).warnings == ()


def test_what_is_added_to_a_list_has_a_bound(talk, things, monkeypatch):
    monkeypatch.setattr(request_budget, "ADDED_BYTES", 350_000)
    outcome = talk("list", things)
    assert (outcome.code, outcome.status.message[:46]) == (501, "kapivara cannot go on: defaults add more than ")
    assert len(talk("list", things, limit="2").object["items"]) == 2
