"""Tests of the registry's small parts: names, orders, paths, bodies, discovery."""

import pytest

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.objects.body import interpret, undecodable_text
from kapivara.apis.machinery.scales.nested import AccessError, find, find_integer, find_text, put
from kapivara.codec import DecodeError
from kapivara.meta import GroupVersionKind, GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.crds.version_order import newest_first
from kapivara.registry.discovery.discovery import core_versions
from kapivara.registry.objects.metadata import drop_double_owners
from kapivara.registry.requests.body import explain_unread
from kapivara.values import ABSENT


def test_version_order():
    versions = ["foo1", "v1alpha3", "v10", "v1beta1", "bar", "v2", "v11beta2", "v1", "v2alpha1"]
    expected = ["v10", "v2", "v1", "v11beta2", "v1beta1", "v2alpha1", "v1alpha3", "bar", "foo1"]
    assert newest_first(versions) == expected


def test_nested_values():
    obj = {"a": {"n": 1, "s": "x", "z": None}}
    assert find(obj, ["a", "n"]) == 1
    assert find(obj, ["a", "z", "deep"]) is ABSENT
    assert find_integer(obj, ["b"]) is ABSENT
    assert find_text(obj, ["a", "s"]) == "x"
    put(obj, ["c", "d"], 5)
    assert obj["c"] == {"d": 5}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: find_integer({"a": 1.5}, ["a"]), ".a accessor error: 1.5 is of the type float64, expected int64"),
        (lambda: find_text({"a": {"b": [1]}}, ["a", "b"]), ".a.b accessor error: [1] is of the type []interface {}"),
        (lambda: find({"a": "w"}, ["a", "b"]), ".a.b accessor error: w is of the type string, expected map"),
        (lambda: put({"a": "w"}, ["a", "b"], 1), "value cannot be set because .a is not a map[string]interface{}"),
    ],
)
def test_nested_values_refused(call, message):
    with pytest.raises(AccessError) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_interpret():
    assert interpret({"apiVersion": "g/v1", "kind": "K"}) == GroupVersionKind("g", "v1", "K")
    assert interpret({"apiVersion": None}) == GroupVersionKind("", "", "")
    assert interpret(None) == GroupVersionKind("", "", "")
    with pytest.raises(DecodeError, match="cannot unmarshal bool into Go value of type struct"):
        interpret(True)


@pytest.mark.parametrize(
    ("found", "body", "text"),
    [
        (GroupVersionKind("g", "v1", "K"), b"", 'K in version "v1" cannot be handled as a Widget: why'),
        (GroupVersionKind("", "a\n\\", "K"), b"", 'K in version "a\\n\\\\" cannot be handled as a Widget: why'),
        (None, b"", "the object provided is unrecognized (must be of type Widget): why (<empty>)"),
        (None, b"{}", "the object provided is unrecognized (must be of type Widget): why ({})"),
        (None, b"ab", "the object provided is unrecognized (must be of type Widget): why (6162)"),
        (None, b"{" * 31, f"the object provided is unrecognized (must be of type Widget): why ({'{' * 30} ...)"),
    ],
)
def test_undecodable(found, body, text):
    assert undecodable_text("why", found, "Widget", body) == text


@pytest.mark.parametrize(
    ("media_type", "text"),
    [("", "couldn't get version/kind; json parse error: why"), ("application/yaml; charset=utf-8", "why")],
)
def test_unread(media_type, text):
    assert explain_unread("why", media_type) == text


def test_discovery(talk, make_version):
    scale = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas"}
    versions = [make_version("v1beta1", storage=False), make_version("v1", subresources={"status": {}, "scale": scale})]
    talk.define(versions=versions, shortNames=["wd"], categories=["all"])
    discovery = talk.registry.discovery()
    group = discovery.group("example.com")
    assert [each["version"] for each in group["versions"]] == ["v1", "v1beta1"]
    assert group["preferredVersion"]["version"] == "v1"
    resources = discovery.resources("example.com", "v1")["resources"]
    assert [each["name"] for each in resources] == ["widgets", "widgets/status", "widgets/scale"]
    assert resources[0]["shortNames"] == ["wd"]
    assert resources[2]["kind"] == "Scale"
    groups = [each["name"] for each in discovery.groups()["groups"]]
    assert groups == [*dict.fromkeys(row.group for row in CATALOG if row.group), "example.com"]
    assert discovery.group("nope") is None
    assert discovery.resources("", "v2") is None
    assert core_versions("a:1")["serverAddressByClientCIDRs"][0]["serverAddress"] == "a:1"


def owner(uid, **more):
    return {"apiVersion": "v1", "kind": "A", "name": "a", "uid": uid, **more}


@pytest.mark.parametrize(
    ("owners", "kept", "told"),
    [
        ([], [], ""),
        ([owner("1")], [owner("1")], ""),
        ([owner("1"), owner("2")], [owner("1"), owner("2")], ""),
        ([owner("1"), owner("2"), owner("1")], [owner("1"), owner("2")], "observed: 1"),
        ([owner("1"), owner("1", controller=True)], [owner("1"), owner("1", controller=True)], ""),
        ([owner("1"), dict(reversed(owner("1").items())), owner("1")], [owner("1")], "observed: 1, 1"),
        ([owner(str(each)) for each in range(20_000)], [owner(str(each)) for each in range(20_000)], ""),
    ],
    ids=["none", "one", "two", "doubled", "of one uid", "in another order", "very many"],
)
def test_owners_given_twice(owners, kept, told):
    metadata = {"ownerReferences": owners}
    warning = drop_double_owners(metadata)
    assert metadata["ownerReferences"] == kept
    assert warning.endswith(told) if told else warning == ""


def test_errors_of_namespaces_are_told_once(talk):
    namespaces = GroupVersionResource("", "v1", "namespaces")
    talk("create", namespaces, body={"metadata": {"name": "one"}})
    outcome = talk("patch", namespaces, "one", {"metadata": {"uid": "x"}}, media_type=MERGE_PATCH)
    assert [cause.message for cause in outcome.status.causes] == ['Invalid value: "x": field is immutable']
