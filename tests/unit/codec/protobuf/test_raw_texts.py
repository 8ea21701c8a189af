"""Tests of raw values in protocol buffers: they keep the spelling of the sent JSON while their value is unchanged."""

import pytest
from tests.unit.codec.protobuf.protobuf_fields import span

from kapivara.codec import decode_json
from kapivara.codec.protobuf.objects import write_object
from kapivara.values import copy_json

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
