"""Tests of JSON patch: every operation, the library's liberties, and errors."""

import pytest

from kapivara.codec import Decoded, decode_json
from kapivara.codec.json.plain.source import read_source
from kapivara.patch import PatchNotAppliedError, apply_json_patch, read_json_patch, to_text, to_value


def read(*operations):
    return read_json_patch(Decoded(list(operations)), strict=False).operations


def patched(target, *operations):
    return to_value(apply_json_patch(target, read(*operations)))


def test_leaves_the_target_alone():
    target = {"a": {"b": [1]}}
    assert patched(target, {"op": "add", "path": "/a/b/-", "value": 2}) == {"a": {"b": [1, 2]}}
    assert target == {"a": {"b": [1]}}


def test_values_are_not_shared_with_the_patch():
    steps = read({"op": "add", "path": "/a", "value": []}, {"op": "add", "path": "/a/-", "value": 1})
    assert [to_value(apply_json_patch({}, steps)) for _ in range(2)] == [{"a": [1]}] * 2


@pytest.mark.parametrize(
    ("target", "operation", "result"),
    [
        pytest.param({}, {"op": "add", "path": "/a", "value": 1}, {"a": 1}, id="add-member"),
        pytest.param({"a": 1}, {"op": "add", "path": "/a", "value": 2}, {"a": 2}, id="add-over"),
        pytest.param({}, {"op": "add", "path": "/a"}, {"a": None}, id="add-no-value"),
        pytest.param({}, {"op": "add", "path": "/", "value": 1}, {"": 1}, id="add-empty-key"),
        pytest.param({}, {"op": "add", "path": "junk/a", "value": 1}, {"a": 1}, id="before-first-slash"),
        pytest.param({"a": [1, 2]}, {"op": "add", "path": "/a/1", "value": 9}, {"a": [1, 9, 2]}, id="insert"),
        pytest.param({"a": [1, 2]}, {"op": "add", "path": "/a/-1", "value": 9}, {"a": [1, 2, 9]}, id="insert-negative"),
        pytest.param({"a": [1]}, {"op": "add", "path": "/a/01", "value": 9}, {"a": [1, 9]}, id="leading-zero"),
        pytest.param({}, {"op": "add", "path": "/q~01r~1s~0", "value": 1}, {"q~1r/s~": 1}, id="escapes"),
        pytest.param({"a": 1}, {"op": "remove", "path": "/a"}, {}, id="remove"),
        pytest.param({"a": None}, {"op": "remove", "path": "/a"}, {}, id="remove-null"),
        pytest.param({"a": [1, 2]}, {"op": "remove", "path": "/a/-1"}, {"a": [1]}, id="remove-last"),
        pytest.param({}, {"op": "replace", "path": "/a", "value": 1}, {"a": 1}, id="replace-missing-adds"),
        pytest.param({"a": [1]}, {"op": "replace", "path": "/a/0", "value": 2}, {"a": [2]}, id="replace-item"),
        pytest.param({"a": 1}, {"op": "replace", "path": "", "value": {"b": 2}}, {"b": 2}, id="replace-root"),
        pytest.param({"a": 1}, {"op": "move", "from": "/a", "path": "/b"}, {"b": 1}, id="move"),
        pytest.param(
            {"a": [1, 2, 3]}, {"op": "move", "from": "/a/0", "path": "/a/2"}, {"a": [2, 3, 1]}, id="move-item"
        ),
        pytest.param(
            {"a": {"x": 1}}, {"op": "copy", "from": "/a", "path": "/b"}, {"a": {"x": 1}, "b": {"x": 1}}, id="copy"
        ),
        pytest.param({}, {"op": "copy", "from": "/a", "path": "/b"}, {"b": None}, id="copy-missing"),
        pytest.param({"a": 1}, {"op": "test", "path": "/a", "value": 1}, {"a": 1}, id="test"),
        pytest.param({"a": 1}, {"op": "test", "path": "", "value": {"a": 1}}, {"a": 1}, id="test-root"),
        pytest.param({}, {"op": "test", "path": "/a", "value": None}, {}, id="test-missing-null"),
        pytest.param({}, {"op": "test", "path": "/a"}, {}, id="test-missing-no-value"),
    ],
)
def test_applies(target, operation, result):
    assert patched(target, operation) == result


