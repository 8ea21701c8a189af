"""Splits a JSON text into tokens and checks the grammar, for values, positions and duplicates.

Used if orjson cannot help (errors, duplicates, unusual numbers, positions). It prefers exact messages to speed, and
keeps its own stack, so that deep nesting cannot exhaust Python's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kapivara.codec.decoded import MAX_DEPTH
from kapivara.codec.errors import CannotError
from kapivara.codec.json.plain.faults import Expected, depth_error, number_error, syntax_error
from kapivara.codec.text_place import skip_string_text
from kapivara.values.lazy_pattern import lazy_bytes_pattern

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
