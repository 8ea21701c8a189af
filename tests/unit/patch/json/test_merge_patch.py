"""Tests of JSON merge patch: the table in RFC 7386, and the server's errors."""

import pytest

from kapivara.codec.json.plain.source import read_source
from kapivara.patch import PatchDecodeError, apply_merge_patch, check_merge_patch, to_text, to_value


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({"a": "foo"}, {"a": [None, {"b": None}]}, {"a": [None, {}]}),
        ({"a": {"x": 1}}, {"a": [{"b": None}]}, {"a": [{"b": None}]}),
        ({"a": 1}, ["c", {"d": None}], ["c", {}]),
        ({"a": None}, {"a": {"b": 1}}, {"a": {"b": 1}}),
    ],
)
def test_merges(target, patch, result):
    before = repr(target), repr(patch)
    assert to_value(apply_merge_patch(target, patch)) == result
    assert (repr(target), repr(patch)) == before


@pytest.mark.parametrize(
    ("patch", "strict", "message"),
    [
        (None, True, "Invalid JSON Patch"),
        (None, False, "Invalid JSON Patch"),
        (5, False, "Invalid JSON Patch"),
        ([], True, "json: cannot unmarshal array into Go value of type map[string]interface {}"),
        ("x", True, "json: cannot unmarshal string into Go value of type map[string]interface {}"),
    ],
)
def test_refused(patch, strict, message):
    with pytest.raises(PatchDecodeError) as caught:
        check_merge_patch(patch, strict=strict)
    assert caught.value.message == message


def test_lists_pass_where_ignored():
    check_merge_patch([1], strict=False)


@pytest.mark.parametrize(
    ("target", "patch", "text"),
    [
        pytest.param({"b": 1}, '{"c": 1.0, "a": 1e2}', '{"a":1e2,"b":1,"c":1.0}', id="literals"),
        pytest.param({}, '{"o":{"n":1,"m":null,"k":[{"b":1,"a":2}]}}', '{"o":{"k":[{"a":2,"b":1}],"n":1}}', id="new"),
        pytest.param({"o": {}}, '{"o":[{"b":1,"a":null,"b":2}]}', '{"o":[{"b":1,"a":null,"b":2}]}', id="over-object"),
        pytest.param({"o": 1}, '{"o":[{"b":1,"a":null,"b":2}]}', '{"o":[{"b":2}]}', id="over-a-scalar"),
        pytest.param({"o": {"z": {}}}, '{"o":{"y":{"b":1,"a":2}}}', '{"o":{"y":{"a":2,"b":1},"z":{}}}', id="inside"),
    ],
)
def test_spelling(target, patch, text):
    assert to_text(apply_merge_patch(target, read_source(patch.encode()))) == text
