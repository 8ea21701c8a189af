"""Tests that a JSON text means the same read in pieces and read at once, with errors at the same place."""

import json

import orjson
from hypothesis import example, given
from hypothesis import strategies as st

from kapivara.codec import DecodeError
from kapivara.codec.json.large.duplicates import paths_in_pieces
from kapivara.codec.json.large.reader import find_fault, load_in_pieces
from kapivara.codec.json.plain.literals import mend_strings
from kapivara.codec.json.plain.scanner import scan_json

TEXTS = st.sampled_from(["", "a", ",", "[", "]}", '"', "\\", '\\",', "é,"])
VALUES = st.recursive(
    st.none() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=30,
)
PARTS = st.sampled_from(
    [*'"\\ua,', '"', "\\u0041", "\\ud83d", "\\uDE00", "\\\\", "\\n", "é", "😀", "\udce4", "\udcb8", "\udcff"]
)
TOKENS = st.sampled_from([*'{}[]",:\\1 ', '"a"', '"a":', "[]", "{}", "true", "\x00", "\udcff"])
SIZES = st.integers(1, 20)
KEYS = st.sampled_from(["a", "b", "c,", ""])


def _texts_of(inner):
    pairs = st.tuples(KEYS, inner).map(lambda pair: f'"{pair[0]}":{pair[1]}')
    return st.lists(inner, max_size=5).map(lambda items: f"[{','.join(items)}]") | st.lists(pairs, max_size=6).map(
        lambda members: f"{{{','.join(members)}}}"
    )


def _read_at_once(data):
    try:
        return json.dumps(orjson.loads(data))
    except ValueError:
        return None


def _read_in_pieces(data, size):
    try:
        return json.dumps(load_in_pieces(data, size))
    except ValueError:
        return None


@given(VALUES, SIZES, st.sampled_from([None, 1]))
@example({"a": [{"b": [1, 2]}, 3], "c": {"d": 4, "e": 5}}, 1, None)
def test_values(value, size, indent):
    data = json.dumps(value, indent=indent).encode()
    assert _read_in_pieces(data, size) == json.dumps(value)
    assert find_fault(data, max_depth=100, size=size) is None


@given(st.lists(TOKENS, max_size=30).map("".join), SIZES, st.sampled_from([1, 3, 2000]))
@example('{"a":1,"b":2,"a":[1,2]}', 12, 2000)  # a duplicate key with a second value that continues
@example('[1,"\udcff",2,]', 1, 2000)  # errors of orjson alone come first
@example("[1,]", 1, 2000)
@example("[,1]", 1, 2000)
@example("[1],[2]", 1, 2000)
@example('{"a":[1,2],"last":3}', 1, 2000)
def test_texts(text, size, max_depth):
    data = text.encode("utf-8", "surrogateescape")
    assert _read_in_pieces(data, size) == _read_at_once(data)
    fault = find_fault(data, max_depth=max_depth, size=size)
    try:
        scan_json(data, max_depth=max_depth)
    except DecodeError as error:
        expected = error if error.syntax else None
    else:
        expected = None
    assert str(fault) == str(expected)
    assert fault is None or (fault.line, fault.column) == (expected.line, expected.column)


@given(st.recursive(st.just("1"), _texts_of, max_leaves=25), SIZES)
@example('{"a":1,"b":{"c":[{"d":1,"d":2}],"c":3},"a":{"e":1,"e":2,"e":3}}', 4)
@example('[[{"a":[1,2]}],{"a":1,"b":2,"a":[1,{"x":1,"x":2}]}]', 3)
def test_duplicates(text, size):
    data = text.encode()
    assert tuple(dict.fromkeys(paths_in_pieces(data, size))) == scan_json(data).duplicates


@given(st.lists(PARTS, max_size=12).map("".join))
def test_mended_strings(text):
    data = b'["' + text.encode("utf-8", "surrogateescape") + b'"]'
    mended = mend_strings(data)
    try:
        expected = scan_json(data).value
    except DecodeError:
        assert _read_at_once(mended) is None
    else:
        assert orjson.loads(mended) == expected
