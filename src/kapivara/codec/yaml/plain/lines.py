"""Parses one line of plain block YAML: a field, an item, or both, with a value that needs no other line.

`read_line` decides only certain cases; every other line is ODD. `yaml_scalars` interprets scalars, as for the exact
decoder. `plain_yaml` combines the lines.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from kapivara.codec.yaml.exact.scalars import HINTS, WORDS, as_json, resolve
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

PLAIN, CLOSED, EMPTY, BRACKETS, BEGUN, ANCHOR, ALIAS, BLANK, ODD = range(9)
"""The kinds of lines by their values: a scalar that may continue in the next line; one that may not; no value yet; a
flow collection, as written; a text in quotes or after `|` that continues, as written; an anchor for the value of the
next lines; an alias; no content; and a line for the exact decoder.
"""

_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`")
"""The characters that cannot start a plain scalar, except a minus before a non-space."""
QUOTED = r"""(?:"(?:[^"\\]|\\["\\nt])*"|'(?:[^']|'')*')"""
_NAME = r"[A-Za-z0-9_./$][A-Za-z0-9_./$-]{0,127}"
KEY = lazy_pattern(rf"""(?:({_NAME})|"([^"\\]{{0,127}})"|'([^']{{0,127}})'):(?: +|\Z)""")
_COMMON = lazy_pattern(
    r"(- +)?([A-Za-z][A-Za-z0-9_./$-]{0,127}): +"
    r'(?:([A-Za-z/][A-Za-z0-9_./@=+:-]*(?<!:)|[0-9]+(?:[KMGT]i|[ms%]))|([1-9][0-9]{0,17})|"([^"\\]*)")\Z'
)
"""A field with a word, a number or a quoted text: most lines."""
_QUOTED_VALUE = lazy_pattern(rf"({QUOTED}) *(?: #.*)?\Z")
_REFERENCE = lazy_pattern(r"([&*])([A-Za-z0-9_-]{1,64}) *(?: #.*)?\Z")
_SURE_DIGITS = 19  # fewer than these are an int64
_LONGEST_QUOTED = 20_000  # characters: Python needs many bytes per repetition of a group
_ESCAPE = lazy_pattern(r'\\(["\\nt])')
_ESCAPED = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}


Line: TypeAlias = tuple[int, int, int, str | None, Any]
"""One line: its kind, its depth, the width of its dash, its key (None without one), its value.

The depth is twice the start column, plus one for an item, because items are inside a field of the same column. A plain
tuple, because the decoder unpacks thousands.
"""
_BLANK_LINE: Line = (BLANK, -2, 0, None, None)  # shallower than any collection


class UnsureError(Exception):
    """The text needs the exact decoder."""


def read_line(line: str) -> Line:
    """Parses a line of plain characters."""
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
    """Returns the key of a match of KEY; raises UnsureError if it is no string."""
    if plain is None:
        return double if double is not None else single or ""
    if plain[0] in HINTS and resolve(plain)[0] != "str":
        raise UnsureError
    return plain


def _value(text: str) -> tuple[int, JsonValue]:
    """Returns the kind and the value of the text after a key or a dash; raises UnsureError."""
    if not text or text[0] == "#":
        return EMPTY, None
    first = text[0]
    if first in "[{":
        return BRACKETS, text
    if first in "\"'":
        if len(text) > _LONGEST_QUOTED:
            raise UnsureError
        if text[-1] == first and text.count(first) == 2 and (first == "'" or "\\" not in text):  # the common case
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
    """Returns the value of an unquoted scalar; raises UnsureError."""
    if text[0] in _INDICATORS and (text[0] != "-" or text[1:2] in ("", " ")):
        raise UnsureError
    if ": " in text or text[-1] == ":":
        raise UnsureError
    if text[0] not in HINTS:
        return text
    if len(text) < _SURE_DIGITS and text.isdecimal() and text.isascii() and text[0] != "0":
        return int(text)
    value = as_json(resolve(text)[1])
    if type(value) is float and value - value != 0:  # infinite or NaN
        raise UnsureError
    return value


def unquote(text: str) -> str:
    """Returns the content of a quoted text that matches QUOTED."""
    inside = text[1:-1]
    if text[0] == "'":
        return inside.replace("''", "'")
    return _ESCAPE.sub(lambda escape: _ESCAPED[escape[1]], inside) if "\\" in inside else inside
