"""Tests of reading messages of protocol buffers: the normal form, merged fields, and the server's errors."""

import struct

import pytest
from tests.unit.codec.protobuf.protobuf_fields import integer, span

from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.protobuf import reading
from kapivara.codec.protobuf.messages import message_of
from kapivara.codec.protobuf.reading import read_exactly, read_message
from kapivara.codec.typed.described import described

CORE, META = described("apis.groups.core.v1"), described("meta.v1")
NAMESPACE = CORE.struct("Namespace")
OBJECT_META = META.struct("ObjectMeta")
SCHEMA = described("apis.groups.apiextensions.v1").struct("JSONSchemaProps")


def of_meta(*fields):
    return read_message(b"".join(fields), OBJECT_META)


@pytest.mark.parametrize(
    ("data", "obj"),
    [
        pytest.param(b"", {"metadata": {}, "spec": {}, "status": {}}, id="what is always printed"),
        pytest.param(
            span(1, span(1, b"a"), span(2, b""), span(5, b"u"), integer(7, 3)),
            {"metadata": {"name": "a", "uid": "u", "generation": 3}, "spec": {}, "status": {}},
            id="empty fields are left out",
        ),
        pytest.param(
            span(2, span(1, b"f"), span(1, b"")) + span(3, span(1, b"Active")),
            {"metadata": {}, "spec": {"finalizers": ["f", ""]}, "status": {"phase": "Active"}},
            id="lists",
        ),
        pytest.param(
            span(3, span(2, span(1, b"T"), span(2, b"True"), span(4, integer(1, 5)))),
            {
                "metadata": {},
                "spec": {},
                "status": {
                    "conditions": [{"type": "T", "status": "True", "lastTransitionTime": "1970-01-01T00:00:05Z"}]
                },
            },
            id="structs in lists",
        ),
    ],
)
def test_structs(data, obj):
    assert read_message(data, NAMESPACE) == obj


@pytest.mark.parametrize(
    ("folder", "name", "data", "value"),
    [
        pytest.param("apis.groups.core.v1", "SecretReference", span(2, "é".encode()), {"namespace": "é"}, id="text"),
        pytest.param(
            "apis.groups.core.v1", "SecretReference", span(2, b"\xff\xe2\x82x"), {"namespace": "���x"}, id="no UTF-8"
        ),
        pytest.param(
            "apis.groups.core.v1",
            "Secret",
            span(2, span(1, b"k"), span(2, b"\x00v")),
            {"data": {"k": "AHY="}},
            id="bytes",
        ),
        pytest.param(
            "apis.groups.core.v1", "Secret", span(2, span(1, b"k")), {"data": {"k": ""}}, id="no bytes in a map"
        ),
        pytest.param(
            "apis.groups.core.v1", "Secret", integer(5, 0), {"immutable": False}, id="pointer to an empty value"
        ),
        pytest.param("apis.groups.core.v1", "Secret", integer(5, 2), {"immutable": True}, id="any number is true"),
        pytest.param("apis.groups.core.v1", "Toleration", integer(5, -5), {"tolerationSeconds": -5}, id="negative"),
        pytest.param(
            "apis.groups.core.v1",
            "ContainerPort",
            integer(3, 2**32 + 80),
            {"containerPort": 80},
            id="more bits than it has",
        ),
        pytest.param(
            "apis.groups.core.v1",
            "PodSecurityContext",
            integer(4, 1) + integer(4, 300),
            {"supplementalGroups": [1, 300]},
            id="numbers",
        ),
        pytest.param(
            "apis.groups.core.v1",
            "PodSecurityContext",
            span(4, b"\x01\xac\x02"),
            {"supplementalGroups": [1, 300]},
            id="numbers, packed",
        ),
        pytest.param(
            "apis.groups.core.v1",
            "SecretKeySelector",
            span(1, span(1, b"n")) + span(2, b"k"),
            {"name": "n", "key": "k"},
            id="embedded struct",
        ),
        pytest.param("apis.groups.core.v1", "SecretKeySelector", b"", {"key": ""}, id="no embedded struct"),
        pytest.param(
            "apis.groups.authentication.v1",
            "UserInfo",
            span(4, span(1, b"k"), span(2, span(1, b"a"), span(1, b"b"))),
            {"extra": {"k": ["a", "b"]}},
            id="lists that are messages",
        ),
        pytest.param(
            "apis.groups.authentication.v1", "UserInfo", span(4, span(1, b"k")), {"extra": {"k": []}}, id="empty one"
        ),
        pytest.param(
            "apis.groups.apiextensions.v1",
            "JSONSchemaProps",
            b"\x49" + struct.pack("<d", 1.5),
            {"maximum": 1.5},
            id="float",
        ),
        pytest.param(
            "apis.groups.apiextensions.v1",
            "JSONSchemaProps",
            b"\x49" + struct.pack("<d", 2.0),
            {"maximum": 2},
            id="whole float",
        ),
    ],
)
def test_values(folder, name, data, value):
    shape = described(folder).struct(name)
    assert {**read_message(b"", shape), **value} == read_message(data, shape)


