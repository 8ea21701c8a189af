"""Byte offsets: lines and columns, and where white space and the text of a JSON string end."""

from __future__ import annotations

import pytest

from kapivara.codec.text_place import line_and_column, skip_space, skip_string_text


@pytest.mark.parametrize(
    ("data", "offset", "place"),
    [
        pytest.param(b"abc", 0, (1, 1), id="first"),
        pytest.param(b"a\nbc", 3, (2, 2), id="second-line"),
        pytest.param("é\nßx".encode(), 5, (2, 2), id="characters-not-bytes"),
    ],
)
def test_line_and_column(data: bytes, offset: int, place: tuple[int, int]) -> None:
    assert line_and_column(data, offset) == place


def test_skip_space() -> None:
    assert [skip_space(b" \t\r\n1", start) for start in range(5)] == [4] * 5
    assert skip_space(b"  ", 0) == 2


@pytest.mark.parametrize(
    ("data", "end"),
    [
        pytest.param(b'"abc"', 4, id="plain"),
        pytest.param(b'""', 1, id="empty"),
        pytest.param(b'"a\\"b\\u00e9\\\\"', 13, id="escapes"),
        pytest.param(b'"' + b"\\n" * 2500 + b'x"', 5002, id="more-escapes-than-are-read-at-once"),
        pytest.param(b'"a\\x"', 2, id="unknown-escape"),
        pytest.param(b'"a\\u00e', 2, id="short-escape"),
        pytest.param(b'"a\nb"', 2, id="control-character"),
        pytest.param(b'"abc', 4, id="no-end"),
        pytest.param(b"abc", 0, id="no-string"),
    ],
)
def test_skip_string_text(data: bytes, end: int) -> None:
    assert skip_string_text(data, 0) == end
