"""Regular expressions of users: RE2, the server's own syntax, in linear time.

Goes to RE2's matcher directly: the package's `search` builds a match object with offsets in characters,
which costs ten times the match itself and answers what nobody asks here. Short texts are remembered with their
answer, up to a bound: fields with a pattern (kinds, groups, names of ports) see the same few again and again. Of long
ones, and of all where the program is long, the last is: a text that is refused is judged twice, once to find out and
once to say so.
Linear time is long where a program and a text are: what may be too much is done in a process of its own, and what all
searches of one request take together has a bound.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Protocol

from kapivara.content.re2_program import ANYWHERE, CompiledPattern, PatternError, PatternLimitError
from kapivara.content.regexp_syntax import is_costly
from kapivara.values.caches import SharedCache
from kapivara.values.request_budget import current_budget, search_limit

__all__ = ["PatternError", "PatternLimitError", "find_parts", "matcher", "pattern_limit"]

_REMEMBERED_LENGTH = 128
_REMEMBERED_TEXTS = 256
_MOST_REMEMBERED = 50_000
_MOMENT_STEPS = 20_000
_HEAVY_STEPS = 50_000_000
_SIZE = 3_000


class _Answers(dict[str, bool]):
    """What is known of the texts of one pattern; of a text that is not known, indexing finds it out.

    Hot: a dictionary is asked without a call of Python. What would take too long to tell counts as no.
    """

    __slots__ = ("__weakref__", "_program")
    count = 0
    """How many texts are remembered by all patterns, or were by some that are gone."""
    everybody: ClassVar[weakref.WeakSet[_Answers]] = weakref.WeakSet()
    __hash__ = object.__hash__  # type: ignore[assignment]  # each is itself, whatever it holds
    __eq__ = object.__eq__

    def __init__(self, program: CompiledPattern) -> None:
        super().__init__()
        self._program = program
        _Answers.everybody.add(self)

    def __missing__(self, text: str) -> bool:
        try:
            return self.look(text)
        except PatternLimitError:
            return False

    def look(self, text: str) -> bool:
        """Tells whether the pattern is found; raises PatternLimitError where that would take too long."""
        program = self._program
        loaded = program.loaded or program.load()
        if loaded.length * len(text) > _MOMENT_STEPS or loaded.far:
            return _found_in_long(program, text)
        data = loaded.encode(text)
        answer = loaded.match(ANYWHERE, data, 0, len(data))[0][0] >= 0
        if len(text) <= _REMEMBERED_LENGTH:
            self.note(text, answer)
        return answer

    def note(self, text: str, answer: bool) -> None:
        """Remembers a text; where there are too many, of this pattern or of all, they are forgotten first."""
        if len(self) >= _REMEMBERED_TEXTS:
            self._forget()
        if _Answers.count >= _MOST_REMEMBERED:
            for each in tuple(_Answers.everybody):
                each._forget()
            _Answers.count = 0
        _Answers.count += 1
        self[text] = answer

    def _forget(self) -> None:
        _Answers.count -= len(self)
        self.clear()


_SHARED: SharedCache[Matcher] = SharedCache(recent=4 << 20)


class Matcher(Protocol):
    """Tells whether a pattern is found anywhere in a text; raises PatternLimitError where that would take too long."""

    quick: Callable[[str], bool]
    """Tells whether the pattern is found, and says no where telling would take too long."""

    def __call__(self, text: str) -> bool: ...


def matcher(pattern: str) -> Matcher:
    """Returns a function that tells whether a pattern is found anywhere in a text; raises PatternError."""
    return _SHARED.get(pattern, lambda: _matcher(pattern), lambda _: _SIZE + 2 * len(pattern))


def _matcher(pattern: str) -> Matcher:
    """Makes the two functions of a pattern. Hot: nearly all texts are known."""
    answers = _Answers(CompiledPattern(pattern))

    def found(text: str) -> bool:
        answer = answers.get(text)
        return answers.look(text) if answer is None else answer

    made: Any = found
    made.quick = answers.__getitem__
    return made  # type: ignore[no-any-return]  # a function with another


class _LastLong:
    """The long text that was last looked at, by which program, and what came of it; one for all threads."""

    seen: tuple[CompiledPattern, str, bool] | None = None


def _found_in_long(program: CompiledPattern, text: str) -> bool:
    last = _LastLong.seen
    if last is not None and last[0] is program and last[1] is text:
        return last[2]
    answer = next(_parts_of(program, text, 1), None) is not None
    _LastLong.seen = (program, text, answer)
    return answer


def find_parts(pattern: str, text: str, limit: int = -1) -> Iterator[tuple[str, int]]:
    """Gives the parts of a text that match a pattern, so many at most, and how much of the text is left behind each.

    A negative limit means all. Raises PatternError, and PatternLimitError where that would take too long.
    """
    program = _PROGRAMS.get(pattern, lambda: CompiledPattern(pattern), lambda _: _SIZE + 2 * len(pattern))
    return _parts_of(program, text, limit)


_PROGRAMS: SharedCache[CompiledPattern] = SharedCache(recent=4 << 20)


def _parts_of(program: CompiledPattern, text: str, limit: int) -> Iterator[tuple[str, int]]:
    """Gives the parts of a text that match: found here, or in a process of its own where that may take long."""
    loaded = program.loaded or program.load()
    data = loaded.encode(text)
    if loaded.far or loaded.length * len(data) > _HEAVY_STEPS:
        yield from _heavy_parts_of(program.pattern, text, limit)
        return
    from kapivara.content.spans import spans_of  # rules alone ask where patterns match

    budget = current_budget()

    def check() -> None:
        if not budget.count_search():
            raise PatternLimitError(search_limit())

    budget.begin_search()
    check()
    yield from _cut(text, data, spans_of(loaded, data, limit, check))
    check()


def _heavy_parts_of(pattern: str, text: str, limit: int) -> Iterator[tuple[str, int]]:
    from kapivara.content.heavy_search import search_elsewhere  # it starts processes: few ever need it

    search = search_elsewhere(pattern, text, limit)
    return _cut(text, None if search.in_characters else text.encode("utf-8", "replace"), search.spans())


def _cut(text: str, data: bytes | None, spans: Iterator[tuple[int, int]]) -> Iterator[tuple[str, int]]:
    """Gives the parts of a text, and how much of it is left behind each; their places count bytes of data, if given."""
    size = len(text if data is None else data)
    if data is None or size == len(text):
        return ((text[start:end], size - end) for start, end in spans)
    return ((data[start:end].decode(), size - end) for start, end in spans)


def pattern_limit(pattern: str) -> str | None:
    """Says that kapivara cannot run a pattern which the server takes; None for nearly all patterns."""
    if is_costly(pattern):
        try:
            matcher(pattern)
        except PatternLimitError as error:
            return str(error)
    return None