@pytest.mark.parametrize(
    ("target", "operation"),
    [
        pytest.param({}, {"op": "add", "path": "", "value": {}}, id="add-root"),
        pytest.param({}, {"op": "add", "path": "/a/b", "value": 1}, id="add-no-parent"),
        pytest.param({"a": "s"}, {"op": "add", "path": "/a/b", "value": 1}, id="through-string"),
        pytest.param({"a": None}, {"op": "add", "path": "/a/b", "value": 1}, id="through-null"),
        pytest.param({"a": [1]}, {"op": "add", "path": "/a/5", "value": 1}, id="too-far"),
        pytest.param({"a": [1]}, {"op": "add", "path": "/a/x", "value": 1}, id="not-a-number"),
        pytest.param({"a": [1]}, {"op": "add", "path": "/a/1_0", "value": 1}, id="underscore"),
        pytest.param({"a": [1]}, {"op": "add", "path": "/a/" + "9" * 30, "value": 1}, id="huge-index"),
        pytest.param({}, {"op": "add", "value": 1}, id="no-path"),
        pytest.param({}, {"op": "remove", "path": "/a"}, id="remove-missing"),
        pytest.param({"a": []}, {"op": "remove", "path": "/a/0"}, id="remove-item-missing"),
        pytest.param({"a": 1}, {"op": "remove", "path": ""}, id="remove-root"),
        pytest.param({}, {"op": "replace", "path": "", "value": 5}, id="replace-root-scalar"),
        pytest.param({}, {"op": "replace", "path": ""}, id="replace-root-nothing"),
        pytest.param({"a": [1]}, {"op": "replace", "path": "/a/1", "value": 1}, id="replace-item-missing"),
        pytest.param({"a": 1}, {"op": "move", "path": "/b"}, id="move-no-from"),
        pytest.param({}, {"op": "move", "from": "/a", "path": "/b"}, id="move-missing"),
        pytest.param({"a": {}}, {"op": "move", "from": "/a", "path": "/a/b"}, id="move-into-itself"),
        pytest.param({}, {"op": "copy", "path": "/b"}, id="copy-no-from"),
        pytest.param({}, {"op": "copy", "from": "/x/a", "path": "/b"}, id="copy-no-parent"),
        pytest.param({"a": 1}, {"op": "test", "path": "/a", "value": 1.0}, id="test-float"),
        pytest.param({"a": 1}, {"op": "test", "path": "/a", "value": "1"}, id="test-type"),
        pytest.param({"a": 1}, {"op": "test", "path": "/a"}, id="test-no-value"),
        pytest.param({}, {"op": "ADD", "path": "/a", "value": 1}, id="upper-case"),
        pytest.param({}, {}, id="empty-operation"),
        pytest.param({}, None, id="null-operation"),
    ],
)
def test_does_not_fit(target, operation):
    with pytest.raises(PatchNotAppliedError):
        patched(target, operation)


def test_copies_are_bounded():
    doubling = [{"op": "copy", "from": "/a", "path": f"/a/{'x' * 3}{n}"} for n in range(40)]
    with pytest.raises(PatchNotAppliedError, match="exceeding the limit"):
        patched({"a": {"text": "y" * 1000}}, *doubling)


def test_empty_patch_changes_nothing():
    assert apply_json_patch({"a": 1}, ()) == {"a": 1}


@pytest.mark.parametrize(
    ("patch", "text"),
    [
        pytest.param('[{"op":"add","path":"/a","value":{"n":1.0,"m":1e2,"k":1,"n":2}}]',
                     '{"a":{"n":1.0,"m":1e2,"k":1,"n":2},"o":{"x":1}}', id="values-as-they-are"),
        pytest.param('[{"op":"add","path":"/a","value":{"n":1.0,"m":{"z":1,"b":2}}},{"op":"add","path":"/a/k","value":1}]',
                     '{"a":{"k":1,"m":{"z":1,"b":2},"n":1.0},"o":{"x":1}}', id="sorted-where-looked-into"),
        pytest.param('[{"op":"add","path":"/a","value":{"n":1,"m":[{"z":1,"b":2}]}},'
                     '{"op":"test","path":"/a","value":{"m":[{"b":2,"z":1}],"n":1}}]',
                     '{"a":{"m":[{"b":2,"z":1}],"n":1},"o":{"x":1}}', id="sorted-where-compared"),
        pytest.param('[{"op":"copy","from":"/o","path":"/o/y"}]', '{"o":{"x":1,"y":{"x":1}}}', id="copied"),
        pytest.param('[{"op":"replace","path":"","value":{"b":1,"a":{"d":1,"c":2}}}]', '{"a":{"d":1,"c":2},"b":1}',
                     id="root"),
    ],
)  # fmt: skip
def test_spelling(patch, text):
    decoded = decode_json(patch.encode())
    steps = read_json_patch(decoded, patch.encode()).spelled(read_source(patch.encode()))
    assert to_text(apply_json_patch({"o": {"x": 1}}, steps)) == text


def test_spelling_decides_a_comparison():
    patch = b'[{"op":"test","path":"/a","value":1.0}]'
    steps = read_json_patch(decode_json(patch), patch).spelled(read_source(patch))
    with pytest.raises(PatchNotAppliedError):
        apply_json_patch({"a": 1}, steps)
