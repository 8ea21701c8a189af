"""Tests of typed decoding: normal forms, the server's errors for wrong types, strict errors in the order of the
document.
"""

import json

import pytest

from kapivara.codec import decode_json
from kapivara.codec.errors import DecodeError
from kapivara.codec.known_shapes import QUANTITY
from kapivara.codec.shapes import (
    BOOL,
    BYTES,
    FLOAT64,
    INT32,
    INT64,
    STRING,
    STRINGS,
    Custom,
    ListOf,
    MapOf,
    Struct,
    always,
    embed,
    optional,
    pointer,
)
from kapivara.codec.typed.decoding import decode_typed, in_key_order, read_nested, take_typed
from kapivara.codec.typed.described import described
from kapivara.codec.typed.reader import MismatchError
from kapivara.values import deep_equal
from kapivara.values.stack import MAX_DEPTH, deep_stack

META = described("meta.v1")
RULE = Struct("v1.Rule", (optional("apiGroups", STRINGS),))
PART = Struct("v1.Part", (always("name", STRING), pointer("size", INT64)))


def read_part(value):
    return read_nested(value, PART)


SPEC = Struct(
    "v1.WidgetSpec",
    (
        optional("text", STRING),
        always("mode", STRING.named("v1.Mode")),
        optional("flag", BOOL),
        pointer("count", INT32),
        optional("ratio", FLOAT64),
        optional("raw", BYTES),
        optional("tags", STRINGS),
        pointer("notes", STRINGS),
        optional("labels", MapOf(STRING)),
        optional("parts", ListOf(PART)),
        optional("partsByName", MapOf(PART)),
        pointer("part", PART),
        pointer("custom", Custom("v1.Part", read_part)),
        *embed(RULE),
    ),
)
WIDGET = Struct(
    "v1.Widget",
    (*embed(META.struct("TypeMeta")), optional("metadata", META.struct("ObjectMeta")), always("spec", SPEC)),
)


def decode_spec(spec, **options):
    return decode_typed({"spec": spec}, WIDGET, **options)


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        pytest.param({}, {"mode": ""}, id="fields printed even when empty are filled in"),
        pytest.param({"text": "", "flag": False, "tags": [], "labels": {}}, {"mode": ""}, id="empty ones are left out"),
        pytest.param({"text": None, "count": None, "part": None}, {"mode": ""}, id="nulls are dropped"),
        pytest.param({"count": 0, "part": {}}, {"mode": "", "count": 0, "part": {"name": ""}}, id="pointers keep zero"),
        pytest.param({"notes": []}, {"mode": "", "notes": []}, id="kept lists may be empty"),
        pytest.param({"tags": [None, "x"]}, {"mode": "", "tags": ["", "x"]}, id="null in a list of strings"),
        pytest.param({"labels": {"a": None}}, {"mode": "", "labels": {"a": ""}}, id="null in a map of strings"),
        pytest.param({"parts": [None]}, {"mode": "", "parts": [{"name": ""}]}, id="null in a list of structs"),
        pytest.param({"ratio": 2.0}, {"mode": "", "ratio": 2}, id="whole floats come back as integers"),
        pytest.param({"ratio": 0.5}, {"mode": "", "ratio": 0.5}, id="fractions stay"),
        pytest.param({"ratio": 2**63 - 1}, {"mode": "", "ratio": 9223372036854775807.0}, id="beyond int64 stays float"),
        pytest.param({"raw": "YWI="}, {"mode": "", "raw": "YWI="}, id="bytes"),
        pytest.param({"raw": "YW\nI="}, {"mode": "", "raw": "YWI="}, id="bytes without their line breaks"),
        pytest.param({"raw": [97, 98]}, {"mode": "", "raw": "YWI="}, id="bytes given as numbers"),
        pytest.param({"custom": {"name": "a"}}, {"mode": "", "custom": {"name": "a"}}, id="custom reader"),
    ],
)
def test_normal_form(given, normal):
    assert deep_equal(decode_spec(given).value["spec"], normal)


