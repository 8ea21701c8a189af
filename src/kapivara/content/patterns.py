"""Regular expressions of users: RE2, the server's own syntax, in linear time.

Goes to RE2's matcher directly: the package's `search` builds a match object with offsets in characters,
which costs ten times the match itself and answers what nobody asks here. Short texts are remembered with their
answer, up to a bound: fields with a pattern (kinds, groups, names of ports) see the same few again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import re2

_REMEMBERED_LENGTH = 128
_REMEMBERED_TEXTS = 256
_NO_CAPTURES = re2.Options()
_NO_CAPTURES.never_capture = True
_NO_CAPTURES.log_errors = False
_NO_CAPTURES.max_mem = 64 << 20


class PatternError(ValueError):
    """A pattern that RE2 does not take; its text is RE2's."""


@lru_cache(maxsize=4096)
def matcher(pattern: str) -> Callable[[str], bool]:
    """Returns a function that tells whether a pattern is found anywhere in a text."""
    compiled = re2._re2.RE2(pattern.encode("utf-8", "replace"), _NO_CAPTURES)
    if not compiled.ok():
        error = compiled.error()
        raise PatternError(error.decode("utf-8", "replace") if isinstance(error, bytes) else str(error))
    match, anywhere = compiled.Match, re2._re2.RE2.Anchor.UNANCHORED
    known: dict[str, bool] = {}

    def found(text: str) -> bool:
        answer = known.get(text)
        if answer is None:
            data = text.encode("utf-8", "replace")
            answer = match(anywhere, data, 0, len(data))[0][0] >= 0
            if len(text) <= _REMEMBERED_LENGTH:
                if len(known) >= _REMEMBERED_TEXTS:
                    known.clear()
                known[text] = answer
        return answer

    return found
