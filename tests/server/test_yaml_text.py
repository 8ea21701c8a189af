"""Tests of documents as YAML, as goyaml writes them."""

import pytest

from kapivara.codec import decode_yaml
from kapivara.server.responses.yaml_text import to_yaml


def test_yaml_writes_everything_out():
    shared = {"b": [1], "a": "x: y"}
    assert to_yaml({"one": shared, "two": shared}) == (
        b"one:\n  a: 'x: y'\n  b:\n  - 1\ntwo:\n  a: 'x: y'\n  b:\n  - 1\n"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("=", "=", id="a sign that PyYAML quotes"),
        pytest.param("<<", "<<", id="a merge key"),
        pytest.param("yes", '"yes"', id="what reads as a boolean"),
        pytest.param("null", '"null"', id="what reads as null"),
        pytest.param("", '""', id="nothing"),
        pytest.param("1e3", '"1e3"', id="what reads as a number"),
        pytest.param("12:30:45", '"12:30:45"', id="base 60"),
        pytest.param("2024-01-01T00:00:00Z", '"2024-01-01T00:00:00Z"', id="what reads as a time"),
        pytest.param("a: b", "'a: b'", id="what would not read"),
        pytest.param("one\ntwo\n", "|\n  one\n  two", id="lines"),
        pytest.param("one\n\n", "|+\n  one\n", id="lines at the end"),
        pytest.param(1e-7, "1e-07", id="a small number"),
        pytest.param(1e20, "1e+20", id="a number beyond 64 bits"),
        pytest.param(25000000000.0, "25000000000", id="a whole number"),
        pytest.param("word " * 20 + "end", "word " * 15 + "word\n  word word word word end", id="folded"),
    ],
)
def test_values(value, text):
    assert to_yaml({"a": value}).decode() == f"a: {text}\n"


def test_keys_are_in_natural_order():
    keys = ["a10", "a9", "a2", "B", "b", "_x", ".", "a-b", "a09", "10", "9", "1" + "0" * 19]
    shown = to_yaml(dict.fromkeys(keys, 1)).decode().split("\n")[:-1]
    ordered = ["1" + "0" * 19, ".", "_x", "9", "10", "B", "a-b", "a2", "a9", "a09", "a10", "b"]
    assert [line.partition(":")[0].strip("\"'") for line in shown] == ordered


@pytest.mark.parametrize(
    ("keys", "ordered"),
    [
        pytest.param(["b", "aB", "ab", "Z", "a"], ["Z", "a", "aB", "ab", "b"], id="letters"),
        pytest.param(["x-y", "xa", "x", "x_y", "x/y", "-", ""], ["", "-", "x", "x-y", "x/y", "x_y", "xa"], id="signs"),
        pytest.param(["a_b", "aZ", "a\u00e9", "a~"], ["a_b", "a~", "aZ", "a\u00e9"], id="letters beyond ASCII"),
    ],
)
def test_keys_without_numbers_are_in_natural_order_too(keys, ordered):
    shown = to_yaml(dict.fromkeys(keys, 1)).decode().split("\n")[:-1]
    assert [line.partition(":")[0].strip("\"'") for line in shown] == ordered


@pytest.mark.parametrize("text", ["loading...", "...", "a\n...", "Y..."])
def test_no_text_is_taken_for_the_end_of_the_document(text):
    assert decode_yaml(to_yaml({"a": text})).value == {"a": text}


def test_no_key_is_taken_for_a_merge():
    assert to_yaml({"<<": "<<"}) == b'"<<": <<\n'


@pytest.mark.parametrize("text", ["!", "&", "*"])
def test_signs_get_no_tag(text):
    assert to_yaml({text: [text]}).decode() == f"'{text}':\n- '{text}'\n"


def test_zero_has_no_sign():
    assert to_yaml({"a": -0.0, "b": 0.0}) == b"a: 0\nb: 0\n"
