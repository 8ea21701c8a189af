"""Tests that decode∘encode is the identity, and that the strict readers agree with others where strictness does not
matter.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara.codec import DecodeError, decode_json, decode_yaml, encode_json, read_documents
from kapivara.codec.json.plain.encoding import encode_exactly
from kapivara.codec.json.plain.places import json_places
from kapivara.codec.json.plain.scanner import scan_json
from kapivara.values import deep_equal

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
INTEGERS = st.integers(-(2**63), 2**63 - 1)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)


def _values(floats):
    return st.recursive(
        st.none() | st.booleans() | INTEGERS | floats | TEXTS,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
        max_leaves=20,
    )


VALUES = _values(FLOATS)
SETTLED_FLOATS = FLOATS.filter(lambda number: not number.is_integer() or abs(number) >= 2**63)
SETTLED_VALUES = _values(SETTLED_FLOATS)


@given(SETTLED_VALUES)
def test_decode_after_encode_is_identity(value):
    decoded = decode_json(encode_json(value))
    assert decoded.duplicates == ()
    assert deep_equal(decoded.value, value)


@given(VALUES)
def test_what_is_encoded_exactly_reads_back_the_same(value):
    encoded = encode_exactly(value)
    assert encoded in (None, encode_json(value))
    if encoded is not None:
        read = decode_json(encoded).value
        assert deep_equal(read, value)
        assert json.dumps(read, sort_keys=True) == json.dumps(value, sort_keys=True)


@given(FLOATS)
def test_whole_floats_come_back_as_integers(number):
    value = decode_json(encode_json([number])).value[0]
    assert float(value) == number
    assert type(value) is (int if number.is_integer() and abs(number) < 2**63 else float)


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_readers_agree_with_the_standard_library(value, indent, ascii_only):
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    expected = json.loads(data)
    assert deep_equal(decode_json(data).value, expected)
    assert deep_equal(scan_json(data).value, expected)
    assert decode_json(data).duplicates == scan_json(data).duplicates == ()


@given(st.lists(st.tuples(st.sampled_from("abc"), VALUES), max_size=5))
def test_both_readers_find_the_same_duplicates(pairs):
    fields = ",".join(f"{json.dumps(key)}:{json.dumps(value)}" for key, value in pairs)
    data = f"[{{{fields}}}]".encode()
    fast, exact = decode_json(data), scan_json(data)
    assert deep_equal(fast.value, exact.value)
    assert fast.duplicates == exact.duplicates
    assert len(fast.duplicates) == sum([key for key, _ in pairs].count(key) > 1 for key in {key for key, _ in pairs})


@given(VALUES)
def test_yaml_reads_json(value):
    text = json.dumps(value, ensure_ascii=True).encode()
    if b"\\ud" in text:
        return  # YAML has no surrogate pairs
    assert deep_equal(decode_yaml(text).value, decode_json(encode_json(value)).value)


@given(st.binary(max_size=40) | st.text('{}[]",:\\u0etrfalsn1.-+ \n&*<!|>?#%', max_size=40).map(str.encode))
def test_bad_input_ends_in_our_error_only(data):
    for read in (decode_json, scan_json, decode_yaml, lambda text: list(read_documents(text, "-"))):
        error = _error_of(read, data)
        assert error is None or (error.message and error.line >= 1 and error.column >= 1)


def _error_of(read, data):
    try:
        read(data)
    except DecodeError as error:
        return error
    return None


@given(st.text('{}[]",:\\u0etrfalsn1.-+ \n', max_size=30).map(str.encode))
def test_the_scanner_accepts_what_the_standard_library_does(data):
    try:
        expected = json.loads(data, parse_constant=lambda text: pytest.fail(text))
    except ValueError:
        with pytest.raises(DecodeError):
            decode_json(data)
    else:
        assert decode_json(data).value == scan_json(data).value == expected


@given(VALUES)
def test_every_field_has_a_place(value):
    data = json.dumps(value).encode()

    def compare(item, place):
        if isinstance(item, dict):
            assert item.keys() == place.children.keys()
            for key, inner in item.items():
                compare(inner, place.children[key])
        elif isinstance(item, list):
            for inner, inner_place in zip(item, place.children, strict=True):
                compare(inner, inner_place)
        else:
            assert place.children is None

    compare(value, json_places(data))
