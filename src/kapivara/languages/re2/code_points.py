"""Sets of code points as sorted ranges, and the code points of a pattern's classes, as RE2 matches them.

A class is matched once against a text of all code points; the result is cached.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, TypeAlias

import re2

from kapivara.values.caches import ByteCache

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""First and last code points of ranges, sorted and disjoint."""

LAST: Final = 0x10FFFF
_SURROGATES: Final = range(0xD800, 0xE000)
_ANYWHERE: Final[Any] = re2._re2.RE2.Anchor.UNANCHORED
_ROOM = 8 << 20
_KNOWN: ByteCache[Ranges] = ByteCache(4 << 20)
_RANGE_BYTES = 200


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Sorts ranges, and joins adjacent ones."""
    made: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if made and low <= made[-1][1] + 1:
            made[-1] = made[-1][0], max(high, made[-1][1])
        else:
            made.append((low, high))
    return tuple(made)


def others(ranges: Ranges) -> Ranges:
    """Returns the complement of a set."""
    made, place = [], 0
    for low, high in ranges:
        if low > place:
            made.append((place, low - 1))
        place = high + 1
    if place <= LAST:
        made.append((place, LAST))
    return tuple(made)


def matching(character: str) -> Ranges:
    """Returns the code points that a pattern for one character matches."""
    known = _KNOWN.get(character)
    if known is None:
        known = tuple((ord(run[0]), ord(run[-1])) for run in runs_in(everything(), f"(?:{character})+"))
        _KNOWN.put(character, known, 2 * len(character) + _RANGE_BYTES * (1 + len(known)))
    return known


def runs_in(data: bytes, pattern: str) -> Iterable[str]:
    """Yields the parts of a text that match a pattern, which never matches an empty text."""
    options = re2.Options()
    options.never_capture = True
    options.log_errors = False
    options.max_mem = _ROOM
    match = re2._re2.RE2(pattern.encode(), options).Match
    place, size = 0, len(data)
    while place < size:
        start, end = match(_ANYWHERE, data, place, size)[0]
        if start < 0:
            return
        yield data[start:end].decode()
        place = end


@cache
def everything() -> bytes:
    """Returns a text of all code points in order, without surrogates."""
    below, above = range(_SURROGATES.start), range(_SURROGATES.stop, LAST + 1)
    return b"".join(array("I", each).tobytes().decode("utf-32").encode() for each in (below, above))
