"""Tests of JSON patch documents: types, strict errors, limits."""

import json

import pytest

from kapivara.codec import decode_json
from kapivara.codec.json.plain.source import read_source
from kapivara.patch import PatchDecodeError, PatchTooLargeError, read_json_patch
from kapivara.values import ABSENT


def read(text, *, strict=True):
    text = text.encode() if isinstance(text, str) else json.dumps(text).encode()
    return read_json_patch(decode_json(text), text, strict=strict)


@pytest.mark.parametrize(
    ("document", "strict", "message"),
    [
        pytest.param(
            {}, True, "json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp", id="object"
        ),
        pytest.param(
            {}, False, "json: cannot unmarshal object into Go value of type jsonpatch.Patch", id="object-ignore"
        ),
        pytest.param(
            '"x"', True, "json: cannot unmarshal string into Go value of type []handlers.jsonPatchOp", id="string"
        ),
        pytest.param(True, True, "json: cannot unmarshal bool into Go value of type []handlers.jsonPatchOp", id="bool"),
        pytest.param([5], True, "json: cannot unmarshal number into Go value of type handlers.jsonPatchOp", id="item"),
        pytest.param(
            [{}, None, 5, [], {"op": 5}, "x"],
            True,
            "json: cannot unmarshal number into Go value of type handlers.jsonPatchOp",
            id="first of several items",
        ),
        pytest.param(
            [[]], False, "json: cannot unmarshal array into Go value of type jsonpatch.Operation", id="item-ignore"
        ),
        pytest.param(
            [{"op": 5}],
            True,
            "json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string",
            id="op-type",
        ),
        pytest.param(
            [{"op": "move", "from": {}}],
            True,
            "json: cannot unmarshal object into Go struct field jsonPatchOp.from of type string",
            id="from-type",
        ),
    ],
)
def test_refused(document, strict, message):
    with pytest.raises(PatchDecodeError) as caught:
        read(document, strict=strict)
    assert caught.value.message == message


def test_null_is_an_empty_patch():
    assert read("null").operations == ()


def test_too_many_operations():
    with pytest.raises(PatchTooLargeError, match="maximum operations in a JSON patch is 10000, got 10001"):
        read([{}] * 10_001)


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        pytest.param('[{"op":"add","op":"add"}]', ['duplicate field "[0].op"'], id="twice"),
        pytest.param(
            '[{"zip":1,"value":1,"value":2},{"zap":{}}]',
            ['unknown field "[0].zip"', 'duplicate field "[0].value"', 'unknown field "[1].zap"'],
            id="in-the-order-of-the-text",
        ),
        pytest.param(
            '[{"value":[{"x":1,"x":{"y":1,"y":2}}]}]',
            ['duplicate field "[0].value[0].x"', 'duplicate field "[0].value[0].x.y"'],
            id="inside-values",
        ),
        pytest.param('[{"note":{"n":1,"n":2}}]', ['unknown field "[0].note"'], id="nobody-looks-into-unknown-fields"),
    ],
)
def test_strict_errors(text, errors):
    assert read(text).strict_errors == tuple(f"json patch {each}" for each in errors)


def test_every_one_of_two_fields_has_to_fit():
    with pytest.raises(PatchDecodeError, match=r"object into Go struct field jsonPatchOp\.path of type string"):
        read('[{"op":"add","path":{},"path":"/a"}]')


def test_ignore_notes_nothing():
    assert read('[{"zip":1,"zip":2}]', strict=False).strict_errors == ()


def test_wrong_types_count_as_missing_where_ignored():
    (operation,) = read([{"op": 5, "path": []}], strict=False).operations
    assert (operation.op, operation.path) == (None, None)


def test_values_as_they_are_spelled():
    text = b'[{"op":"add","value": {"b": 1.0, "a":1e2}}, {"value":null}, {}]'
    patch = read_json_patch(decode_json(text), text)
    first, second, third = patch.spelled(read_source(text))
    assert first.value.text == '{"b":1.0,"a":1e2}'
    assert second.value.text == "null"
    assert third.value is ABSENT
