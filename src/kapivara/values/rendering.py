"""Prints values exactly as the server does in messages: Go's %q, %v and encoding/json."""

import re
from typing import Any

from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.nested_text import Brackets, BracketsByType, nested_text, unlabelled

_PLAIN = lazy_pattern(r"[ !#-\[\]-~]*\Z")  # printable ASCII except the quote and the backslash
_SHORT_ESCAPES = {
    "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
    '"': '\\"', "\\": "\\\\",
}  # fmt: skip
_JSON_ESCAPE = lazy_pattern(r'["\\<>&\x00-\x1f\x7f\u2028\u2029\ud800-\udfff]')
_JSON_SHORT = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\x7f": "\x7f",
}
_ASCII_ESCAPES = {
    "\\": "\\\\",  # first, since the others contain it
    **{chr(code): f"\\x{code:02x}" for code in (*range(0x20), 0x7F)},
    **_SHORT_ESCAPES,
}
_BEYOND_ASCII = lazy_pattern("[^\x00-\x7f]")


def quote(text: str) -> str:
    """Returns a string as Go's %q prints it. Upstream: strconv.Quote."""
    if _PLAIN.match(text):
        return f'"{text}"'
    quoted = text
    for rune, escape in _ASCII_ESCAPES.items():  # six times as fast as str.translate
        if rune in quoted:
            quoted = quoted.replace(rune, escape)
    if not text.isascii():
        from kapivara.values.printable import is_print  # most texts are ASCII

        shown = {rune: rune if is_print(rune) else _escaped(rune) for rune in set(quoted) if rune > "~"}
        quoted = _BEYOND_ASCII.sub(lambda match: shown[match[0]], quoted) if _differs(shown) else quoted
    return f'"{quoted}"'


def _differs(shown: dict[str, str]) -> bool:
    return any(rune is not text for rune, text in shown.items())


def _escaped(rune: str) -> str:
    code = ord(rune)
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def format_float(number: float) -> str:
    """Returns a float as Go's %v prints it: shortest digits, an exponent below 1e-4 and from 1e6 on.

    Upstream: strconv.FormatFloat with 'g' and the shortest precision.
    """
    return _with_exponent(number, below=1e-4, places=6)


def format_json_float(number: float) -> str:
    """Returns a float as encoding/json prints it: an exponent below 1e-6 and from 1e21 on."""
    text = _with_exponent(number, below=1e-6, places=21)
    if text[-4:-1] in ("e-0",):  # encoding/json writes e-9, not e-09
        text = text[:-2] + text[-1]
    return text


def format_fixed(number: float) -> str:
    """Returns a float without an exponent, in the fewest digits.

    Upstream: strconv.FormatFloat with 'f' and the shortest precision.
    """
    if number - number != 0:
        return _not_finite(number)
    text = repr(number)
    if "e" not in text:
        return text.removesuffix(".0")
    sign, digits, point = _decompose(number)
    return sign + _with_point(digits, point)


def _with_exponent(number: float, below: float, places: int) -> str:
    if number - number != 0:
        return _not_finite(number)
    if number == 0:
        return "-0" if str(number)[0] == "-" else "0"
    sign, digits, point = _decompose(number)
    exponent = point - 1
    if abs(number) < below or exponent >= places:
        rest = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{rest}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    return sign + _with_point(digits, point)


def _not_finite(number: float) -> str:
    return "NaN" if number != number else "+Inf" if number > 0 else "-Inf"


def _decompose(number: float) -> tuple[str, str, int]:
    """Returns the sign of a non-zero float, its shortest digits, and the position of the decimal point."""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    return "-" if number < 0 else "", digits.rstrip("0"), point


def _with_point(digits: str, point: int) -> str:
    if point <= 0:
        return f"0.{'0' * -point}{digits}"
    if point >= len(digits):
        return digits + "0" * (point - len(digits))
    return f"{digits[:point]}.{digits[point:]}"


class GoStruct(dict[str, Any]):
    """An object that prints its fields in their own order, as Go prints a struct (a map prints them sorted)."""


class NamedString(str):
    """A string of a named Go type (such as a UID), which messages print as JSON instead of %q."""

    __slots__ = ()


class JsonText(str):
    """A value that is JSON already, which messages print unchanged."""

    __slots__ = ()


class JsonFloat(float):
    """A float that messages print as JSON instead of %v, as Go prints one behind a pointer."""

    __slots__ = ()


def to_json_text(value: Any) -> str:
    """Returns a value as Go's json.Marshal prints it: sorted keys, no spaces, <, > and & escaped."""
    kind = type(value)
    if kind is str:
        return '"' + _JSON_ESCAPE.sub(_json_escape, value) + '"'
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is float:
        return format_json_float(value)
    if kind is NamedString:
        return to_json_text(str(value))
    if kind is JsonFloat:
        return format_json_float(float(value))
    if kind is JsonText:
        return str(value)
    if kind not in _JSON_BRACKETS:
        raise TypeError(f"not a JSON value: {value!r}")
    return nested_text(value, _JSON_BRACKETS, to_json_text)


def _json_list(items: Any) -> Brackets:
    return Brackets("[", unlabelled(items), ",", "]")


def _json_object(fields: Any) -> Brackets:
    return Brackets("{", [(f"{to_json_text(key)}:", fields[key]) for key in sorted(fields)], ",", "}")


def _json_struct(fields: Any) -> Brackets:
    return Brackets("{", [(f"{to_json_text(key)}:", item) for key, item in fields.items()], ",", "}")


_JSON_BRACKETS: BracketsByType = {list: _json_list, tuple: _json_list, dict: _json_object, GoStruct: _json_struct}


def _json_escape(match: re.Match[str]) -> str:
    rune = match[0]
    if rune in _JSON_SHORT:
        return _JSON_SHORT[rune]
    if "\ud800" <= rune <= "\udfff":
        return "\\ufffd"
    return f"\\u{ord(rune):04x}"


def format_value(value: Any) -> str:
    """Returns a value as %v prints decoded JSON: strings bare, lists in brackets, objects as map[…]."""
    kind = type(value)
    if kind is str:
        return str(value)
    if value is None:
        return "<nil>"
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return format_float(value)
    if kind in _VALUE_BRACKETS:
        return nested_text(value, _VALUE_BRACKETS, format_value)
    return str(value)


def _value_list(items: Any) -> Brackets:
    return Brackets("[", unlabelled(items), " ", "]")


def _value_map(fields: Any) -> Brackets:
    return Brackets("map[", [(f"{key}:", fields[key]) for key in sorted(fields)], " ", "]")


_VALUE_BRACKETS: BracketsByType = {list: _value_list, tuple: _value_list, dict: _value_map}


_GO_TYPES = {
    type(None): "<nil>",
    bool: "bool",
    int: "int64",
    float: "float64",
    str: "string",
    list: "[]interface {}",
    dict: "map[string]interface {}",
}


def go_type_name(value: Any) -> str:
    """Returns the Go type of decoded JSON, as `%T` prints it."""
    return _GO_TYPES[type(value)]
