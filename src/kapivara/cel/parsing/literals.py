"""Evaluates literals: numbers with their ranges, strings and bytes, the three keywords.

Upstream: cel-go parser/parser.go VisitInt, VisitUint, VisitDouble, VisitString, VisitBytes.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.parsing.unescape import UnescapeError, unescape_bytes, unescape_string

_MAX_INT, _MAX_UINT = 2**63 - 1, 2**64 - 1
_KEYWORDS = {"BoolTrue": True, "BoolFalse": False, "Null": None}


class LiteralError(ValueError):
    """An invalid literal. `value` replaces it in the tree; None if there is no replacement."""

    def __init__(self, message: str, value: Any = None):
        super().__init__(message)
        self.value = value


def literal_value(kind: str, text: str, *, negative: bool) -> Any:
    """Returns the value of a literal, given the kind of its phrase; raises `LiteralError`."""
    if kind == "String" or kind == "Bytes":
        return _quoted(kind, text)
    if kind == "Int":
        return _int(text, negative)
    if kind == "Uint":
        return _uint(text[:-1])
    if kind == "Double":
        return _double(text, negative)
    return _KEYWORDS[kind]


def _quoted(kind: str, text: str) -> str | bytes:
    try:
        return unescape_string(text) if kind == "String" else unescape_bytes(text[1:])
    except UnescapeError as error:
        raise LiteralError(str(error), text) from None


def _int(text: str, negative: bool) -> int:
    value = -_integer(text) if negative else _integer(text)
    if not -_MAX_INT - 1 <= value <= _MAX_INT:
        raise LiteralError("invalid int literal")
    return value


def _uint(text: str) -> int:
    from kapivara.cel.values.uint import UInt

    value = _integer(text)
    if value > _MAX_UINT:
        raise LiteralError("invalid uint literal")
    return UInt(value)


def _integer(text: str) -> int:
    """Parses digits; of very many only enough to be out of range, since Python rejects very long numbers."""
    if text.startswith("0x"):
        return int(text[2:], 16)
    return int(text) if len(text) <= 40 else int(text.lstrip("0")[:40] or "0")


def _double(text: str, negative: bool) -> float:
    value = float(text)
    if value == float("inf"):
        raise LiteralError("invalid double literal")
    return -value if negative else value