@pytest.mark.parametrize(
    ("shape", "data", "value"),
    [
        pytest.param(OBJECT_META, span(8), {}, id="no time"),
        pytest.param(OBJECT_META, span(8, integer(1, 0)), {"creationTimestamp": "1970-01-01T00:00:00Z"}, id="1970"),
        pytest.param(OBJECT_META, span(8, integer(1, -62_135_596_800)), {}, id="the zero time"),
        pytest.param(
            OBJECT_META, span(8, integer(2, 5)), {"creationTimestamp": "1970-01-01T00:00:00Z"}, id="nanoseconds"
        ),
        pytest.param(OBJECT_META, span(9), {}, id="pointer to no time"),
        pytest.param(
            OBJECT_META,
            span(17, span(7, span(1, b'{"f:a":{}}'))),
            {"managedFields": [{"fieldsV1": {"f:a": {}}}]},
            id="fields",
        ),
        pytest.param(OBJECT_META, span(17, span(7, span(1, b"{"))), {"managedFields": [{}]}, id="no fields"),
        pytest.param(
            CORE.struct("ResourceRequirements"),
            span(1, span(1, b"cpu"), span(2, span(1, b"1000m"))) + span(1, span(1, b"x")),
            {"limits": {"cpu": "1", "x": "0"}},
            id="quantities",
        ),
        pytest.param(
            CORE.struct("HTTPGetAction"),
            span(2, integer(1, 1), integer(2, 0), span(3, b"http")),
            {"port": "http"},
            id="name",
        ),
        pytest.param(CORE.struct("HTTPGetAction"), span(2, integer(2, 80), span(3, b"x")), {"port": 80}, id="number"),
        pytest.param(CORE.struct("HTTPGetAction"), span(2), {"port": 0}, id="neither"),
        pytest.param(
            described("apis.groups.coordination.v1").struct("LeaseSpec"),
            span(3, integer(1, 5), integer(2, 1_999)),
            {"acquireTime": "1970-01-01T00:00:05.000001Z"},
            id="microseconds",
        ),
        pytest.param(
            described("apis.groups.coordination.v1").struct("LeaseSpec"),
            span(3, integer(1, 5), integer(2, -1_000)),
            {"acquireTime": "1970-01-01T00:00:04.999999Z"},
            id="negative microseconds",
        ),
        pytest.param(
            described("apis.groups.apps.v1").struct("ControllerRevision"),
            span(2, span(1, b'{"b": [1, 2.0], "a":null}')),
            {"data": {"b": [1, 2.0], "a": None}},
            id="raw JSON",
        ),
        pytest.param(SCHEMA, span(30, integer(1, 1)), {"additionalProperties": True}, id="allowed"),
        pytest.param(SCHEMA, span(30), {"additionalProperties": False}, id="not allowed"),
        pytest.param(
            SCHEMA,
            span(30, integer(1, 1), span(2, span(5, b"string"))),
            {"additionalProperties": {"type": "string"}},
            id="schema",
        ),
        pytest.param(SCHEMA, span(24, span(1, span(5, b"string"))), {"items": {"type": "string"}}, id="items"),
        pytest.param(
            SCHEMA, span(24, span(2, span(5, b"string"))), {"items": [{"type": "string"}]}, id="list of items"
        ),
        pytest.param(
            SCHEMA, span(32, span(1, b"a"), span(2, span(2, b"b"))), {"dependencies": {"a": ["b"]}}, id="dependencies"
        ),
        pytest.param(SCHEMA, span(8, span(1, b"[1]")), {"default": [1]}, id="default"),
        pytest.param(SCHEMA, span(8), {}, id="null default"),
    ],
)
def test_types_that_read_their_json_themselves(shape, data, value):
    assert {**read_message(b"", shape), **value} == read_message(data, shape)


