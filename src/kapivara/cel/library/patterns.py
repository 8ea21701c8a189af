"""Regular expressions of rules: whether they match; RE2, with the words of Go's regexp.

Upstream: Go regexp MatchString; cel-go common/types/string.go Match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.cel.errors import CelError
from kapivara.values.caches import cache_short_texts

if TYPE_CHECKING:
    from kapivara.content.patterns import Matcher


def matches(text: str, pattern: str) -> bool:
    """Returns whether a pattern is found in a text; fails where the pattern is none, or that would take too long."""
    try:
        return matcher_of(pattern)(text)
    except ValueError as problem:  # a PatternError, whose room is loaded when it is needed
        raise CelError(str(problem)) from None


def matching(pattern: str) -> Callable[[str], bool] | None:
    """Returns `matches` for one pattern; None where it is none."""
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
    from kapivara.content.patterns import matcher

    return matcher(pattern)
