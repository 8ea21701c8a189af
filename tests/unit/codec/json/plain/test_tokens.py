"""Tests that the quick reader of well-formed JSON returns the same tokens as the careful one."""

from __future__ import annotations

import pytest

from kapivara.codec.errors import CannotError
from kapivara.codec.json.plain.tokens import known_tokens, spelled_tokens, tokens


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


def test_spelled_tokens_are_bounded() -> None:
    assert len([*spelled_tokens(b"[" + b"1," * 99_000 + b'"' + b",[" * 100_000 + b'"]')]) == 99_003
    with pytest.raises(CannotError, match="kapivara cannot keep the spelling of more than 100,000 values; send fewer"):
        spelled_tokens(b"[" + b"1," * 100_000 + b"1]")
