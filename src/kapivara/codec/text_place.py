"""Byte offsets: what an editor shows for one, and where white space and the text of a JSON string end."""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_bytes_pattern

_PLAIN = rb'[^"\\\x00-\x1f]*+'
_STRING_START = lazy_bytes_pattern(rb'"' + _PLAIN)
# A bounded number at a time: Python keeps more than a hundred bytes for each turn of a group.
_ESCAPES = lazy_bytes_pattern(rb'(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})' + _PLAIN + rb"){1,1000}")


def line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    """Returns line and column, both from 1; the column counts characters, not bytes."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, start) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1


def skip_space(data: bytes, position: int) -> int:
    """Returns the offset of the first byte that is no JSON white space."""
    while data[position : position + 1] in _SPACE:
        position += 1
    return position


def skip_string_text(data: bytes, position: int) -> int:
    """Returns the offset after the good text of the JSON string at `position`: of its closing quote, or of a fault."""
    match = _STRING_START.match(data, position)
    while match:
        position = match.end()
        match = _ESCAPES.match(data, position)
    return position


_SPACE = (b" ", b"\n", b"\r", b"\t")
