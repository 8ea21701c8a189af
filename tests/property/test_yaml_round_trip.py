"""Tests that YAML output reads back unchanged with our own reader: every string, key and object."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kapivara.codec import decode_yaml
from kapivara.server.responses import yaml_text
from kapivara.server.responses.yaml_text import to_yaml
from kapivara.values import deep_equal

_ODD = (
    *"yYnN0123456789eEoxX_.:-+ ~#'\"\\\n\t\r,[]{}&*!|>%@`?=<",
    *"\x00\x07\x1b\x7f\x85\x9b\xa0\u2028\u2029\u202e\ufeff\ufffdé\U0001f600",
    *("  ", "\n\n", "word ", "null", "true", "---", "...", "<<", ".inf", "0o7", "1e3", "2024-01-01", "12:30:45"),
)
TEXTS = st.lists(st.sampled_from(_ODD), max_size=12).map("".join) | st.text(st.characters(exclude_categories=["Cs"]))
FLOATS = st.floats(allow_nan=False, allow_infinity=False).filter(
    lambda number: not number.is_integer() or abs(number) >= 1e21
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | FLOATS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def read_again(document):
    return decode_yaml(to_yaml(document)).value


@given(TEXTS)
@example("y")
@example("n")
@example("1e3")
@example("0o7")
@example("08")
@example("<<")
@example("*")
@example("loading...")
@example("\n...")
@example("word " * 60)
@example("x" * 2000)
def test_texts(text):
    for document in ({"a": text}, {"a": [text, [text]]}, {text: "v"}, {"a": {text: {text: [{text: text}]}}}):
        assert read_again(document) == document


@given(st.dictionaries(TEXTS, VALUES))
def test_objects(document):
    assert deep_equal(read_again(document), document)


@given(st.sets(st.text("aBz09-_./~é\u0661", max_size=4), max_size=8))
def test_keys_are_in_the_same_order_however_they_are_compared(keys):
    assert list(yaml_text._in_order(dict.fromkeys(keys))) == sorted(keys, key=yaml_text._NATURAL)


@pytest.mark.parametrize("depth", [300, 3000])
def test_depth_costs_no_stack(depth):
    document = 1
    for _ in range(depth):
        document = {"a": [document]}
    assert to_yaml(document).count(b"a:") == depth
