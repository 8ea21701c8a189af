"""Evaluates Go's literals."""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_ESCAPE = lazy_pattern(r"\\(?:x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def string_value(text: str) -> str:
    """Returns the value of a string literal, which is given with its quotes; invalid UTF-8 becomes U+FFFD."""
    if text[:1] == "`":
        return text[1:-1].replace("\r", "")
    text = text[1:-1]
    return _unescaped(text) if "\\" in text else text


def rune_value(text: str) -> int:
    """Returns the code point of a rune literal; raises ValueError."""
    said = _unescaped(text[1:-1])
    if len(said) != 1:
        raise ValueError(text)
    return ord(said)


def int_value(text: str) -> int:
    """Returns the value of an integer literal; raises ValueError."""
    digits = text.replace("_", "")
    if len(digits) > 1 and digits[0] == "0" and digits.isdecimal():
        return int(digits, 8)
    if len(digits) > 4000:
        raise ValueError(text)
    return int(digits, 0)


def _unescaped(text: str) -> str:
    out, at = bytearray(), 0
    for found in _ESCAPE.finditer(text):
        out += text[at : found.start()].encode()
        at = found.end()
        byte, octal, short, long, other = found.groups()
        if byte or octal:
            out.append(int(byte, 16) if byte else int(octal, 8) & 0xFF)
        elif other:
            out += _SIMPLE.get(other, other).encode()
        else:
            out += _character(int(short or long, 16)).encode()
    return (out + text[at:].encode()).decode(errors="replace")


def _character(number: int) -> str:
    return chr(number) if number < 0xD800 or 0xDFFF < number <= 0x10FFFF else "\ufffd"