def test_the_given_value_is_left_alone():
    given = {"spec": {"text": "", "parts": [{"x": 1}]}}
    decode_typed(given, WIDGET)
    assert given == {"spec": {"text": "", "parts": [{"x": 1}]}}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        pytest.param({"text": 5}, "number into Go struct field WidgetSpec.spec.text of type string", id="number"),
        pytest.param({"text": True}, "bool into Go struct field WidgetSpec.spec.text of type string", id="bool"),
        pytest.param({"text": {}}, "object into Go struct field WidgetSpec.spec.text of type string", id="object"),
        pytest.param({"mode": []}, "array into Go struct field WidgetSpec.spec.mode of type v1.Mode", id="named type"),
        pytest.param({"flag": "x"}, "string into Go struct field WidgetSpec.spec.flag of type bool", id="string"),
        pytest.param({"count": 1.5}, "number 1.5 into Go struct field WidgetSpec.spec.count of type int32", id="1.5"),
        pytest.param(
            {"count": 2**31},
            "number 2147483648 into Go struct field WidgetSpec.spec.count of type int32",
            id="overflow",
        ),
        pytest.param({"ratio": "x"}, "string into Go struct field WidgetSpec.spec.ratio of type float64", id="float"),
        pytest.param({"raw": 1}, "number into Go struct field WidgetSpec.spec.raw of type []uint8", id="bytes"),
        pytest.param({"tags": "x"}, "string into Go struct field WidgetSpec.spec.tags of type []string", id="list"),
        pytest.param({"tags": [1]}, "number into Go struct field WidgetSpec.spec.tags of type string", id="list item"),
        pytest.param(
            {"labels": []}, "array into Go struct field WidgetSpec.spec.labels of type map[string]string", id="map"
        ),
        pytest.param(
            {"parts": {}}, "object into Go struct field WidgetSpec.spec.parts of type []v1.Part", id="structs"
        ),
        pytest.param({"parts": [3]}, "number into Go struct field WidgetSpec.spec.parts of type v1.Part", id="struct"),
        pytest.param(
            {"parts": [{"size": "x"}]}, "string into Go struct field Part.spec.parts.size of type int64", id="deep"
        ),
        pytest.param(
            {"partsByName": {"k": {"size": "x"}}},
            "string into Go struct field Part.spec.partsByName.size of type int64",
            id="keys of maps are not shown",
        ),
        pytest.param(
            {"apiGroups": "x"},
            "string into Go struct field WidgetSpec.spec.Rule.apiGroups of type []string",
            id="embedded structs are shown",
        ),
        pytest.param(
            {"custom": {"size": "x"}},
            "string into Go struct field WidgetSpec.spec.custom.size of type int64",
            id="inside a custom reader",
        ),
        pytest.param(
            {"text": 1, "flag": 1}, "number into Go struct field WidgetSpec.spec.text of type string", id="first"
        ),
        pytest.param(
            {"text": 1, "custom": {"size": []}},
            "array into Go struct field WidgetSpec.spec.custom.size of type int64",
            id="a custom reader's error outranks earlier ones",
        ),
        pytest.param(
            {"parts": [{}, 3, [], {}, "x"], "custom": {"size": []}},
            "array into Go struct field WidgetSpec.spec.custom.size of type int64",
            id="a custom reader's error outranks all items",
        ),
        pytest.param(
            {"parts": [{}, "x", 3, {"size": []}]},
            "string into Go struct field WidgetSpec.spec.parts of type v1.Part",
            id="first of several items",
        ),
    ],
)
def test_mismatch(spec, message):
    with pytest.raises(DecodeError) as error:
        decode_spec(spec)
    assert error.value.message == f"json: cannot unmarshal {message}"


def test_a_mismatch_at_the_root_names_no_field():
    with pytest.raises(DecodeError, match=r"^json: cannot unmarshal array into Go value of type v1\.ObjectMeta$"):
        decode_typed([], META.struct("ObjectMeta"))


