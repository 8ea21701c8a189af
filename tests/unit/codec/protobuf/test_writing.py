"""Tests of writing messages of protocol buffers, byte for byte as the server's generated code."""

import pytest
from tests.unit.codec.protobuf.protobuf_fields import integer, span

from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.codec.typed.described import described

EMPTY_META = span(1) + span(2) + span(3) + span(4) + span(5) + span(6) + integer(7, 0) + span(8)
EMPTY_SCHEMA = b"".join(
    (
        *(span(1), span(2), span(4), span(5), span(6), span(7), integer(10, 0), integer(12, 0), span(15)),
        *(integer(18, 0), integer(37, 0), integer(39, 0), integer(40, 0)),
    )
)


@pytest.mark.parametrize(
    ("folder", "name", "value", "data"),
    [
        pytest.param("meta.v1", "ObjectMeta", {}, EMPTY_META, id="what is no pointer is written"),
        pytest.param(
            "apis.groups.core.v1",
            "Namespace",
            {},
            span(1, EMPTY_META) + span(2) + span(3, span(1)),
            id="empty structs, too",
        ),
        pytest.param("meta.v1", "DeleteOptions", {"kind": "DeleteOptions"}, b"", id="pointers are not"),
        pytest.param("meta.v1", "DeleteOptions", {"orphanDependents": False}, integer(3, 0), id="unless they are set"),
        pytest.param("meta.v1", "DeleteOptions", {"gracePeriodSeconds": -1}, integer(1, -1), id="negative"),
        pytest.param(
            "meta.v1", "Preconditions", {"uid": "", "resourceVersion": "5"}, span(1) + span(2, b"5"), id="empty text"
        ),
        pytest.param(
            "meta.v1",
            "LabelSelector",
            {"matchLabels": {"é": "2", "b": "", "a": "1"}, "matchExpressions": []},
            span(1, span(1, b"a"), span(2, b"1"))
            + span(1, span(1, b"b"), span(2))
            + span(1, span(1, "é".encode()), span(2, b"2")),
            id="maps by their keys",
        ),
        pytest.param(
            "apis.groups.core.v1",
            "SecretKeySelector",
            {"name": "n", "key": "k"},
            span(1, span(1, b"n")) + span(2, b"k"),
            id="embedded struct",
        ),
        pytest.param(
            "apis.groups.core.v1", "PodDNSConfig", {"nameservers": ["a", "b"]}, span(1, b"a") + span(1, b"b"), id="list"
        ),
        pytest.param(
            "apis.groups.core.v1",
            "ResourceRequirements",
            {"limits": {"cpu": "1"}},
            span(1, span(1, b"cpu"), span(2, span(1, b"1"))),
            id="quantity",
        ),
        pytest.param(
            "apis.groups.core.v1",
            "HTTPGetAction",
            {"port": 80},
            span(1) + span(2, integer(1, 0), integer(2, 80), span(3)) + span(3) + span(4),
            id="number or name",
        ),
        pytest.param(
            "apis.groups.core.v1",
            "HTTPGetAction",
            {"port": "http"},
            span(1) + span(2, integer(1, 1), integer(2, 0), span(3, b"http")) + span(3) + span(4),
            id="name or number",
        ),
        pytest.param(
            "apis.groups.coordination.v1",
            "LeaseSpec",
            {"acquireTime": "1970-01-01T00:00:05.000001Z"},
            span(3, integer(1, 5), integer(2, 1_000)),
            id="microseconds",
        ),
        pytest.param(
            "meta.v1",
            "ManagedFieldsEntry",
            {"time": "2001-09-09T01:46:40Z", "fieldsV1": {"b": {}, "a": {}}},
            span(1)
            + span(2)
            + span(3)
            + span(4, integer(1, 10**9), integer(2, 0))
            + span(6)
            + span(7, span(1, b'{"b":{},"a":{}}'))
            + span(8),
            id="time and raw JSON, in its order",
        ),
        pytest.param(
            "apis.groups.authentication.v1",
            "UserInfo",
            {"extra": {"k": ["a"], "l": []}},
            span(1) + span(2) + span(4, span(1, b"k"), span(2, span(1, b"a"))) + span(4, span(1, b"l"), span(2)),
            id="lists that are messages",
        ),
        pytest.param(
            "meta.v1",
            "APIResource",
            {"verbs": None},
            span(1) + integer(2, 0) + span(3) + span(6) + span(8) + span(9) + span(10),
            id="no list that is a message",
        ),
        pytest.param(
            "apis.groups.apiextensions.v1",
            "JSONSchemaProps",
            {"maximum": 1.5},
            EMPTY_SCHEMA.replace(integer(10, 0), b"\x49" + bytes.fromhex("000000000000f83f") + integer(10, 0)),
            id="float",
        ),
        pytest.param(
            "apis.groups.apiextensions.v1",
            "JSONSchemaProps",
            {"additionalProperties": {}, "items": {}, "additionalItems": False},
            EMPTY_SCHEMA.replace(
                integer(37, 0),
                span(24, span(1, EMPTY_SCHEMA))
                + span(30, integer(1, 1), span(2, EMPTY_SCHEMA))
                + span(33, integer(1, 0))
                + integer(37, 0),
            ),
            id="schemas or something else",
        ),
    ],
)
def test_values(folder, name, value, data):
    shape = described(folder).struct(name)
    assert write_message(value, shape) == data
    assert write_message(read_message(data, shape), shape) == data


@pytest.mark.parametrize(
    ("data", "written"),
    [({"k": ""}, span(2, span(1, b"k"), span(2))), ({"k": None}, span(2, span(1, b"k")))],
    ids=["empty", "null"],
)
def test_bytes_in_maps(data, written):
    secret = described("apis.groups.core.v1").struct("Secret")
    assert write_message({"data": data}, secret) == span(1, EMPTY_META) + written + span(3)


def test_deep_values_are_written():
    schema = described("apis.groups.apiextensions.v1").struct("JSONSchemaProps")
    value: dict[str, object] = {}
    for _ in range(9_000):
        value = {"not": value}
    data = write_message(value, schema)
    assert write_message(read_message(data, schema), schema) == data
