"""Tests of the documents of patches: parts that print as sent, and parts that print sorted."""

import pytest

from kapivara.codec.json.plain.source import read_source
from kapivara.patch.json.nodes import copied, is_same, opened, to_text, to_value, wholly_opened
from kapivara.values import ABSENT
from kapivara.values.rendering import GoStruct


def source(text):
    return read_source(text.encode())


def test_opened_sorts_one_level_only():
    node = opened(source('{"b":{"z":1.0,"a":2},"a":1,"b":{"z":1e2,"y":2}}'))
    assert to_text(node) == '{"a":1,"b":{"z":1e2,"y":2}}'
    assert to_text(wholly_opened(node)) == '{"a":1,"b":{"y":2,"z":1e2}}'
    assert to_value(node) == {"a": 1, "b": {"z": 100.0, "y": 2}}


def test_values_are_copied_when_they_are_opened():
    value = {"a": [1]}
    opened(value)["b"] = 2
    assert value == {"a": [1]}


def test_structs_print_in_their_order_until_they_are_opened():
    struct = GoStruct(b=1, a="<")
    assert to_text(struct) == '{"b":1,"a":"\\u003c"}'
    assert to_text(opened(struct)) == '{"a":"\\u003c","b":1}'


@pytest.mark.parametrize("node", [1, "x", None, source("1"), source('"x"')])
def test_scalars_cannot_be_opened(node):
    assert opened(node) is None


def test_a_copy_keeps_its_spelling():
    assert to_text(copied(opened(source('{"b":1.0,"a":[1e2]}')), 2)) == '{"a":[1e2],"b":1.0}'
    assert copied(None, 0) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(1, source("1"), True, id="as-it-prints"),
        pytest.param(1, source("1.0"), False, id="another-spelling"),
        pytest.param("<", source('"<"'), False, id="what-prints-escaped"),
        pytest.param("<", source('"\\u003c"'), True, id="what-is-sent-escaped"),
        pytest.param("a", source('"\\u0061"'), False, id="needless-escape"),
        pytest.param({"a": [1, {"b": 2}]}, source('{"a": [1, {"b": 2}]}'), True, id="deep"),
        pytest.param({"a": 1}, source('{"a":1,"b":2}'), False, id="more"),
        pytest.param([1], source("[1,2]"), False, id="longer"),
        pytest.param({"a": 1}, source("[1]"), False, id="another-form"),
        pytest.param(None, ABSENT, True, id="missing-and-not-given"),
        pytest.param(None, source("null"), True, id="missing-and-null"),
        pytest.param(source("null"), ABSENT, False, id="a-null-that-was-given"),
        pytest.param(source("null"), source("null"), True, id="two-nulls"),
        pytest.param(1, ABSENT, False, id="there-and-not-given"),
        pytest.param(1, 1.0, False, id="plain-values"),
    ],
)
def test_sameness(one, other, same):
    assert is_same(one, other) is same
