"""Matches regular expressions of CEL rules in RE2's syntax, with the error messages of Go's regexp.

Upstream: Go regexp MatchString; cel-go common/types/string.go Match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.cel.errors import CelError
from kapivara.values.caches import cache_short_texts

if TYPE_CHECKING:
    from kapivara.languages.re2.patterns import Matcher


def matches(text: str, pattern: str) -> bool:
    """Returns whether a pattern matches in a text; raises CelError for an invalid pattern, or past a limit of work."""
    try:
        return matcher_of(pattern)(text)
    except ValueError as problem:  # a PatternError, whose module is loaded on demand
        raise CelError(str(problem)) from None


def matching(pattern: str) -> Callable[[str], bool] | None:
    """Returns a function that matches one pattern; None where the pattern is invalid."""
    try:
        found = matcher_of(pattern)
    except ValueError:
        return None

    def matches_it(text: str) -> bool:
        try:
            return found(text)
        except ValueError as problem:
            raise CelError(str(problem)) from None

    return matches_it


@cache_short_texts(64, longest=256)
def matcher_of(pattern: str) -> Matcher:
    """Compiles a pattern; raises PatternError."""
    from kapivara.languages.re2.patterns import matcher

    return matcher(pattern)
