"""A pattern as RE2 runs it, with as much memory as it needs and no more: a few kilobytes for most.

RE2 remembers the states that it meets, within a bound that is set when a pattern is compiled. With too little room
for a long pattern it falls back to a way that is a hundred times slower; with much room for all, a few hundred hostile
patterns fill a machine. So the room grows with the length of the program, and all programs share a pool: what was
compiled first goes first where others need the room, and is compiled again when it is next used.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeAlias

import re2

from kapivara.values.record import record

Match: TypeAlias = Callable[[Any, bytes, int, int], list[tuple[int, int]]]
"""RE2's own matcher: an anchor, the data, where to start and end; -> the span of the match, from -1 on for none."""

ANYWHERE: Any = re2._re2.RE2.Anchor.UNANCHORED

_POOL_BYTES = 1 << 30
_LEAST_BYTES = 256 << 10
_COMMON_BYTES = 8 << 20  # what RE2 gives by default; programs whose states run away fill it, and gain nothing
_MOST_PROGRAM_BYTES = 64 << 20
_MOST_BYTES = 1 << 30
_BYTES_OF_INSTRUCTION = 512  # so much that the states of a long program fit at all
_TOO_LARGE = "pattern too large"


class PatternError(ValueError):
    """A pattern that RE2 does not take; its text is RE2's."""


@record(eq=False)
class _Made:
    """A compiled pattern, and how much it may come to hold."""

    match: Match
    size: int


class Pool:
    """The room that programs share, `size` bytes; one that needs more than all of it has it alone."""

    __slots__ = ("_held", "_lock", "_programs", "_size")

    def __init__(self, size: int):
        self._size = size
        self._held = 0
        self._programs: dict[Program, int] = {}
        self._lock = threading.Lock()

    def take(self, program: Program, size: int) -> None:
        """Gives room to a program; the oldest ones make place."""
        with self._lock:
            self._held += size - self._programs.pop(program, 0)
            while self._held > self._size and self._programs:
                oldest = next(iter(self._programs))
                self._held -= self._programs.pop(oldest)
                oldest.match = None
            self._programs[program] = size


_POOL = Pool(_POOL_BYTES)


class Program:
    """One pattern, without captures. `match` is None until it is loaded, and again where it had to make room."""

    __slots__ = ("_pattern", "_pool", "match")

    def __init__(self, pattern: str, pool: Pool = _POOL):
        """Raises PatternError where RE2 does not take the pattern."""
        self._pattern = pattern.encode("utf-8", "replace")
        self._pool = pool
        self.match: Match | None = None
        self.load()

    def load(self) -> Match:
        """Compiles the pattern, and makes room for it."""
        made = _compile(self._pattern)
        self._pool.take(self, made.size)
        self.match = made.match
        return made.match


def _compile(pattern: bytes) -> _Made:
    """Compiles a pattern with little room first, which is enough for most, then with what its length asks for."""
    size = _LEAST_BYTES
    compiled = _try(pattern, size)
    while not compiled.ok() and size < _MOST_PROGRAM_BYTES and _complaint(compiled).startswith(_TOO_LARGE):
        size *= 16
        compiled = _try(pattern, min(size, _MOST_PROGRAM_BYTES))
    if not compiled.ok():
        raise PatternError(_complaint(compiled))
    wanted = _room_for(compiled.ProgramSize())
    if wanted > size:
        size, compiled = wanted, _try(pattern, wanted)
    return _Made(compiled.Match, size)


def _room_for(length: int) -> int:
    """How many bytes a program of so many instructions gets: the square of them for its states, up to a bound."""
    states = min(2 * length * length, _COMMON_BYTES)
    return min(max(states, length * _BYTES_OF_INSTRUCTION, _LEAST_BYTES), _MOST_BYTES)


def _try(pattern: bytes, size: int) -> Any:
    options = re2.Options()
    options.never_capture = True
    options.log_errors = False
    options.max_mem = size
    return re2._re2.RE2(pattern, options)


def _complaint(compiled: Any) -> str:
    error = compiled.error()
    return error.decode("utf-8", "replace") if isinstance(error, bytes) else str(error)
