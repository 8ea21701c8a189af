"""Tests of objects, lists and events in protobuf; the expected bytes are those of a real server."""

import pytest
from tests.unit.codec.protobuf.protobuf_fields import span

from kapivara.apis.catalog.rows import CATALOG
from kapivara.codec import decode_json
from kapivara.codec.protobuf.objects import find_struct, watch_frame, write_list, write_object
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.values import copy_json

NOT_FOUND = {
    "kind": "Status",
    "apiVersion": "v1",
    "metadata": {},
    "status": "Failure",
    "message": 'widgets.example.com "ghost" not found',
    "reason": "NotFound",
    "details": {"name": "ghost", "group": "example.com", "kind": "widgets"},
    "code": 404,
}


@pytest.mark.parametrize(
    ("obj", "body"),
    [
        pytest.param(
            NOT_FOUND,
            b"k8s\x00\n\x0c\n\x02v1\x12\x06Status\x12h\n\x06\n\x00\x12\x00\x1a\x00\x12\x07Failure"
            b'\x1a%widgets.example.com "ghost" not found"\x08NotFound'
            b'*!\n\x05ghost\x12\x0bexample.com\x1a\x07widgets(\x002\x000\x94\x03\x1a\x00"\x00',
            id="Status",
        ),
        pytest.param(
            {"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []},
            b'k8s\x00\n\x0f\n\x00\x12\x0bAPIVersions\x12\x04\n\x02v1\x1a\x00"\x00',
            id="no version",
        ),
        pytest.param(
            {
                "apiVersion": "meta.k8s.io/v1beta1",
                "kind": "PartialObjectMetadataList",
                "metadata": {"resourceVersion": "83"},
                "items": [],
            },
            b"k8s\x00\n0\n\x13meta.k8s.io/v1beta1\x12\x19PartialObjectMetadataList\x12\n\x12\x08\n\x00\x12\x0283\x1a\x00"
            b'\x1a\x00"\x00',
            id="another order in v1beta1",
        ),
    ],
)
def test_objects(obj, body):
    assert write_object(obj) == body


def test_a_list_is_written_item_by_item():
    items = [{"metadata": {"name": name}, "spec": {}, "status": {"phase": "Active"}} for name in ("a", "b")]
    listed = {"apiVersion": "v1", "kind": "NamespaceList", "metadata": {"resourceVersion": "7"}}
    assert write_list(listed, iter(items)) == write_object({**listed, "items": items})
    assert write_list(listed, ()) == write_object({**listed, "items": None})


@pytest.mark.parametrize("row", CATALOG, ids=lambda row: row.kind)
def test_lists_of_all_kinds_have_metadata_and_items(row):
    for version in row.versions:
        types = described(folder_of_types(row.group, version))
        if "list" in row.verbs:
            fields = types.struct(f"{row.kind}List").tables.by_name
            assert (fields["metadata"].number, fields["items"].number) == (1, 2)


def test_events():
    status = {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": "Timeout: Too large resource version: 1988, current: 1842",
        "reason": "Timeout",
        "details": {
            "causes": [{"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}],
            "retryAfterSeconds": 1,
        },
        "code": 504,
    }
    assert watch_frame("ERROR", write_object(status)) == (
        b"\x00\x00\x00\xc2\n\x05ERROR\x12\xb8\x01\n\xb5\x01k8s\x00\n\x0c\n\x02v1\x12\x06Status\x12\x9c\x01"
        b"\n\x06\n\x00\x12\x00\x1a\x00\x12\x07Failure\x1a8Timeout: Too large resource version: 1988, current: 1842"
        b'"\x07Timeout*C\n\x00\x12\x00\x1a\x00"7\n\x17ResourceVersionTooLarge\x12\x1aToo large resource version'
        b'\x1a\x00(\x012\x000\xf8\x03\x1a\x00"\x00'
    )


@pytest.mark.parametrize(
    ("api_version", "kind", "folder"),
    [
        ("v1", "Namespace", "apis.groups.core.v1"),
        ("apps/v1", "Deployment", "apis.groups.apps.v1"),
        ("v1", "Status", "meta.v1"),
        ("apps/v1", "DeleteOptions", "meta.v1"),
        ("meta.k8s.io/v1", "PartialObjectMetadata", "meta.v1"),
        ("meta.k8s.io/v1beta1", "PartialObjectMetadata", "meta.v1"),
        ("meta.k8s.io/v1beta1", "PartialObjectMetadataList", "meta.v1beta1"),
        ("apidiscovery.k8s.io/v2", "APIGroupDiscoveryList", "apis.groups.apidiscovery.v2"),
    ],
)
def test_types_of_kinds(api_version, kind, folder):
    assert find_struct(api_version, kind) is described(folder).struct(kind)


@pytest.mark.parametrize(("api_version", "kind"), [("v1", "Widget"), ("example.com/v1", "Widget"), ("x/v1", "Pod")])
def test_kinds_that_are_not_built_in(api_version, kind):
    with pytest.raises(LookupError, match="is not built in"):
        find_struct(api_version, kind)


TYPE = {"apiVersion": "apps/v1", "kind": "ControllerRevision"}
CLAIM = b"""{"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "spec": {"devices": {"config": [
    {"opaque": {"driver": "a", "parameters": {"x": 1.0}}}, {"opaque": {"driver": "b", "parameters": {"y" : [ ]}}}]}}}"""


@pytest.mark.parametrize(
    ("data", "sent", "written"),
    [
        pytest.param({"a": 1}, b'{"data": {"a": 1}}', b'{"a": 1}', id="blanks"),
        pytest.param({"b": 1, "a": 2}, b'{"data":{"b":1, "a":2}}', b'{"b":1, "a":2}', id="order"),
        pytest.param({"a": 1.0}, b'{"data":{"a":1.00}}', b'{"a":1.00}', id="number"),
        pytest.param({"a": 2}, b'{"data": {"a": 1}}', b'{"a":2}', id="changed meanwhile"),
        pytest.param({"a": 1}, b"{}", b'{"a":1}', id="not sent"),
        pytest.param({"a": 1}, b'{"data": 5}', b'{"a":1}', id="something else sent"),
        pytest.param({"a": 1}, b"[]", b'{"a":1}', id="no object sent"),
        pytest.param({"a": 1}, b"", b'{"a":1}', id="nothing sent"),
    ],
)
def test_raw_values(data, sent, written):
    assert span(2, span(1, written)) in write_object({**TYPE, "data": data}, sent)


def test_raw_values_deep_within():
    obj = decode_json(CLAIM).value
    before = copy_json(obj)
    assert span(1, b'{"x": 1.0}') in write_object(obj, CLAIM)
    assert span(1, b'{"y" : [ ]}') in write_object(obj, CLAIM)
    assert obj == before, "the object is left alone"
    obj["spec"]["devices"]["config"].append({"opaque": {"driver": "c", "parameters": {"z": 1}}})
    assert span(1, b'{"y" : [ ]}') in write_object(obj, CLAIM)
    assert span(1, b'{"z":1}') in write_object(obj, CLAIM)


def test_kinds_without_any():
    namespace = {"apiVersion": "v1", "kind": "Namespace"}
    assert write_object(namespace, b"not looked at") == write_object(namespace)
