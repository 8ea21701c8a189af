"""JSON patch documents: types, strict errors, limits."""

import pytest

from kapivara.patch import PatchDecodeError, PatchTooLargeError, read_json_patch


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
            "x", True, "json: cannot unmarshal string into Go value of type []handlers.jsonPatchOp", id="string"
        ),
        pytest.param(True, True, "json: cannot unmarshal bool into Go value of type []handlers.jsonPatchOp", id="bool"),
        pytest.param([5], True, "json: cannot unmarshal number into Go value of type handlers.jsonPatchOp", id="item"),
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
        read_json_patch(document, strict=strict)
    assert caught.value.message == message


def test_null_is_an_empty_patch():
    assert read_json_patch(None).operations == ()


def test_too_many_operations():
    with pytest.raises(PatchTooLargeError, match="maximum operations in a JSON patch is 10000, got 10001"):
        read_json_patch([{}] * 10_001)


def test_strict_errors_by_operation():
    document = [{"op": "add", "path": "/a", "value": {"x": 1}, "note": {"n": 1}}, {"zip": 1}]
    patch = read_json_patch(document, ("[0].op", "[0].value.x", "[0].note.n", "[1].zip"))
    assert patch.strict_errors == (
        'json patch duplicate field "[0].op"',
        'json patch duplicate field "[0].value.x"',
        'json patch unknown field "[0].note"',
        'json patch unknown field "[1].zip"',
    )
    assert patch.doubled == ((0, ".x"),)


def test_ignore_notes_nothing():
    assert read_json_patch([{"zip": 1}], ("[0].zip",), strict=False).strict_errors == ()


def test_wrong_types_count_as_missing_where_ignored():
    (operation,) = read_json_patch([{"op": 5, "path": []}], strict=False).operations
    assert (operation.op, operation.path) == (None, None)
