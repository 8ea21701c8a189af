"""Generates short texts that match a regular expression, for examples.

It takes the first matching alternative, and as few repetitions as the pattern and the length allow. Every result is
checked against the pattern.
"""

from __future__ import annotations

from kapivara.languages.re2.patterns import matcher
from kapivara.languages.re2.syntax import escaped_rune, pieces_of, regexp_error
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_COUNT = lazy_pattern(r"\{(\d+)(,?)(\d*)\}")
_REPEATS = {"*": 0, "+": 1, "?": 0}
_ANCHORS = frozenset(("^", "$", "\\A", "\\z", "\\b", "\\B"))
_ESCAPED = {"\\d": "0", "\\w": "a", "\\s": " ", "\\D": "a", "\\W": "-", "\\S": "a", ".": "a"}
_PREFERRED = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./: "
_LONGEST_PATTERN = 500
_MOST_REPEATED = 64


@record
class _Piece:
    """A part of a pattern with its repetitions: a text, or a group of alternatives."""

    text: str
    group: tuple[tuple[_Piece, ...], ...] = ()
    least: int = 1
    most: int = 1


def sample_text(pattern: str, least: int = 0, most: int | None = None) -> str | None:
    """Returns a text that matches a pattern and has the given length; None if none was found."""
    if len(pattern) > _LONGEST_PATTERN or regexp_error(pattern) is not None:
        return None
    alternatives = _read(pieces_of(pattern))
    matches = matcher(pattern)
    for branch in alternatives:
        for more in (0, 1, 2, 4, 8, 16, 32, _MOST_REPEATED):
            text = _made(branch, more)
            if len(text) >= least and (most is None or len(text) <= most) and matches(text):
                return text
    return None


def _read(pieces: list[str]) -> tuple[tuple[_Piece, ...], ...]:
    """Parses the alternatives of a pattern."""
    waiting: list[list[list[_Piece]]] = [[[]]]
    for piece in pieces:
        if piece == ")":
            if len(waiting) == 1:
                continue
            group = tuple(map(tuple, waiting.pop()))
            waiting[-1][-1].append(_Piece("", group))
        elif piece.startswith("(") and not piece.endswith(")"):
            waiting.append([[]])
        elif piece == "|":
            waiting[-1].append([])
        elif _is_repeat(piece) and waiting[-1][-1]:
            waiting[-1][-1].append(_repeated(waiting[-1][-1].pop(), piece))
        elif piece not in _ANCHORS and not piece.startswith("(?"):
            waiting[-1][-1].append(_Piece(_character(piece)))
    return tuple(map(tuple, waiting[0]))


def _is_repeat(piece: str) -> bool:
    return piece.rstrip("?") in _REPEATS or piece in _REPEATS or _COUNT.match(piece) is not None


def _repeated(piece: _Piece, sign: str) -> _Piece:
    count = _COUNT.match(sign)
    if count is None:
        least = _REPEATS[sign[0]]
        return _Piece(piece.text, piece.group, least, 1 if sign[0] == "?" else _MOST_REPEATED)
    least = int(count[1])
    most = least if not count[2] else int(count[3]) if count[3] else _MOST_REPEATED
    return _Piece(piece.text, piece.group, least, most)


def _character(piece: str) -> str:
    """Returns a readable character that a piece matches."""
    if piece in _ESCAPED:
        return _ESCAPED[piece]
    if piece.startswith("["):
        fits = matcher(f"^{piece}$")
        return next((char for char in _PREFERRED if fits(char)), "a")
    if piece.startswith(("\\p", "\\P")):
        return "a"
    return chr(escaped_rune(piece)) if piece.startswith("\\") else piece


def _made(branch: tuple[_Piece, ...], more: int) -> str:
    """Renders a branch, with `more` extra repetitions where allowed."""
    parts = []
    for piece in branch:
        count = min(piece.least + more, max(piece.most, piece.least), _MOST_REPEATED)
        parts.append((_made(piece.group[0], more) if piece.group else piece.text) * count)
    return "".join(parts)