@pytest.mark.parametrize(
    ("fields", "obj"),
    [
        pytest.param((span(1, b"a"), span(1, b"b")), {"name": "b"}, id="the last text counts"),
        pytest.param((span(1, b"a"), span(1, b"")), {}, id="an empty one, too"),
        pytest.param(
            (span(11, span(1, b"k"), span(2, b"a")), span(11, span(1, b"k"))), {"labels": {"k": ""}}, id="maps"
        ),
        pytest.param((span(8, integer(1, 5)), span(8)), {}, id="times begin anew"),
    ],
)
def test_fields_that_are_given_twice(fields, obj):
    assert of_meta(*fields) == obj


def test_structs_that_are_given_twice_are_merged():
    spec, status = span(2, span(1, b"a")), span(3, span(1, b"Active"))
    merged = read_message(spec + status + span(2, span(1, b"b")) + span(3, span(2)), NAMESPACE)
    assert merged["spec"] == {"finalizers": ["a", "b"]}
    assert merged["status"]["phase"] == "Active"
    pod = read_message(span(2) + span(2, span(2, span(1, b"late"))), CORE.struct("Pod"))  # no containers, then one
    assert [each["name"] for each in pod["spec"]["containers"]] == ["late"]
    port = span(2, integer(1, 1), span(3, b"http"))
    assert read_message(port + span(2, integer(2, 5)), CORE.struct("HTTPGetAction"))["port"] == "http"


@pytest.mark.parametrize(
    "unknown",
    [integer(30, 1), span(30, b"abc"), b"\xf1\x01" + bytes(8), b"\xf5\x01" + bytes(4), b"\xf3\x01\x08\x01\xf4\x01"],
    ids=["number", "bytes", "eight bytes", "four bytes", "group"],
)
def test_unknown_fields_are_skipped(unknown):
    assert of_meta(unknown, span(1, b"a"), unknown) == {"name": "a"}
    assert of_meta(span(11, unknown, span(1, b"k"), unknown)) == {"labels": {"k": ""}}


