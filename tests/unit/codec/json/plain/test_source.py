"""Tests that JSON texts keep their spelling."""

import pytest

from kapivara.codec.json.plain.source import read_source


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param('{"n":1.0, "m": 1e2 ,"k":-0}', '{"n":1.0,"m":1e2,"k":-0}', id="numbers-and-order"),
        pytest.param(' [ 1 ,\n\t"a b\\n" ] ', '[1,"a b\\n"]', id="spaces-go-but-not-inside-texts"),
        pytest.param('{"a":1,"a":{"b":[ ],"b":2}}', '{"a":1,"a":{"b":[],"b":2}}', id="duplicates"),
        pytest.param('"\\u0061\\/\\" <"', '"\\u0061\\/\\" <"', id="escapes"),
        pytest.param("null", "null", id="null"),
        pytest.param('{"a":"\\\\", "b" : "x"}', '{"a":"\\\\","b":"x"}', id="a-text-that-ends-in-a-backslash"),
    ],
)
def test_text(text, kept):
    assert read_source(text.encode()).text == kept


def test_printed_escapes_what_could_be_html():
    assert read_source('{"<":"a&b>\u2028"}'.encode()).printed == '{"\\u003c":"a\\u0026b\\u003e\\u2028"}'


def test_inside():
    root = read_source(b'{"a":{"b": [1.0, null]},"c":null,"a":[true]}')
    assert root.inside["c"] is None
    assert root.inside["a"].inside == [True]
    assert root.value() == {"a": [True], "c": None}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-12", -12),
        ("true", True),
        ('"a\'b~"', "a'b~"),
        ("null", None),
        ('""', ""),
        ("9" * 18, int("9" * 18)),
    ],
)
def test_what_can_be_spelled_in_one_way_only_is_a_value(text, value):
    (item,) = read_source(f"[{text}]".encode()).inside
    assert (type(item), item) == (type(value), value)


@pytest.mark.parametrize("text", ["1.0", "-0", "1e2", "9" * 19, '"<"', '"&"', '"\\u0061"', '"é"', '"\\""', '"\x7f"'])
def test_all_else_keeps_its_spelling(text):
    (item,) = read_source(f"[ {text} ]".encode()).inside
    assert item.text == text
