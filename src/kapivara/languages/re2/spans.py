"""Finds the matches of a pattern in a text, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kapivara.languages.re2.program import ANYWHERE, Loaded

_BYTES_AT_ONCE = 10_000_000  # for a program of one instruction


def spans_of(
    program: Loaded, data: bytes, limit: int, pause: Callable[[], None] = lambda: None
) -> Iterator[tuple[int, int]]:
    """Yields the matches of a program, at most `limit`; a negative limit means all.

    Matches do not overlap, and an empty one never directly follows another. `pause` is called now and then. Hot: a text
    may match millions of times.
    Upstream: Go regexp allMatches.
    """
    place, last_end, size = 0, -1, len(data)
    match, latin, left = program.match, program.alphabet is not None, _BYTES_AT_ONCE // program.length
    while place <= size and limit != 0:
        start, end = match(ANYWHERE, data, place, size)[0]
        if start < 0:
            break
        left -= size - place  # it may have examined all of the rest
        if left < 0:
            pause()
            left = _BYTES_AT_ONCE // program.length
        if end > place:
            place = end
        else:
            place += 1 if latin else _width(data, place)
            if start == last_end:
                continue
        last_end = end
        limit -= 1
        yield start, end


def _width(data: bytes, place: int) -> int:
    """Returns the number of bytes of the character at a position; 1 at the end."""
    width = 1
    while place + width < len(data) and data[place + width] & 0xC0 == 0x80:
        width += 1
    return width
