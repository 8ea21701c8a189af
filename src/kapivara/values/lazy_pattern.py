"""Regular expressions that compile on first use.

Compiling the fifty patterns of this package takes 20 ms, and a run uses few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """A proxy of a compiled pattern, which caches the methods used."""

    def __init__(self, pattern: Any, flags: int):
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._pattern, self._flags), name)  # `re` caches the compiled pattern
        self.__dict__[name] = found
        return found


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Returns a pattern that compiles on first use."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))


def lazy_bytes_pattern(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Returns a pattern over bytes that compiles on first use."""
    return cast("re.Pattern[bytes]", _LazyPattern(pattern, flags))
