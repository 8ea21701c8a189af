"""Regular expressions of rules: whether they match; RE2, with the words of Go's regexp.

Upstream: Go regexp MatchString; cel-go common/types/string.go Match.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

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
