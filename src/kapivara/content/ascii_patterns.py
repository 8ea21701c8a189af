"""Patterns that match nothing but texts in ASCII, a byte for each character. Seen from their form alone, or not."""

from __future__ import annotations

import re

from kapivara.content.regexp_syntax import pieces_of, regexp_error
from kapivara.values.lazy_pattern import lazy_pattern

_STARTS = ("^", r"\A")
_ENDS = ("$", r"\z")
_PLAIN = lazy_pattern(
    r"""[!-~ ](?<![.\\^$|])             # a character, or a sign that repeats what is before it
    |\\[dw!-/:-@\[-`{-~]                # digits, words, and what would mean something else
    |\((?:\?:)?|\)|\|
    |\{\d+(?:,\d*)?\}|[*+?]\?
    |\[(?:[!-Z_-~ ]|\\[dw!-/:-@\[-`{-~])+\]""",
    re.VERBOSE,
)
"""The pieces that match characters of ASCII, or tell how they belong together: no class of what is not, no flags."""


def matches_only_ascii(pattern: str) -> bool:
    """Tells whether a pattern is seen to match whole texts, of characters of ASCII."""
    pieces = pieces_of(pattern) if regexp_error(pattern) is None else []
    if len(pieces) < 2 or pieces[0] not in _STARTS or pieces[-1] not in _ENDS:
        return False
    depth = 0
    for piece in pieces[1:-1]:
        if _PLAIN.fullmatch(piece) is None:
            return False
        depth += piece.startswith("(") - (piece == ")")
        if piece == "|" and not depth:
            return False
    return True