def test_entries_of_maps_are_read_however_they_are_written():
    assert of_meta(span(11, b"\x08\x01a", b"\x10\x01b")) == {"labels": {"a": "b"}}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"\x0a", "unexpected EOF", id="no length"),
        pytest.param(b"\x0a\x05ab", "unexpected EOF", id="too short"),
        pytest.param(span(1, b"\x0a\x05ab"), "unexpected EOF", id="too short within"),
        pytest.param(span(1, b"\x38"), "unexpected EOF", id="no number"),
        pytest.param(span(1, b"\x38\x80") + b"\x01", "unexpected EOF", id="number beyond its message"),
        pytest.param(span(1, b"\x0a") + b"\x00", "unexpected EOF", id="length beyond its message"),
        pytest.param(b"\x0c", "proto: Namespace: wiretype end group for non-group", id="end of group"),
        pytest.param(span(1, b"\x0c"), "proto: ObjectMeta: wiretype end group for non-group", id="end of group within"),
        pytest.param(b"\x02\x00", "proto: Namespace: illegal tag 0 (wire type 2)", id="number 0"),
        pytest.param(
            b"\xff" * 9 + b"\x01", "proto: Namespace: illegal tag -1 (wire type 18446744073709551615)", id="number -1"
        ),
        pytest.param(b"\xff" * 11, "proto: integer overflow", id="tag too long"),
        pytest.param(b"\x08\x01", "proto: wrong wireType = 0 for field ObjectMeta", id="number for a struct"),
        pytest.param(span(1, b"\x3a\x00"), "proto: wrong wireType = 2 for field Generation", id="text for a number"),
        pytest.param(span(1, b"\x29" + bytes(8)), "proto: wrong wireType = 1 for field UID", id="float for a text"),
        pytest.param(b"\x0b\x0c", "proto: wrong wireType = 3 for field ObjectMeta", id="group for a struct"),
        pytest.param(b"\x0e", "proto: wrong wireType = 6 for field ObjectMeta", id="no wire type"),
        pytest.param(b"\xfe\x01", "proto: illegal wireType 6", id="no wire type, unknown"),
        pytest.param(b"\xfd\x01\x00", "unexpected EOF", id="unknown field too short"),
        pytest.param(b"\x0a" + b"\xff" * 9 + b"\x01", "proto: negative length found during unmarshaling", id="length"),
        pytest.param(span(1, span(8, b"\x0a\x00")), "proto: wrong wireType = 2 for field Seconds", id="time"),
        pytest.param(
            span(1, span(8, b"\x0c")), "proto: Timestamp: wiretype end group for non-group", id="name of a time"
        ),
        pytest.param(span(1, span(11, b"\x0a\x05ab")), "unexpected EOF", id="key"),
        pytest.param(span(1, span(11, b"\x1c")), "proto: unexpected end of group", id="end of group in an entry"),
        pytest.param(span(1, span(17, span(7, b"\x08\x01"))), "proto: wrong wireType = 0 for field Raw", id="raw"),
    ],
)
def test_what_is_wrong(data, message):
    with pytest.raises(DecodeError) as refused:
        read_message(data, NAMESPACE)
    assert refused.value.message == message


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        pytest.param(
            "ResourceRequirements",
            span(1, span(2, span(1, b"x"))),
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
            id="quantity",
        ),
        pytest.param(
            "ResourceRequirements",
            span(1, span(2, b"\x08\x01")),
            "proto: wrong wireType = 0 for field String_",
            id="number",
        ),
        pytest.param(
            "HTTPGetAction", span(2, integer(1, 2)), "impossible IntOrString.Type", id="neither number nor name"
        ),
        pytest.param(
            "PodSecurityContext",
            b"\x21" + bytes(8),
            "proto: wrong wireType = 1 for field SupplementalGroups",
            id="list",
        ),
    ],
)
def test_values_that_are_none(name, data, message):
    with pytest.raises(DecodeError) as refused:
        read_message(data, CORE.struct(name))
    assert refused.value.message == message


def test_raw_json_is_looked_at_last():
    bad_default, bad_wire = span(8, span(1, b"{")), b"\x0c"
    with pytest.raises(DecodeError, match="unexpected end of JSON input"):
        read_message(bad_default, SCHEMA)
    with pytest.raises(DecodeError, match="wiretype end group"):
        read_message(bad_default + bad_wire, SCHEMA)


@pytest.mark.parametrize(("number", "word"), [(float("nan"), "NaN"), (float("inf"), "+Inf"), (float("-inf"), "-Inf")])
def test_numbers_that_json_has_not(number, word):
    with pytest.raises(DecodeError, match=f"json: unsupported value: [{word[0]}]{word[1:]}"):
        read_message(b"\x49" + struct.pack("<d", number), SCHEMA)


def test_times_that_no_text_can_tell():
    with pytest.raises(CannotError, match="kapivara cannot read times"):
        of_meta(span(8, integer(1, 2**50)))


def test_nesting_is_bounded():
    deep = b""
    for _ in range(9_000):
        deep = span(28, deep)
    assert read_message(deep, SCHEMA)["not"]["not"] is not None
    for _ in range(1_001):
        deep = span(28, deep)
    for _ in range(6):
        with pytest.raises(CannotError, match="nest deeper than 10,000 levels"):
            read_message(deep, SCHEMA)


@pytest.mark.parametrize(
    ("bound", "data"),
    [
        ("MOST_FIELDS", span(1, b"a") * 11),
        ("MOST_FIELDS", span(11) * 5),
        ("MOST_FIELDS", span(8) * 3),
        ("MOST_MESSAGES", span(13) * 11),
    ],
    ids=["fields", "entries", "times", "messages"],
)
def test_parts_are_counted(bound, data, monkeypatch):
    monkeypatch.setattr(reading, bound, 10)
    with pytest.raises(CannotError, match="kapivara cannot read protocol buffers of so many parts"):
        read_exactly(data, message_of(OBJECT_META))
