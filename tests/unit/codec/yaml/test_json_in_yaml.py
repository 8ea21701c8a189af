"""Tests of JSON in place of YAML: it is split in one pass, whatever it contains."""

import pytest

from kapivara.codec.yaml.json_in_yaml import read_plain_json

MANY = 200_000
ESCAPED = rb"\""


@pytest.mark.parametrize(
    "data",
    [
        b'{"' + ESCAPED * MANY,
        b'{"a":"' + ESCAPED * MANY + b"\x00",
        b'{"a":"' + b'"\\' * MANY,
        b"{" + b'"a\x00' * MANY,
        b'{"' + ESCAPED * MANY + b'":1}',
    ],
    ids=["never closed", "no character", "closed at once", "one after another", "a long key"],
)
def test_hostile_texts_take_one_pass(data):
    """If every quote started a new scan, each would take hours."""
    assert read_plain_json(data) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (rb'{"a":"say \"so\"\n\t"}', 'say "so"\n\t'),
        (rb'{"a":"\u003cb\u003e \\u0041"}', "<b> \\u0041"),
        (rb'{"a":"back\\\\slash\\"}', "back\\\\slash\\"),
    ],
)
def test_escapes_are_read(text, value):
    decoded = read_plain_json(text)
    assert decoded is not None
    assert decoded.value == {"a": value}


@pytest.mark.parametrize("key", ["<<", "<\\u003c", "\\u003C\\u003c"])
def test_what_yaml_takes_for_a_merge_is_left_to_it(key):
    assert read_plain_json(f'{{"{key}":{{"a":1}}}}'.encode()) is None
