"""Tests that JSON in place of YAML means the same to the JSON reader and to the YAML reader."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kapivara.codec import DecodeError
from kapivara.codec.yaml.exact.nodes import read_nodes
from kapivara.codec.yaml.exact.values import decode_node
from kapivara.codec.yaml.reader import read_plain_json

WORDS = (
    "y",
    "on",
    "null",
    "~",
    "1e3",
    "0o7",
    "08",
    "=",
    "<<",
    "2001-01-01",
    "- a",
    "a: b",
    "# c",
    "%",
    "...",
    "---",
    "&a",
    "*a",
)
TEXTS = st.sampled_from(WORDS) | st.text(max_size=6) | st.text("\\\"/' \t\n{}[]:,#é\x7f\x85\ufeff\u2028", max_size=6)
NUMBERS = st.integers(-(2**70), 2**70) | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=4)
SEPARATORS = st.sampled_from([(",", ":"), (", ", ": "), (" ,", " :"), (",\n", ":\n")])


def _agree(data):
    """Compares the quick reader with the exact one; returns whether the quick one accepted the text."""
    quick = read_plain_json(data)
    if quick is None:
        return False
    exact = decode_node(next(read_nodes(data, 450_000)))
    assert json.dumps(quick.value) == json.dumps(exact.value)
    assert quick == exact
    return True


@given(OBJECTS, SEPARATORS, st.sampled_from([None, 0, 2]), st.booleans())
@example({"a": {"b": [1, -2, True, None, 'c\\"\n']}}, (",", ":"), None, True)
def test_values(value, separators, indent, ascii_only):
    _agree(json.dumps(value, separators=separators, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "replace"))


@given(st.text('{}[]",:\\ut0123e.-+ \n&*<!|>?#%afbn', max_size=30))
def test_texts(text):
    data = f"{{{text}}}".encode()
    try:
        _agree(data)
    except DecodeError as error:
        pytest.fail(f"only the exact reader refuses it: {error}")


@pytest.mark.parametrize("length", [10, 999, 1000, 1023, 1024, 1100])
def test_long_keys(length):
    data = json.dumps({"a" * length: 1, "b": "c" * 5000}).encode()
    assert _agree(data) == (length < 1000)


def test_most_bodies_are_read_so():
    body = {
        "apiVersion": "v1",
        "kind": "A",
        "metadata": {"name": "a", "labels": {"b": "c d"}},
        "spec": {"n": [1, {"x": ""}]},
    }
    for indent in (None, 2):
        assert _agree(json.dumps(body, indent=indent).encode() + b"\n")
    assert not _agree(b'{"a":1,"a":2}')
    assert not _agree(b'{"a":1.0}')
