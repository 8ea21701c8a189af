"""The quick reader of well-formed JSON tells the same tokens as the careful one."""

from __future__ import annotations

import pytest

from kapivara.codec.json_tokens import known_tokens, tokens


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b'{"a": [1, -2.5e+3, true, null, "x"], "b" : {}}', id="usual"),
        pytest.param(rb'{"a\"b": "c\\", "d\\" : "\u00e9\n", "e": "\""}', id="escapes"),
        pytest.param(rb'["\\", "\\\"", "a:b", "{[", "\":"]', id="signs in strings"),
        pytest.param(b'"plain"', id="one string"),
        pytest.param(rb'"\t"', id="one string with an escape"),
        pytest.param(b'{"a":"' + rb"\n" * 10_000 + b'"}', id="many escapes"),
    ],
)
def test_known_tokens(text: bytes) -> None:
    assert [*known_tokens(text)] == [each for each in tokens(text) if each[0] != "end"]
