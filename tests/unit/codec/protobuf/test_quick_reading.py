"""Tests that the quick reader of messages agrees with the exact one, or declines unusual input."""

import pytest
from tests.unit.codec.protobuf.protobuf_fields import integer, span

from kapivara.codec.protobuf import quick_reading
from kapivara.codec.protobuf.messages import message_of
from kapivara.codec.protobuf.quick_reading import read_quickly
from kapivara.codec.protobuf.reading import read_exactly
from kapivara.codec.typed.described import described
from kapivara.values.stack import deep_stack

NAMESPACE = message_of(described("apis.groups.core.v1").struct("Namespace"))
OBJECT_META = message_of(described("meta.v1").struct("ObjectMeta"))
SCHEMA = message_of(described("apis.groups.apiextensions.v1").struct("JSONSchemaProps"))


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch):
    monkeypatch.setattr(quick_reading, "_FEW", 0)


@pytest.mark.parametrize(
    ("message", "data"),
    [
        pytest.param(NAMESPACE, b"", id="nothing"),
        pytest.param(NAMESPACE, span(1, span(1, b"a"), span(2, b"")) + span(3, span(1, b"Active")), id="some fields"),
        pytest.param(OBJECT_META, span(1, b"x" * 300) + integer(7, 2**62), id="long numbers"),
        pytest.param(OBJECT_META, span(8, integer(1, 2_000_000_000), integer(2, 0)) + span(9), id="times"),
        pytest.param(
            OBJECT_META,
            span(11, span(1, b"a"), span(2, b"b")) + span(11, span(1, b"c"), span(2, b"")) + span(14, b"f") * 2,
            id="maps and lists",
        ),
        pytest.param(OBJECT_META, span(17, span(1, b"m"), span(7, span(1, b'{"f:a":{}}'))), id="tags of two bytes"),
        pytest.param(SCHEMA, span(5, b"object") + span(29, span(1, b"a"), span(2, span(5, b"string"))), id="schemas"),
    ],
)
def test_what_is_written_as_usual(message, data):
    assert read_quickly(data, message) == read_exactly(data, message)


@pytest.mark.parametrize(
    ("message", "data"),
    [
        pytest.param(OBJECT_META, span(2, b"a") + span(1, b"b"), id="another order"),
        pytest.param(OBJECT_META, span(1, b"a") * 2, id="twice"),
        pytest.param(OBJECT_META, span(30, b"a"), id="unknown"),
        pytest.param(OBJECT_META, b"\x8a\x00\x00", id="a longer tag"),
        pytest.param(OBJECT_META, integer(7, -1), id="negative"),
        pytest.param(OBJECT_META, span(1, b"\xff"), id="no UTF-8"),
        pytest.param(OBJECT_META, b"\x0a\x05ab", id="too short"),
        pytest.param(OBJECT_META, b"\x0a", id="no length"),
        pytest.param(NAMESPACE, b"\x0a\x03\x0a\x05ab\x12\x00", id="beyond its message"),
        pytest.param(OBJECT_META, span(11, span(2, b"b"), span(1, b"a")), id="value before its key"),
        pytest.param(OBJECT_META, span(11, span(1, b"a")), id="no value"),
        pytest.param(OBJECT_META, span(11, span(1, b"a"), span(2, b"b"), span(3)), id="unknown in an entry"),
        pytest.param(OBJECT_META, b"\x38\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", id="a number of ten bytes"),
        pytest.param(OBJECT_META, span(8, integer(1, 2**50)), id="a time that no text can tell"),
        pytest.param(SCHEMA, b"\x49" + bytes(8), id="float"),
        pytest.param(SCHEMA, span(8, span(1, b"{")), id="no JSON"),
    ],
)
def test_what_is_left_to_the_exact_reader(message, data):
    assert read_quickly(data, message) is None


def test_numbers_of_32_bits_are_left_to_the_exact_reader_where_they_have_more():
    port = message_of(described("apis.groups.core.v1").struct("ContainerPort"))
    data = span(1, b"") + integer(2, 0) + integer(3, 2**32 + 80)
    assert read_quickly(data, port) is None
    assert read_exactly(data, port)["containerPort"] == 80


def test_nesting_is_bounded():
    deep = b""
    for _ in range(10_001):
        deep = span(28, deep)
    with deep_stack():
        assert read_quickly(deep, SCHEMA) is None


def test_large_messages_are_counted_elsewhere():
    assert read_quickly(span(1, b"a" * (1 << 20)), OBJECT_META) is None


def test_the_first_few_messages_are_read_without_code_of_their_own(monkeypatch):
    monkeypatch.setattr(quick_reading, "_FEW", 2)
    reference = message_of(described("apis.groups.core.v1").struct("TypedObjectReference"))
    answers = [read_quickly(b"", reference) for _ in range(3)]
    assert answers == [None, None, {"apiGroup": None, "kind": "", "name": ""}]
