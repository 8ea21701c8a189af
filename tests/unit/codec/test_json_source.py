"""JSON texts that keep their spelling."""

import pytest

from kapivara.codec import DecodeError
from kapivara.codec.json_source import read_source


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
    assert [item.text for item in root.inside["a"].inside] == ["true"]
    assert root.value() == {"a": [True], "c": None}


def test_malformed():
    with pytest.raises(DecodeError):
        read_source(b'{"a":')
