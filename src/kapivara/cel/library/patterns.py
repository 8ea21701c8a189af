"""Regular expressions of rules: what they match, and what they match where; RE2, with the words of Go's regexp.

Upstream: Go regexp MatchString, FindString, FindAllString; cel-go common/types/string.go Match.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kapivara.cel.errors import CelError


def matches(text: str, pattern: str) -> bool:
    """Tells whether a pattern is found in a text; fails where the pattern is none."""
    return text_matcher(pattern)(text)


@lru_cache(maxsize=4096)
def text_matcher(pattern: str) -> Callable[[str], bool]:
    """Compiles a pattern; what is returned tells whether it is found in a text. Fails where it is no pattern."""
    from kapivara.content.patterns import PatternError, matcher

    complaint = pattern_complaint(pattern)
    if complaint is not None:
        raise CelError(complaint)
    try:
        return matcher(pattern)
    except PatternError as problem:
        raise CelError(f"error parsing regexp: {problem}") from None


def pattern_complaint(pattern: str) -> str | None:
    """What the server says about a pattern, or None where it is fine."""
    from kapivara.content.regexp_syntax import regexp_error

    return regexp_error(pattern)


@lru_cache(maxsize=1024)
def searcher(pattern: str) -> Any:
    """Compiles a pattern for `find`; what is returned has `groups` and `spans`. Raises ValueError as complaint."""
    complaint = pattern_complaint(pattern)
    if complaint is not None:
        raise ValueError(complaint)
    return _Searcher(pattern)


class _Searcher:
    """A pattern that tells where it and its groups match, in bytes of UTF-8."""

    __slots__ = ("_anchor", "_groups", "_match")

    def __init__(self, pattern: str):
        import re2

        options = re2.Options()
        options.log_errors = False
        options.max_mem = 64 << 20
        compiled = re2._re2.RE2(pattern.encode("utf-8", "replace"), options)
        if not compiled.ok():
            raise ValueError(f"error parsing regexp: {compiled.error()}")
        self._anchor = re2._re2.RE2.Anchor.UNANCHORED
        self._match = compiled.Match
        self._groups = compiled.NumberOfCapturingGroups()

    @property
    def groups(self) -> int:
        """How many groups the pattern has."""
        return int(self._groups)

    def spans(self, data: bytes, place: int) -> list[tuple[int, int]] | None:
        """Where the pattern and its groups match, from a place on; (-1, -1) for a group that takes no part."""
        found = self._match(self._anchor, data, place, len(data))
        return None if found[0][0] < 0 else found
