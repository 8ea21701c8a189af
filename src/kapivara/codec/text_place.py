"""Byte offsets: what an editor shows for one, and where white space ends."""

from __future__ import annotations


def line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    """Returns line and column, both from 1; the column counts characters, not bytes."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, start) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1


def skip_space(data: bytes, position: int) -> int:
    """Returns the offset of the first byte that is no JSON white space."""
    while data[position : position + 1] in _SPACE:
        position += 1
    return position


_SPACE = (b" ", b"\n", b"\r", b"\t")
