"""Regular expressions of users, run by RE2, which has the server's syntax, in linear time.

Calls RE2's matcher directly: the package's `search` creates a match object, which costs ten times as much as the match.
Results for short texts are cached, up to a bound, since fields with a pattern (kinds, groups, port names) see the same
few texts again and again. For long texts and long programs, the last result is cached, since an invalid text is checked
twice: once quickly, and once for the error. Linear time is long for long programs and texts: these run in a separate
process, and the searches of one request together have a limit.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Protocol

from kapivara.languages.re2.program import ANYWHERE, CompiledPattern, PatternError, PatternLimitError
from kapivara.languages.re2.syntax import is_costly
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
    """The cached results of one pattern by text; indexing computes missing ones.

    Hot: a lookup in a dict needs no Python call. A text that would take too long counts as no match.
    """

    __slots__ = ("__weakref__", "_program")
    count = 0
    """An upper bound of the number of texts cached for all patterns."""
    everybody: ClassVar[weakref.WeakSet[_Answers]] = weakref.WeakSet()
    __hash__ = object.__hash__  # type: ignore[assignment]  # hashed by identity, like other objects
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
        """Returns True if the pattern matches; raises PatternLimitError if that would take too long."""
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
        """Caches the result of a text; clears the caches of this or all patterns at their limits."""
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
    """Returns True if a pattern matches anywhere in a text; raises PatternLimitError if that would take too long."""

    quick: Callable[[str], bool]
    """Returns True if the pattern matches, and False if that would take too long."""

    def __call__(self, text: str) -> bool: ...


def matcher(pattern: str) -> Matcher:
    """Returns a function that matches a pattern anywhere in a text; raises PatternError."""
    return _SHARED.get(pattern, lambda: _matcher(pattern), lambda _: _SIZE + 2 * len(pattern))


def _matcher(pattern: str) -> Matcher:
    """Creates the two functions of a pattern. Hot: nearly all texts are cached."""
    answers = _Answers(CompiledPattern(pattern))

    def found(text: str) -> bool:
        answer = answers.get(text)
        return answers.look(text) if answer is None else answer

    made: Any = found
    made.quick = answers.__getitem__
    return made  # type: ignore[no-any-return]  # a function with an attribute


class _LastLong:
    """The last long text with its program and result; shared by all threads."""

    seen: tuple[CompiledPattern, str, bool] | None = None


def _found_in_long(program: CompiledPattern, text: str) -> bool:
    last = _LastLong.seen
    if last is not None and last[0] is program and last[1] is text:
        return last[2]
    answer = next(_parts_of(program, text, 1), None) is not None
    _LastLong.seen = (program, text, answer)
    return answer


def find_parts(pattern: str, text: str, limit: int = -1) -> Iterator[tuple[str, int]]:
    """Yields the matching parts of a text, at most `limit`, each with the length of the text after it.

    A negative limit means all. Raises PatternError, and PatternLimitError if that would take too long.
    """
    program = _PROGRAMS.get(pattern, lambda: CompiledPattern(pattern), lambda _: _SIZE + 2 * len(pattern))
    return _parts_of(program, text, limit)


_PROGRAMS: SharedCache[CompiledPattern] = SharedCache(recent=4 << 20)


def _parts_of(program: CompiledPattern, text: str, limit: int) -> Iterator[tuple[str, int]]:
    """Yields the matching parts of a text, found in this process, or in a separate one if slow."""
    loaded = program.loaded or program.load()
    data = loaded.encode(text)
    if loaded.far or loaded.length * len(data) > _HEAVY_STEPS:
        yield from _heavy_parts_of(program.pattern, text, limit)
        return
    from kapivara.languages.re2.spans import spans_of  # only rules need it

    budget = current_budget()

    def check() -> None:
        if not budget.count_search():
            raise PatternLimitError(search_limit())

    budget.begin_search()
    check()
    yield from _cut(text, data, spans_of(loaded, data, limit, check))
    check()


def _heavy_parts_of(pattern: str, text: str, limit: int) -> Iterator[tuple[str, int]]:
    from kapivara.languages.re2.heavy_search import search_elsewhere  # starts processes; rarely needed

    search = search_elsewhere(pattern, text, limit)
    return _cut(text, None if search.in_characters else text.encode("utf-8", "replace"), search.spans())


def _cut(text: str, data: bytes | None, spans: Iterator[tuple[int, int]]) -> Iterator[tuple[str, int]]:
    """Yields the parts of a text, each with the length of the text after it.

    Positions count bytes of `data`, if given.
    """
    size = len(text if data is None else data)
    if data is None or size == len(text):
        return ((text[start:end], size - end) for start, end in spans)
    return ((data[start:end].decode(), size - end) for start, end in spans)


def pattern_limit(pattern: str) -> str | None:
    """Returns the reason why kapivara cannot run a pattern that the server accepts; None for nearly all patterns."""
    if is_costly(pattern):
        try:
            matcher(pattern)
        except PatternLimitError as error:
            return str(error)
    return None
