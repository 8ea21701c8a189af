"""Evaluates literals: numbers with their ranges, strings and bytes, the three keywords.

Upstream: cel-go parser/parser.go VisitInt, VisitUint, VisitDouble, VisitString, VisitBytes.

The lexer accepts only well-formed literals; remaining errors are invalid code points, and Unicode escapes inside bytes.
Upstream: cel-go parser/unescape.go.
"""

from __future__ import annotations

import re
from typing import Any

from kapivara.values.lazy_pattern import lazy_pattern

_ESCAPE = lazy_pattern(r"\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))", re.S)
_PLAIN = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SAME = frozenset("\\'\"`?")


class UnescapeError(ValueError):
    """A literal without a value; the text is the reference implementation's."""


def unescape_string(literal: str) -> str:
    """Returns the value of a string literal, given with its quotes and prefix; raises UnescapeError."""
    raw, body = _body(literal)
    if raw or "\\" not in body:
        return body
    return _ESCAPE.sub(_character, body)


def unescape_bytes(literal: str) -> bytes:
    """Returns the value of a bytes literal, given without its `b`; raises UnescapeError."""
    raw, body = _body(literal)
    if raw or "\\" not in body:
        return body.encode("utf-8", "surrogatepass")
    parts: list[bytes] = []
    end = 0
    for found in _ESCAPE.finditer(body):
        parts.append(body[end : found.start()].encode("utf-8", "surrogatepass"))
        parts.append(_octet(found))
        end = found.end()
    parts.append(body[end:].encode("utf-8", "surrogatepass"))
    return b"".join(parts)


def _body(literal: str) -> tuple[bool, str]:
    """Removes prefix and quotes; line ends become line feeds, in raw literals too."""
    literal = literal.replace("\r\n", "\n").replace("\r", "\n")
    raw = literal[:1] in ("r", "R")
    if raw:
        literal = literal[1:]
    if len(literal) < 2 or literal[0] != literal[-1] or literal[0] not in "\"'":
        raise UnescapeError("unable to unescape string")
    width = 3 if len(literal) >= 6 and literal.startswith(("'''", '"""')) else 1
    return raw, literal[width : len(literal) - width]


def _character(found: re.Match[str]) -> str:
    byte, short, long, octal, plain = found.groups()
    if plain is not None:
        return _plain(plain)
    code = int(octal, 8) if octal is not None else int(byte or short or long, 16)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise UnescapeError("invalid unicode code point")
    return chr(code)


def _octet(found: re.Match[str]) -> bytes:
    byte, _short, _long, octal, plain = found.groups()
    if plain is not None:
        return _plain(plain).encode("utf-8")
    if byte is None and octal is None:
        raise UnescapeError("unable to unescape string")
    return bytes([int(octal, 8) if octal is not None else int(byte, 16)])


def _plain(char: str) -> str:
    if char in _SAME:
        return char
    if char in _PLAIN:
        return _PLAIN[char]
    raise UnescapeError("unable to unescape string")


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
