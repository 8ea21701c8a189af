"""Compiles patterns with RE2, with as much memory as each needs: a few kilobytes for most.

RE2 caches the states that it meets, within a limit that is set at compilation. With too little memory for a long
pattern, it falls back to a method that is a hundred times slower; with much memory for all, a few hundred hostile
patterns fill a machine. So the memory grows with the length of the program, and all programs share a pool: the oldest
one makes room for others, and is compiled again on its next use. A pattern that is too long for RE2 is rewritten over
its own alphabet.

RE2 holds the interpreter's lock while it compiles, for seconds in the worst case, and cannot be stopped. So a pattern
that looks expensive is first compiled in a separate process. If that takes long, every search with it runs in such a
process (`Loaded.far`). Patterns beyond even that limit are rejected.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import re2

from kapivara.languages.re2.syntax import measure
from kapivara.values.caches import ByteCache
from kapivara.values.record import record
from kapivara.values.request_budget import current_budget, search_limit

if TYPE_CHECKING:
    from kapivara.languages.re2.alphabet import Alphabet

Match: TypeAlias = Callable[[Any, bytes, int, int], list[tuple[int, int]]]
"""RE2's own matcher: takes an anchor, the data, start and end; returns the spans, (-1, -1) for no match."""

ANYWHERE: Any = re2._re2.RE2.Anchor.UNANCHORED

_LEAST_BYTES = 64 << 10
_COMMON_BYTES = 8 << 20  # RE2's default; programs with very many states fill it without benefit
_MOST_PLAIN_BYTES = 1 << 20  # enough for some 70,000 instructions
MOST_INSTRUCTIONS = 500_000
_LIGHT_WEIGHT = 8_000  # some 25 ms of compiling at worst
_MOST_SECONDS_HERE = 0.05
_MOST_SECONDS = 0.5
_MOST_BYTES = 64 << 20
_BYTES_OF_INSTRUCTION = 512  # enough for the states of a long program
_ALPHABET_BYTES = 100_000
_LEAST_LETTERED_BYTES = 256 << 10
_ENOUGH = 4  # smaller gains are not worth another compilation
_TOO_LARGE = "pattern too large"


class PatternError(ValueError):
    """Raised for an invalid pattern; the text is the server's."""


class PatternLimitError(PatternError):
    """Raised for a pattern that the server accepts, and kapivara cannot run, or not on this text."""


Pool: TypeAlias = "ByteCache[weakref.ref[CompiledPattern]]"
"""The memory that programs share; a program that exceeds it is compiled for each use."""

_POOL: Pool = ByteCache(96 << 20)


@record(eq=False)
class Loaded:
    """A compiled pattern: its matcher, and its number of instructions.

    Texts are encoded in the letters of its alphabet, if it has one, else in UTF-8.
    """

    match: Match
    length: int
    alphabet: Alphabet | None = None
    far: bool = False
    """True if it is too expensive to compile here; `match` then finds nothing."""

    def encode(self, text: str) -> bytes:
        """Returns a text in the program's encoding."""
        return text.encode("utf-8", "replace") if self.alphabet is None else self.alphabet.translate(text)


class CompiledPattern:
    """One pattern, without captures. `loaded` is None until it is compiled, and after it made room for others."""

    __slots__ = ("__weakref__", "_pool", "loaded", "pattern")

    def __init__(self, pattern: str, pool: Pool = _POOL):
        """Raises PatternError for an invalid pattern, PatternLimitError for one that is too expensive."""
        self.pattern = pattern
        self._pool = pool
        self.loaded: Loaded | None = None
        measured = measure(pattern)
        if measured.problem:
            raise PatternError(measured.problem)
        if measured.limit:
            raise PatternLimitError(measured.limit)
        if measured.size > MOST_INSTRUCTIONS:
            message = f"kapivara cannot run it: it is of more than {MOST_INSTRUCTIONS} instructions"
            raise PatternLimitError(message)
        if measured.weight > _LIGHT_WEIGHT and _is_far(pattern):
            self.loaded = _FAR
        else:
            self.load()

    def load(self) -> Loaded:
        """Compiles the pattern, and makes room for it; raises PatternLimitError after the request's time limit."""
        budget = current_budget()
        budget.begin_search()
        loaded, size = compile_pattern(self.pattern)
        if not budget.count_search():
            raise PatternLimitError(search_limit())
        self.loaded = loaded
        for each in self._pool.put(id(self), weakref.ref(self), size):
            other = each()
            if other is not None:
                other.loaded = None
        return loaded

    def __del__(self) -> None:
        self._pool.drop(id(self))