@pytest.mark.parametrize(
    ("time", "message"),
    [
        (5, "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.deletionTimestamp of type string"),
        ("x", 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'),
    ],
)
def test_a_bad_time_of_metadata(time, message):
    with pytest.raises(DecodeError) as error:
        decode_typed({"metadata": {"deletionTimestamp": time}}, WIDGET)
    assert error.value.message == message


@pytest.mark.parametrize(
    ("literal", "shown"), [("2.0", "2.0"), ("1e3", "1e3"), ("9223372036854775808", "9223372036854775808")]
)
def test_numbers_are_quoted_from_the_source(literal, shown):
    source = b'{"spec":{"count":' + literal.encode() + b"}}"
    with pytest.raises(DecodeError, match=f"number {shown} into"):
        decode_typed({"spec": {"count": float(literal)}}, WIDGET, source=source)


def test_unknown_fields_have_full_paths_in_document_order():
    given = {
        "zeta": 1,
        "metadata": {"odd": 1},
        "spec": {"b": 1, "parts": [{"name": "x"}, {"c": {"deeper": 1}}], "partsByName": {"k": {"d": 1}}, "a": 1},
    }
    typed = decode_typed(given, WIDGET)
    assert typed.unknown == ("zeta", "metadata.odd", "spec.b", "spec.parts[1].c", "spec.partsByName.k.d", "spec.a")
    assert typed.strict[0] == 'unknown field "zeta"'


def test_custom_readers_are_not_strict():
    assert decode_spec({"custom": {"odd": 1}}).unknown == ()


def test_complaints_are_limited_and_never_repeated():
    typed = decode_typed({f"field{number}": 1 for number in range(200)}, WIDGET)
    assert len(typed.strict) == 100


def test_duplicates_stand_in_document_order_and_merge():
    source = (
        b'{"metadata":{"name":"a","omega":1,"name":"b"},"spec":{"labels":{"k":"v","k":"w"},"text":"t"},'
        b'"alpha":{"x":1,"x":2},"spec":{"flag":true,"labels":{"l":"m"},"text":null}}'
    )
    typed = decode_typed(json.loads(source), WIDGET, source=source, duplicates=("spec",))
    assert typed.strict == (
        'unknown field "metadata.omega"',
        'duplicate field "metadata.name"',
        'duplicate field "spec.labels.k"',
        'unknown field "alpha"',
        'duplicate field "spec"',
    )
    assert typed.value["metadata"] == {"name": "b"}
    assert typed.value["spec"] == {"mode": "", "labels": {"k": "w", "l": "m"}, "text": "t", "flag": True}


@pytest.mark.parametrize(
    ("spec", "normal"),
    [
        pytest.param(
            '{"parts":[{"name":"a","size":1},{"name":"b"}],"parts":[{"size":2}]}',
            {"parts": [{"name": "a", "size": 2}]},
            id="items of lists are written over",
        ),
        pytest.param(
            '{"partsByName":{"p":{"name":"a","size":1}},"partsByName":{"p":{"size":2}}}',
            {"partsByName": {"p": {"name": "", "size": 2}}},
            id="values of maps start afresh",
        ),
        pytest.param(
            '{"part":{"name":"a"},"part":{"size":2}}', {"part": {"name": "a", "size": 2}}, id="pointers are kept"
        ),
        pytest.param('{"part":{"name":"a"},"part":null}', {}, id="null empties pointers"),
        pytest.param('{"parts":[{}],"parts":null}', {}, id="null empties lists"),
        pytest.param(
            '{"custom":{"name":"a"},"custom":{"size":2}}', {"custom": {"name": "", "size": 2}}, id="own readers replace"
        ),
        pytest.param(
            '{"custom":{"name":"a","size":1,"name":"b"},"flag":true,"flag":null}',
            {"custom": {"name": "b", "size": 1}, "flag": True},
            id="null leaves scalars",
        ),
    ],
)
def test_how_duplicates_merge(spec, normal):
    source = f'{{"spec":{spec}}}'.encode()
    typed = decode_typed(json.loads(source), WIDGET, source=source, duplicates=("spec.x",))
    assert typed.value["spec"] == {"mode": "", **normal}


def test_a_mismatch_in_any_duplicate_counts():
    source = b'{"spec":{"custom":{"size":"x","size":1}}}'
    with pytest.raises(DecodeError, match=r"Go struct field WidgetSpec\.spec\.custom\.size of type int64"):
        decode_typed(json.loads(source), WIDGET, source=source, duplicates=("spec.custom.size",))


def test_what_is_as_deep_as_data_may_be_is_read():
    node = Struct("v1.Node", lambda: (pointer("next", node),))
    value = {}
    for _ in range(MAX_DEPTH):
        value = {"next": value}
    with deep_stack():
        assert deep_equal(decode_typed(value, node).value, value)


def test_duplicates_of_a_deep_document_are_told():
    node = Struct("v1.Node", lambda: (pointer("next", node), pointer("size", INT64)))
    levels = MAX_DEPTH - 1
    source = b'{"next":' * levels + b'{"size":1,"size":2}' + b"}" * levels
    decoded = decode_json(source)
    with deep_stack():
        typed = decode_typed(decoded.value, node, source=source, duplicates=decoded.duplicates)
    assert typed.strict == (f'duplicate field "{"next." * levels}size"',)


def test_key_order():
    assert list(in_key_order({"b": [{"d": 1, "c": 2}], "a": 1})) == ["a", "b"]
    assert list(in_key_order({"b": [{"d": 1, "c": 2}]})["b"][0]) == ["c", "d"]


def test_read_nested_raises_a_mismatch():
    with pytest.raises(MismatchError):
        read_nested({"size": "x"}, PART)


def test_duplicates_beside_numbers_of_thousands_of_digits():
    source = b'{"spec":{"replicas":1},"spec":{"other":' + b"9" * 300 + b',"more":-' + b"9" * 5000 + b"}}"
    typed = decode_typed({"spec": {}}, WIDGET, source=source, duplicates=("spec",))
    assert 'duplicate field "spec"' in typed.strict


@pytest.mark.parametrize(
    ("literal", "amount"),
    [
        pytest.param("9223372036854775808", "9223372036854775808", id="beyond int64"),
        pytest.param("18446744073709551617", "18446744073709551617", id="beyond every float"),
        pytest.param("0.5", "500m", id="a plain float"),
        pytest.param("9007199254740993.5", "9007199254740993500m", id="more digits than a float has"),
    ],
)
@pytest.mark.parametrize("read", [decode_typed, take_typed])
def test_quantities_are_read_as_they_are_spelled(read, literal, amount):
    shape = Struct("v1.Limits", (optional("limits", MapOf(QUANTITY)),))
    source = f'{{"limits": {{"a": 1, "b": {literal}}}}}'.encode()
    assert read(decode_json(source).value, shape, source=source).value == {"limits": {"a": "1", "b": amount}}
