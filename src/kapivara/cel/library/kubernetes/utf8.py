"""Tests of characters: valid, printable, control characters.

Not in v1.37: KEP-4153 names these functions, and no server has them.
Upstream: the Go functions unicode/utf8 Valid, unicode.IsPrint and IsControl.
"""

from __future__ import annotations

from kapivara.cel.cost.library_table import PARSE
from kapivara.cel.functions import FUTURE, Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, BYTES, STRING


def _is_valid(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_valid_text(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= each <= "\udfff" for each in text)


def _is_print(text: str) -> bool:
    from kapivara.values.printable import is_print

    return all(map(is_print, text))


def _is_control(text: str) -> bool:
    return any(each < " " or "\x7f" <= each <= "\x9f" for each in text)


UTF8 = library(
    function(
        "utf8.isValid",
        Overload("utf8_is_valid_bytes", (BYTES,), BOOL, _is_valid, fails=False, cost=PARSE),
        Overload("utf8_is_valid_string", (STRING,), BOOL, _is_valid_text, fails=False, cost=PARSE),
        doc="Whether bytes are text in UTF-8, and whether a string holds nothing but characters.",
        examples=(("utf8.isValid(b'\\xc3\\xa9')", "true"), ("utf8.isValid(b'\\xff')", "false")),
    ),
    function(
        "utf8.isPrint",
        Overload("utf8_is_print", (STRING,), BOOL, _is_print, fails=False, cost=PARSE),
        doc="Whether every character of a string can be printed: no blank but the space, nothing invisible.",
        examples=(("utf8.isPrint('ärger 1')", "true"), ("utf8.isPrint('a\\tb')", "false")),
    ),
    function(
        "utf8.isControl",
        Overload("utf8_is_control", (STRING,), BOOL, _is_control, fails=False, cost=PARSE),
        doc="Whether a character of a string is one for control.",
        examples=(("utf8.isControl('a\\nb')", "true"), ("utf8.isControl('ab')", "false")),
    ),
    since=FUTURE,
)
