"""Interprets YAML scalars like the server: YAML 1.1 booleans and octals, timestamps as text, `=` as text.

A number has the value that it has after conversion to JSON: 1.0 is the integer 1. Upstream: go.yaml.in/yaml/v2
resolve.go, decode.go scalar (1.37).
"""

from __future__ import annotations

from kapivara.values.json_value import INT64_MAX, INT64_MIN, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import format_json_float

_TAG_PREFIX = "tag:yaml.org,2002:"
HINTS = frozenset("+-.0123456789yYnNtTfFoO~")
"""The first characters of plain scalars that may be more than text; an empty scalar is null."""
WORDS: dict[str, tuple[str, JsonValue]] = {
    **dict.fromkeys(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"], ("bool", True)),
    **dict.fromkeys(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"], ("bool", False)),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), ("null", None)),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), ("float", float("nan"))),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), ("float", float("inf"))),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), ("float", float("-inf"))),
}
"""The values of plain scalars that are words; no others start with a letter."""
_BASES = {"x": 16, "o": 8, "b": 2}
_LONGEST_INTEGER = 68  # longer than any 64 bits in any base
_OF_FLOATS = "+-.0123456789eE_"
"""The characters of floats: Python and the server agree on all floats of these characters."""
_CLOCK = r"(?:[01]?[0-9]|2[0-3]):[0-5]?[0-9]:[0-5]?[0-9](?:\.[0-9]+)?"
_TIMESTAMP = lazy_pattern(
    r"[0-9]{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12][0-9]|3[01])"
    rf"(?: {_CLOCK}|[Tt]{_CLOCK}(?:Z|[-+][0-9]{{2}}:[0-9]{{2}}))?\Z"
)
_BASE_60 = lazy_pattern(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z")
_MAX_UINT64 = 2**64 - 1
_CHECKED_TAGS = frozenset(("bool", "int", "float", "null", "timestamp"))


class ScalarError(Exception):
    """A scalar that does not match its tag, with the server's text."""


def read_scalar(text: str, tag: str | None, plain: bool) -> JsonValue:
    """Returns the value of a scalar; integers beyond int64 stay integers. Raises ScalarError."""
    if tag is None:
        return resolve(text)[1] if plain and (not text or text[0] in HINTS) else text
    short = tag.removeprefix(_TAG_PREFIX) if tag.startswith(_TAG_PREFIX) else ""
    if short == "binary":
        return _binary(text)
    if short not in _CHECKED_TAGS or (short == "timestamp" and _TIMESTAMP.match(text)):
        return text
    found, value = resolve(text)
    if found == short:
        return value
    if short == "float" and found == "int" and INT64_MIN <= value <= INT64_MAX:
        return float(value)
    raise ScalarError(f"cannot decode !!{found} `{text}` as a !!{short}")


def resolve(text: str) -> tuple[str, JsonValue]:
    """Returns the short tag and the value of a plain scalar without a tag; a timestamp is a string."""
    if text in WORDS:
        return WORDS[text]
    first = text[0]
    if first == ".":
        return _float(text, text)
    if first not in "+-0123456789":
        return "str", text
    digits = text.replace("_", "")
    integer = _integer(digits)
    if integer is not None:
        return "int", integer
    return _float(digits, text)


def is_text(text: str) -> bool:
    """Returns True if a plain scalar is a string; base 60 numbers of old parsers count as numbers.

    Upstream: go.yaml.in/yaml/v2 encode.go stringv, isBase60Float.
    """
    if text and text[0] not in HINTS:
        return text not in ("null", "Null", "NULL")
    return resolve(text)[0] == "str" and not (_TIMESTAMP.match(text) or _BASE_60.match(text))


def _float(digits: str, text: str) -> tuple[str, JsonValue]:
    if digits.strip(_OF_FLOATS):
        return "str", text
    try:
        number = float(digits)
    except ValueError:
        return "str", text
    return ("str", text) if abs(number) == float("inf") else ("float", number)


def _integer(digits: str) -> int | None:
    """Parses 12, 0x1f, 0o17, 017 and 0b11, each with or without a sign; None for other texts."""
    signed = digits[0] in "+-"
    number = digits[1:] if signed else digits
    if len(digits) > _LONGEST_INTEGER or not (number.isalnum() and number.isascii()):
        return None
    base = _BASES.get(number[1:2].lower(), 8) if number[0] == "0" else 10
    try:
        value = int(number, base)
    except ValueError:
        return None
    if digits[0] == "-":
        value = -value
    top = INT64_MAX if signed else _MAX_UINT64
    return value if INT64_MIN <= value <= top else None


def _binary(text: str) -> str:
    from kapivara.codec.json.plain.literals import to_text  # rarely needed, both
    from kapivara.languages.go.base64 import Base64Error, decode_base64

    try:
        return to_text(decode_base64(text))
    except Base64Error:
        raise ScalarError("!!binary value contains invalid base64 data") from None


def as_json(value: JsonValue) -> JsonValue:
    """Returns the number that the server decodes from the JSON of a YAML number."""
    if type(value) is float and value.is_integer() and abs(value) < 1e21:
        value = int(format_json_float(value))
    if type(value) is int and not INT64_MIN <= value <= INT64_MAX:
        return float(value)
    return value
