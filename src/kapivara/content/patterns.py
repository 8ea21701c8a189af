"""Regular expressions of users: RE2, the server's own syntax, in linear time.

Goes to RE2's matcher directly: the package's `search` builds a match object with offsets in characters,
which costs ten times the match itself and answers what nobody asks here. Short texts are remembered with their
answer, up to a bound: fields with a pattern (kinds, groups, names of ports) see the same few again and again. Of long
ones the last is: a text that is refused is judged twice, once to find out and once to say so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from kapivara.content.re2_program import ANYWHERE, PatternError, Program

__all__ = ["PatternError", "find_all", "matcher"]

_REMEMBERED_LENGTH = 128
_REMEMBERED_TEXTS = 256
_LONG = 16 * 1024


@lru_cache(maxsize=4096)
def matcher(pattern: str) -> Callable[[str], bool]:
    """Returns a function that tells whether a pattern is found anywhere in a text; raises PatternError."""
    program = _program(pattern)
    known: dict[str, bool] = {}

    def found(text: str) -> bool:
        answer = known.get(text)
        if answer is None:
            if len(text) > _LONG:
                return _found_in_long(program, text)
            data = text.encode("utf-8", "replace")
            match = program.match or program.load()
            answer = match(ANYWHERE, data, 0, len(data))[0][0] >= 0
            if len(text) <= _REMEMBERED_LENGTH:
                if len(known) >= _REMEMBERED_TEXTS:
                    known.clear()
                known[text] = answer
        return answer

    return found


class _LastLong:
    """The long text that was last looked at, by which program, and what came of it; one for all threads."""

    seen: tuple[Program, str, bool] | None = None


def _found_in_long(program: Program, text: str) -> bool:
    last = _LastLong.seen
    if last is not None and last[0] is program and last[1] is text:
        return last[2]
    data = text.encode("utf-8", "replace")
    match = program.match or program.load()
    answer = match(ANYWHERE, data, 0, len(data))[0][0] >= 0
    _LastLong.seen = (program, text, answer)
    return answer


@lru_cache(maxsize=4096)
def _program(pattern: str) -> Program:
    return Program(pattern)


def find_all(pattern: str, text: str, limit: int = -1) -> list[str]:
    """Returns the parts of a text that match a pattern, so many at most; a negative limit means all.

    No match overlaps the one before, and an empty one never follows another at once. Raises PatternError.
    Upstream: Go regexp allMatches. Hot: a text may match millions of times.
    """
    program = _program(pattern)
    match = program.match or program.load()
    data = text.encode("utf-8", "replace")
    place, last_end, size = 0, -1, len(data)
    plain = size == len(text)
    found: list[str] = []
    while place <= size and len(found) != limit:
        start, end = match(ANYWHERE, data, place, size)[0]
        if start < 0:
            break
        if end > place:
            place = end
        else:
            place += _width(data, place)
            if start == last_end:
                continue
        last_end = end
        found.append(text[start:end] if plain else data[start:end].decode())
    return found


def _width(data: bytes, place: int) -> int:
    """How many bytes the character at a place has; 1 at the end."""
    width = 1
    while place + width < len(data) and data[place + width] & 0xC0 == 0x80:
        width += 1
    return width
