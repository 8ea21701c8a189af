"""A pattern as RE2 runs it, with as much memory as it needs and no more: a few kilobytes for most.

RE2 remembers the states that it meets, within a bound that is set when a pattern is compiled. With too little room
for a long pattern it falls back to a way that is a hundred times slower; with much room for all, a few hundred hostile
patterns fill a machine. So the room grows with the length of the program, and all programs share a pool: what was
compiled first goes first where others need the room, and is compiled again when it is next used. A pattern that is too
long for RE2 as it stands is written anew over an alphabet of its own.

RE2 holds the interpreter's lock while it compiles, for seconds in the worst case, and nothing ends it. So a pattern
that looks like much work is compiled in a process of its own first. What took long there stays there: each search of it
is done by such a process (`Loaded.far`). What is too much even so is refused.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import re2

from kapivara.content.regexp_syntax import measure
from kapivara.values.caches import ByteCache
from kapivara.values.record import record
from kapivara.values.request_budget import current_budget, search_limit

if TYPE_CHECKING:
    from kapivara.content.alphabet import Alphabet

Match: TypeAlias = Callable[[Any, bytes, int, int], list[tuple[int, int]]]
"""RE2's own matcher: an anchor, the data, where to start and end; -> the span of the match, from -1 on for none."""

ANYWHERE: Any = re2._re2.RE2.Anchor.UNANCHORED

_LEAST_BYTES = 64 << 10
_COMMON_BYTES = 8 << 20  # what RE2 gives by default; programs whose states run away fill it, and gain nothing
_MOST_PLAIN_BYTES = 1 << 20  # enough for some 70,000 instructions
MOST_INSTRUCTIONS = 500_000
_LIGHT_WEIGHT = 8_000  # some 25 ms of compiling at worst
_MOST_SECONDS_HERE = 0.05
_MOST_SECONDS = 0.5
_MOST_BYTES = 64 << 20
_BYTES_OF_INSTRUCTION = 512  # so much that the states of a long program fit at all
_ALPHABET_BYTES = 100_000
_LEAST_LETTERED_BYTES = 256 << 10
_ENOUGH = 4  # less than this times what there is makes little difference, and is not worth compiling again
_TOO_LARGE = "pattern too large"


class PatternError(ValueError):
    """A pattern that is none, in the server's words."""


class PatternLimitError(PatternError):
    """A pattern that the server takes, and kapivara cannot run, or not on such a text."""


Pool: TypeAlias = "ByteCache[weakref.ref[CompiledPattern]]"
"""The room that programs share; one that needs more than all of it is compiled each time."""

_POOL: Pool = ByteCache(96 << 20)


@record(eq=False)
class Loaded:
    """A compiled pattern: its matcher, and of how many instructions it is.

    Texts are put in the letters of an alphabet, where there is one, and in UTF-8 otherwise.
    """

    match: Match
    length: int
    alphabet: Alphabet | None = None
    far: bool = False
    """Whether it is too much to compile here; `match` finds nothing then."""

    def encode(self, text: str) -> bytes:
        """Returns a text as the program reads it."""
        return text.encode("utf-8", "replace") if self.alphabet is None else self.alphabet.translate(text)


class CompiledPattern:
    """One pattern, without captures. `loaded` is None until it is compiled, and again where it had to make room."""

    __slots__ = ("__weakref__", "_pool", "loaded", "pattern")

    def __init__(self, pattern: str, pool: Pool = _POOL):
        """Takes a pattern; raises PatternError where it is none, PatternLimitError where it is too costly."""
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
        """Compiles the pattern, and makes room for it; raises PatternLimitError where the time for that is up."""
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
    """Has another process compile a pattern, and tells whether that is too much for this one.

    Raises PatternLimitError where it is too much for any.
    """
    from kapivara.content.heavy_search import seconds_to_compile  # it starts processes: few ever need it

    seconds = seconds_to_compile(pattern)
    if seconds > _MOST_SECONDS:
        raise PatternLimitError(f"kapivara cannot run it: it takes more than {_MOST_SECONDS} s to compile")
    return seconds > _MOST_SECONDS_HERE


def compile_pattern(pattern: str, room: int = 0) -> tuple[Loaded, int]:
    """Compiles a pattern, for states of so many bytes at least; -> what came of it, and how many it may come to hold.

    Raises PatternError, and PatternLimitError.
    """
    if "\\p" in pattern or "\\P" in pattern or "\\B" in pattern:
        from kapivara.content.alphabet import needs_alphabet  # few patterns need it

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
    from kapivara.content.alphabet import Alphabet, IrreducibleError

    try:
        alphabet = Alphabet(pattern)
    except IrreducibleError:
        raise PatternLimitError("kapivara cannot run it: it tells too many classes of characters apart") from None
    size = max(_room_for(measure(pattern).size), _LEAST_LETTERED_BYTES, room)
    compiled = _try(alphabet.pattern, size, latin=True)
    if not compiled.ok():
        raise PatternLimitError(f"kapivara cannot run it: {_complaint(compiled)}")
    return Loaded(compiled.Match, compiled.ProgramSize(), alphabet), size + _ALPHABET_BYTES


def _room_for(length: int) -> int:
    """How many bytes a program of so many instructions gets: the square of them for its states, up to a bound."""
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