_FAR = Loaded(lambda *_: [(-1, -1)], MOST_INSTRUCTIONS, far=True)


def _is_far(pattern: str) -> bool:
    """Compiles a pattern in another process; returns True if it is too expensive for this one.

    Raises PatternLimitError if it is too expensive at all.
    """
    from kapivara.languages.re2.heavy_search import seconds_to_compile  # starts processes; rarely needed

    seconds = seconds_to_compile(pattern)
    if seconds > _MOST_SECONDS:
        raise PatternLimitError(f"kapivara cannot run it: it takes more than {_MOST_SECONDS} s to compile")
    return seconds > _MOST_SECONDS_HERE


def compile_pattern(pattern: str, room: int = 0) -> tuple[Loaded, int]:
    """Compiles a pattern, with at least `room` bytes for states; returns the program and its maximum memory.

    Raises PatternError, and PatternLimitError.
    """
    if "\\p" in pattern or "\\P" in pattern or "\\B" in pattern:
        from kapivara.languages.re2.alphabet import needs_alphabet  # rarely needed

        if needs_alphabet(pattern):
            return _compile_anew(pattern, room)
    source, size = pattern.encode("utf-8", "replace"), _LEAST_BYTES
    compiled = _try(source, size)
    while not compiled.ok() and _complaint(compiled).startswith(_TOO_LARGE):
        if size == _MOST_PLAIN_BYTES:
            return _compile_anew(pattern, room)
        size = min(16 * size, _MOST_PLAIN_BYTES)
        compiled = _try(source, size)
    if not compiled.ok():
        raise PatternError(_complaint(compiled))
    length = compiled.ProgramSize()
    if (wanted := max(_room_for(length), room)) > _ENOUGH * size:
        size, compiled = wanted, _try(source, wanted)
    return Loaded(compiled.Match, length), size


def _compile_anew(pattern: str, room: int) -> tuple[Loaded, int]:
    """Compiles a pattern over its own alphabet."""
    from kapivara.languages.re2.alphabet import Alphabet, IrreducibleError

    try:
        alphabet = Alphabet(pattern)
    except IrreducibleError:
        raise PatternLimitError("kapivara cannot run it: it has too many classes of characters") from None
    size = max(_room_for(measure(pattern).size), _LEAST_LETTERED_BYTES, room)
    compiled = _try(alphabet.pattern, size, latin=True)
    if not compiled.ok():
        raise PatternLimitError(f"kapivara cannot run it: {_complaint(compiled)}")
    return Loaded(compiled.Match, compiled.ProgramSize(), alphabet), size + _ALPHABET_BYTES


def _room_for(length: int) -> int:
    """Returns the memory for a program of some instructions: quadratic, within limits."""
    states = min(2 * length * length, _COMMON_BYTES)
    return min(max(states, length * _BYTES_OF_INSTRUCTION, _LEAST_BYTES), _MOST_BYTES)


def _try(pattern: bytes, size: int, *, latin: bool = False) -> Any:
    options = re2.Options()
    options.never_capture = True
    options.log_errors = False
    options.max_mem = size
    if latin:
        options.encoding = re2.Options.Encoding.LATIN1
    return re2._re2.RE2(pattern, options)


def _complaint(compiled: Any) -> str:
    error = compiled.error()
    return error.decode("utf-8", "replace") if isinstance(error, bytes) else str(error)
