"""Recognizes patterns that match only ASCII texts, by their form."""

from __future__ import annotations

import re

from kapivara.languages.re2.syntax import pieces_of, regexp_error
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
"""The pieces that match ASCII characters, or group others; excludes negated classes and flags."""


def matches_only_ascii(pattern: str) -> bool:
    """Returns True if a pattern is known to match only whole ASCII texts."""
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
