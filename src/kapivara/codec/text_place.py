"""From a byte offset to the line and column that an editor shows."""

from __future__ import annotations


def line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    """Returns line and column, both from 1; the column counts characters, not bytes."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, start) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1
