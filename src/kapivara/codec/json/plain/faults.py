"""Finds the position of a syntax error in a JSON text, and its message.

The tokenizer calls this only after an error, so valid texts never pay for it. Upstream: sigs.k8s.io/json internal
scanner.go (1.37), whose texts are those of Go's encoding/json.
"""

from __future__ import annotations

from enum import Enum

from kapivara.codec.errors import TOO_DEEP, DecodeError
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
