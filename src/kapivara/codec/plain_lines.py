"""What one line of plain block YAML says: a field, an item, or both, with a value that needs no other line.

`read_line` answers only where it is certain; every other line is ODD. What scalars mean is told by `yaml_scalars`, as
for the exact reader. The step after is `plain_yaml`, which puts lines together.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from kapivara.codec.yaml_scalars import HINTS, WORDS, as_json, resolve
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

PLAIN, CLOSED, EMPTY, BRACKETS, BEGUN, ANCHOR, ALIAS, BLANK, ODD = range(9)
"""Kinds of lines, by their values: a scalar that may go on in the next line; one that may not; none yet; a list or an
object in brackets, and a text in quotes or behind `|` that takes more lines, both as they are written; the name that
what comes in the next lines is given, or that stands for what was given it; no content; and what only the exact reader
knows."""

_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`")
"""What no plain scalar starts with, but for a minus before anything other than a space."""
QUOTED = r"""(?:"(?:[^"\\]|\\["\\nt])*"|'(?:[^']|'')*')"""
_NAME = r"[A-Za-z0-9_./$][A-Za-z0-9_./$-]{0,127}"
KEY = lazy_pattern(rf"""(?:({_NAME})|"([^"\\]{{0,127}})"|'([^']{{0,127}})'):(?: +|\Z)""")
_COMMON = lazy_pattern(
    r"(- +)?([A-Za-z][A-Za-z0-9_./$-]{0,127}): +"
    r'(?:([A-Za-z/][A-Za-z0-9_./@=+:-]*(?<!:)|[0-9]+(?:[KMGT]i|[ms%]))|([1-9][0-9]{0,17})|"([^"\\]*)")\Z'
)
"""A field whose value is a word, a number or in quotes: most of all lines."""
_QUOTED_VALUE = lazy_pattern(rf"({QUOTED}) *(?: #.*)?\Z")
_REFERENCE = lazy_pattern(r"([&*])([A-Za-z0-9_-]{1,64}) *(?: #.*)?\Z")
_SURE_DIGITS = 19  # fewer than these are an int64
_LONGEST_QUOTED = 20_000  # characters: Python keeps many bytes for each turn of a group
_ESCAPE = lazy_pattern(r'\\(["\\nt])')
_ESCAPED = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}


Line: TypeAlias = tuple[int, int, int, str | None, Any]
"""One line: its kind, its depth, how far a dash moves its content to the right, its key (None without one), its value.

The depth is twice the column that it starts in, and one more for an item: items are within a field of the same column.
A plain tuple, as the reader takes thousands of them apart."""
_BLANK_LINE: Line = (BLANK, -2, 0, None, None)  # as deep as no collection


class UnsureError(Exception):
    """What only the exact reader knows."""


def read_line(line: str) -> Line:
    """Reads a line, of characters that are known to be plain."""
    text = line.lstrip(" ")
    depth = 2 * (len(line) - len(text))
    common = _COMMON.match(text)
    if common is not None:
        dash, name, word, number, quoted = common.groups()
        width = 0 if dash is None else len(dash)
        if name not in WORDS and word not in WORDS:
            if word is not None:
                return PLAIN, depth + bool(width), width, name, word
            kind, value = (CLOSED, quoted) if number is None else (PLAIN, int(number))
            return kind, depth + bool(width), width, name, value
    if not text or text[0] == "#":
        return _BLANK_LINE
    content = text[1:].lstrip(" ") if text.startswith("- ") else text
    width = len(text) - len(content)
    depth += bool(width)
    match = KEY.match(content)
    if match is None and (not width or not content or content[0] in "#&*"):
        return ODD, depth, width, None, None
    try:
        key = None if match is None else read_key(*match.groups())
        kind, value = _value(content[match.end() :] if match else content)
    except UnsureError:
        return ODD, depth, width, None, None
    return kind, depth, width, key, value


def read_key(plain: str | None, double: str | None, single: str | None) -> str:
    """Returns the key that a match of KEY has found; raises UnsureError where it is no text."""
    if plain is None:
        return double if double is not None else single or ""
    if plain[0] in HINTS and resolve(plain)[0] != "str":
        raise UnsureError
    return plain


def _value(text: str) -> tuple[int, JsonValue]:
    """Returns the kind and the value of what stands behind a key or a dash; raises UnsureError."""
    if not text or text[0] == "#":
        return EMPTY, None
    first = text[0]
    if first in "[{":
        return BRACKETS, text
    if first in "\"'":
        if len(text) > _LONGEST_QUOTED:
            raise UnsureError
        if text[-1] == first and text.count(first) == 2 and (first == "'" or "\\" not in text):  # most of them
            return CLOSED, text[1:-1]
        match = _QUOTED_VALUE.match(text)
        return (CLOSED, unquote(match[1])) if match else (BEGUN, text.rstrip(" "))
    if first in "|>":
        return BEGUN, text.rstrip(" ")
    if first in "&*" and (reference := _REFERENCE.match(text)):
        return ANCHOR if first == "&" else ALIAS, reference[2]
    text, comment, _ = text.partition(" #")
    return CLOSED if comment else PLAIN, read_plain(text.rstrip(" "))


def read_plain(text: str) -> JsonValue:
    """Returns what a scalar without quotes means; raises UnsureError."""
    if text[0] in _INDICATORS and (text[0] != "-" or text[1:2] in ("", " ")):
        raise UnsureError
    if ": " in text or text[-1] == ":":
        raise UnsureError
    if text[0] not in HINTS:
        return text
    if len(text) < _SURE_DIGITS and text.isdecimal() and text.isascii() and text[0] != "0":
        return int(text)
    value = as_json(resolve(text)[1])
    if type(value) is float and value - value != 0:  # infinite, or not a number
        raise UnsureError
    return value


def unquote(text: str) -> str:
    """Returns the text in quotes, of which QUOTED is known to match."""
    inside = text[1:-1]
    if text[0] == "'":
        return inside.replace("''", "'")
    return _ESCAPE.sub(lambda escape: _ESCAPED[escape[1]], inside) if "\\" in inside else inside
