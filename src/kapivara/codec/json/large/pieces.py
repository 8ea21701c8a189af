"""Cuts a long JSON text into pieces that can be decoded one by one.

A piece extends from one comma to another, at any depth. It is decoded within the brackets that are open at its start,
and the brackets it leaves open are closed after it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from kapivara.values.lazy_pattern import lazy_bytes_pattern

PIECE: Final = 64 * 1024
"""The approximate size of a piece in bytes."""

_UNKNOWN: Final = os.urandom(16).hex()  # unpredictable, so that no text contains it
FIRST: Final = f"first {_UNKNOWN}"
"""The key of a member that continues from the piece before."""
LAST: Final = f"last {_UNKNOWN}"
"""The last item or key of the innermost list or object that continues after a piece."""

_FIRST_MEMBER: Final = b'{"%s":' % FIRST.encode()
_LAST_ITEM: Final = b',"%s"' % LAST.encode()
_LAST_MEMBER: Final = b',"%s":0' % LAST.encode()

_ESCAPE = lazy_bytes_pattern(rb"(?s)\\.")
_REST_OF_STRING = lazy_bytes_pattern(rb'(?s)[^"\\]*+(?:\\.[^"\\]*+)*"')
_CLOSING: Final = {ord("["): b"]", ord("{"): b"}"}
_NOT_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")


class Piece:
    """A part of a text between two items or members, or up to the start or end of the text.

    `before` and `after` are the brackets open at its start and end; `level` is the index of the outermost collection
    that it adds to. Raises ValueError if no text with this piece is valid JSON.
    """

    def __init__(self, text: bytes, before: bytes, *, is_last: bool):
        self.text = text
        self.before = before
        self.after, kept = _brackets_after(text, before)
        self.level = max(kept, 1) - 1
        bare = text.strip(b" \t\n\r")
        if bool(self.after) is is_last or not bare or bare[-1] in b"[{":
            raise ValueError("the piece ends where a value is due")
        if before and (bare[0] in b"]}," or not (kept or is_last)):
            raise ValueError("the piece begins where a value is due, or behind the only one")

    def whole(self) -> bytes:
        """Returns the piece as a complete text."""
        before, after = self.before[self.level :], self.after[self.level :]
        text = before[:-1].replace(b"{", _FIRST_MEMBER) + before[-1:] + self.text
        if not after:
            return text
        mark = _LAST_MEMBER if after[-1] == ord("{") else _LAST_ITEM
        return text + mark + b"".join(map(_CLOSING.__getitem__, reversed(after)))


def cut(data: bytes, size: int) -> Iterator[tuple[int, bytes, bool]]:
    """Cuts a text at commas outside strings; yields the start of each piece, the piece, and whether it is the last."""
    start = 0
    while (comma := _comma(data, start, start + size)) >= 0:
        yield start, data[start:comma], False
        start = comma + 1
    yield start, data[start:], True


def without_strings(text: bytes) -> bytes:
    """Returns a text without its strings; the text must start and end outside strings."""
    return b"".join(_without_escapes(text).split(b'"')[::2]) if b'"' in text else text


def _without_escapes(text: bytes) -> bytes:
    """Returns a text without escape sequences, so that every remaining quote starts or ends a string."""
    return _ESCAPE.sub(b"", text) if b"\\" in text else text


def _comma(data: bytes, outside: int, earliest: int) -> int:
    """Returns the first comma outside strings from `earliest` on, or -1; `outside` is a place outside strings."""
    while (comma := data.find(b",", max(earliest, outside))) >= 0:
        if _without_escapes(data[outside:comma]).count(b'"') % 2 == 0:
            return comma
        rest = _REST_OF_STRING.match(data, comma)
        if rest is None:
            return -1
        outside = rest.end()
    return -1


def _brackets_after(text: bytes, before: bytes) -> tuple[bytes, int]:
    """Returns the brackets open after a piece, and the number of those that stayed open throughout."""
    brackets = without_strings(text).translate(None, _NOT_BRACKETS)
    for _ in range(4):  # most brackets close soon
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    after, kept = bytearray(before), len(before)
    for bracket in brackets:
        if bracket in _CLOSING:
            after.append(bracket)
        elif not after or ord(_CLOSING[after.pop()]) != bracket:
            raise ValueError("brackets that do not match")
        else:
            kept = min(kept, len(after))
    return bytes(after), kept
