"""Regular expressions that compile when first used.

Compiling the fifty patterns of this package costs 20 ms, and a run uses a handful of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """Stands for a compiled pattern; what is asked of it is kept, so that the next call goes straight there."""

    def __init__(self, pattern: Any, flags: int):
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._pattern, self._flags), name)  # `re` keeps the compiled pattern
        self.__dict__[name] = found
        return found


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Declares a pattern of ours, to be compiled on first use."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))


def lazy_bytes_pattern(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Declares a pattern over bytes, to be compiled on first use."""
    return cast("re.Pattern[bytes]", _LazyPattern(pattern, flags))
