"""Splits a JSON text into tokens and checks the grammar, for values, positions and duplicates.

Used if orjson cannot help (errors, duplicates, unusual numbers, positions). It prefers exact messages to speed, and
keeps its own stack, so that deep nesting cannot exhaust Python's.

The tokenizer calls this only after an error, so valid texts never pay for it. Upstream: sigs.k8s.io/json internal
scanner.go (1.37), whose texts are those of Go's encoding/json.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

from kapivara.codec.decoded import MAX_DEPTH
from kapivara.codec.errors import TOO_DEEP, CannotError, DecodeError
from kapivara.codec.text_place import line_and_column, skip_space, skip_string_text
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.rendering import quote


class Expected(Enum):
    """The token that may come next; the value is the server's phrase for a character that may not."""

    VALUE = "looking for beginning of value"
    FIRST_ITEM = "looking for beginning of value "  # or the end of the list
    KEY = "looking for beginning of object key string"
    FIRST_KEY = "looking for beginning of object key string "  # or the end of the object
    COLON = "after object key"
    MORE_FIELDS = "after object key:value pair"
    MORE_ITEMS = "after array element"
    END = "after top-level value"


_BEFORE_FRACTION = lazy_bytes_pattern(rb"-?+[0-9]++\.")
_BEFORE_EXPONENT = lazy_bytes_pattern(rb"-?+[0-9]++(?:\.[0-9]++)?[eE][-+]?+")
_DIGIT = lazy_bytes_pattern(rb"[0-9]")
_WORDS = {ord("t"): b"true", ord("f"): b"false", ord("n"): b"null"}
_HEX_DIGITS = frozenset(b"0123456789abcdefABCDEF")
_BEFORE_VALUE = (Expected.VALUE, Expected.FIRST_ITEM)
_BEFORE_STRING = (*_BEFORE_VALUE, Expected.KEY, Expected.FIRST_KEY)
_END_OF_INPUT = "unexpected end of JSON input"


def syntax_error(data: bytes, position: int, expected: Expected) -> DecodeError:
    """Returns the error for the first byte from `position` on that cannot be part of `expected`."""
    position = skip_space(data, position)
    context = expected.value.rstrip()
    if position >= len(data):
        return _at(data, position, "")
    first = data[position]
    if expected in _BEFORE_VALUE and first in _WORDS:
        position, context = _word_fault(data, position, _WORDS[first])
    elif expected in _BEFORE_VALUE and first == ord("-"):
        position, context = position + 1, "in numeric literal"
    elif expected in _BEFORE_STRING and first == ord('"'):
        position, context = _string_fault(data, position)
    return _at(data, position, context)


def number_error(data: bytes, position: int) -> DecodeError | None:
    """Returns the error for a number without digits in its fraction or exponent; None for a complete number."""
    point = _BEFORE_FRACTION.match(data, position)
    if point and not _DIGIT.match(data, point.end()):
        return _at(data, point.end(), "after decimal point in numeric literal")
    exponent = _BEFORE_EXPONENT.match(data, position)
    if exponent and not _DIGIT.match(data, exponent.end()):
        return _at(data, exponent.end(), "in exponent of numeric literal")
    return None


def depth_error(data: bytes, position: int) -> DecodeError:
    """Returns the error for a bracket that nests too deeply."""
    return _at(data, position, TOO_DEEP)


def _word_fault(data: bytes, position: int, word: bytes) -> tuple[int, str]:
    same = 1
    while data[position + same : position + same + 1] == word[same : same + 1]:
        same += 1
    return position + same, f"in literal {word.decode()} (expecting '{chr(word[same])}')"


def _string_fault(data: bytes, position: int) -> tuple[int, str]:
    position = skip_string_text(data, position)
    if position >= len(data):
        return position, ""
    if data[position] != ord("\\"):
        return position, "in string literal"
    position += 1
    if data[position : position + 1] != b"u":
        return position, "in string escape code"
    position += 1
    while position < len(data) and data[position] in _HEX_DIGITS:
        position += 1
    return position, "in \\u hexadecimal character escape"


def _at(data: bytes, position: int, context: str) -> DecodeError:
    """Returns the error at a position; a literal that ends too early gets the error for a space."""
    line, column = line_and_column(data, position)
    if not context:
        return DecodeError(_END_OF_INPUT, line, column, syntax=True)
    found = chr(data[position]) if position < len(data) else " "
    shown = {"'": r"\'", '"': '"'}.get(found) or quote(found)[1:-1]
    return DecodeError(f"invalid character '{shown}' {context}", line, column, syntax=True)


Token: TypeAlias = tuple[str, int, int]
"""The kind (`{`, `}`, `[`, `]`, key, string, number, word or end), the first byte, and the byte after the last."""

