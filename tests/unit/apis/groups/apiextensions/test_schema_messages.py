"""Tests of the protocol buffer messages of schema types that accept several JSON types."""

import pytest
from tests.unit.codec.protobuf.protobuf_fields import integer, span

from kapivara.apis.groups.apiextensions import schema_messages
from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.codec.typed.described import described

TYPES = described("apis.groups.apiextensions.v1")
SCHEMA = TYPES.struct("JSONSchemaProps")


@pytest.mark.parametrize(
    ("make", "value"),
    [
        ("any_json", {"b": [1, None], "a": "x"}),
        ("any_json", None),
        ("any_json", 0),
        ("schema_or_bool", True),
        ("schema_or_bool", False),
        ("schema_or_bool", {"type": "string"}),
        ("schema_or_bool", {}),
        ("schema_or_array", {"type": "string"}),
        ("schema_or_array", [{"type": "string"}, {}]),
        ("schema_or_strings", {"type": "string"}),
        ("schema_or_strings", ["a", "b"]),
    ],
)
@pytest.mark.parametrize("version", ["v1", "v1beta1"])
def test_what_is_packed_is_unpacked(make, value, version):
    own = getattr(schema_messages, make)(described(f"apis.groups.apiextensions.{version}"))
    packed = own.pack(value)
    message = b"" if packed is None else write_message(packed, own.fields)
    assert own.unpack(read_message(message, own.fields)) == value


@pytest.mark.parametrize(
    ("data", "value"),
    [
        pytest.param(span(24, span(1, span(5, b"a")), span(2, span(5, b"b"))), {"items": [{"type": "b"}]}, id="both"),
        pytest.param(span(24), {"items": None}, id="neither"),
        pytest.param(span(30, integer(1, 0), span(2)), {"additionalProperties": {}}, id="a schema that is not allowed"),
        pytest.param(
            span(30, integer(1, 1)) + span(30, span(2)), {"additionalProperties": {}}, id="one behind the other"
        ),
    ],
)
def test_what_no_json_becomes(data, value):
    wanted = {name: item for name, item in value.items() if item is not None}
    assert read_message(data, SCHEMA) == wanted