_TOKEN = lazy_bytes_pattern(
    rb"[ \t\r\n]*+(?:"
    rb"([{}\[\],:])"
    rb'|("[^"\\\x00-\x1f]*+["\\])'
    rb"|(-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?+[0-9]++)?)"
    rb"|(true|false|null))"
)
_KNOWN = lazy_bytes_pattern(rb'("[^"\\]*+")(?:[ \t\r\n]*+(:))?|([{\[])|([}\]])|([-+.0-9eE]++)|([a-z]++)|("[^"\\]*+\\)')
"""A token of a well-formed text, or the start of a string with escapes; skips the separators."""
_COLON = lazy_bytes_pattern(rb"[ \t\r\n]*+:")
_KEY, _ESCAPED = 2, 7
_KNOWN_KINDS = ("", "string", "key", "", "", "number", "word")
_PUNCTUATION, _STRING, _NUMBER, _WORD = 1, 2, 3, 4
_KINDS = {_STRING: "string", _NUMBER: "number", _WORD: "word"}
_BACKSLASH = ord("\\")
_NUMBER_GOES_ON = (b".", b"e", b"E")
_SPELLED_VALUES = 100_000
"""The maximum number of values of a text that may be read with their spelling, in a second or two."""


def tokens(data: bytes, start: int = 0, *, max_depth: int = MAX_DEPTH, inside: str = "") -> Iterator[Token]:
    """Yields the tokens of the first value from `start` on, then an `end`; raises DecodeError with the server's text.

    Checks commas and colons but does not yield them. Ignores the text after the value. `inside` holds the open brackets
    if `start` is after a comma.
    """
    brackets = list(inside)
    expected = Expected.KEY if inside.endswith("{") else Expected.VALUE
    position = start
    while expected is not Expected.END:
        match = _TOKEN.match(data, position)
        if match is None:
            raise syntax_error(data, position, expected)
        group = match.lastindex or 0
        begin, end = match.span(group)
        if group == _STRING and data[end - 1] == _BACKSLASH:
            end = skip_string_text(data, begin) + 1
            if data[end - 1 : end] != b'"':
                raise syntax_error(data, position, expected)
        if group == _PUNCTUATION:
            kind = match[group].decode()
            following = _after_sign(kind, expected, brackets)
            if len(brackets) > max_depth:
                raise depth_error(data, begin)
        elif expected is Expected.VALUE or expected is Expected.FIRST_ITEM:
            kind, following = _KINDS[group], _after_value(brackets)
            if group == _NUMBER and data[end : end + 1] in _NUMBER_GOES_ON and (error := number_error(data, begin)):
                raise error
        else:
            kind, following = "key", Expected.COLON if group == _STRING and expected in _BEFORE_KEY else None
        if following is None:
            raise syntax_error(data, position, expected)
        if kind != "," and kind != ":":
            yield kind, begin, end
        expected, position = following, end
    yield "end", position, position


def spelled_tokens(data: bytes) -> Iterator[Token]:
    """Yields the tokens of a well-formed text, for callers that keep its spelling, which is slow.

    Raises CannotError if that would take too long; only a malicious text has so many values.
    """
    if _values(data) > _SPELLED_VALUES and _values_outside_strings(data) > _SPELLED_VALUES:
        raise CannotError(f"keep the spelling of more than {_SPELLED_VALUES:,} values; send fewer, and no field twice")
    return known_tokens(data)


def _values_outside_strings(data: bytes) -> int:
    """Estimates the number of values of a text; works in pieces to let other threads run."""
    from kapivara.codec.json.large.pieces import (  # a command that reads small files needs none
        PIECE,
        cut,
        without_strings,
    )

    return sum(_values(without_strings(text)) + 1 for _, text, _ in cut(data, PIECE))


def _values(data: bytes) -> int:
    """Returns an upper estimate of the number of values; counts commas and brackets in strings, too."""
    return data.count(b",") + data.count(b"[") + data.count(b"{")


def known_tokens(data: bytes) -> Iterator[Token]:
    """Yields the tokens of a well-formed text of moderate depth, several times faster, without an `end`."""
    position = 0
    while True:
        for match in _KNOWN.finditer(data, position):
            group = match.lastindex or 0
            if group == _ESCAPED:
                break
            begin, end = match.span(1 if group == _KEY else group)
            yield _KNOWN_KINDS[group] or chr(data[begin]), begin, end
        else:
            return
        begin, position = match.start(), skip_string_text(data, match.start()) + 1
        yield "key" if _COLON.match(data, position) else "string", begin, position


def _after_sign(sign: str, expected: Expected, brackets: list[str]) -> Expected | None:
    """Opens or closes brackets; returns what may follow, or None if the sign is not allowed here."""
    if sign == ":":
        return Expected.VALUE if expected is Expected.COLON else None
    if sign == ",":
        if expected is Expected.MORE_FIELDS:
            return Expected.KEY
        return Expected.VALUE if expected is Expected.MORE_ITEMS else None
    if sign in _CLOSES:
        if expected not in _CLOSES[sign]:
            return None
        brackets.pop()
        return _after_value(brackets)
    if expected is not Expected.VALUE and expected is not Expected.FIRST_ITEM:
        return None
    brackets.append(sign)
    return Expected.FIRST_KEY if sign == "{" else Expected.FIRST_ITEM


def _after_value(brackets: list[str]) -> Expected:
    if not brackets:
        return Expected.END
    return Expected.MORE_FIELDS if brackets[-1] == "{" else Expected.MORE_ITEMS


# Tuples, because a hash look-up is slow for members of an Enum.
_BEFORE_KEY = (Expected.KEY, Expected.FIRST_KEY)
_CLOSES = {
    "}": (Expected.FIRST_KEY, Expected.MORE_FIELDS),
    "]": (Expected.FIRST_ITEM, Expected.MORE_ITEMS),
}
