"""Quoted texts, single or double, with the escapes of Go.

Upstream: client-go/util/jsonpath/parser.go UnquoteExtend, Go strconv/quote.go UnquoteChar (1.37).
"""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_ESCAPE = lazy_pattern(
    r"""\\(?:([abfnrtv\\'"])|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([0-7]{3}))|([^\\])"""
)
_SHORT = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def unquote(text: str, quote: str) -> str | None:
    """Returns the unquoted text; None if an escape is invalid."""
    if "\\" not in text and quote not in text:
        return text
    data, position = bytearray(), 0
    while position < len(text):
        found = _ESCAPE.match(text, position)
        rune = None if found is None else _rune(found.groups(), quote)
        if found is None or rune is None:
            return None
        data += rune
        position = found.end()
    return data.decode(errors="replace")


def _rune(groups: tuple[str | None, ...], quote: str) -> bytes | None:
    short, one_byte, *codes, octal, plain = groups
    if plain is not None:
        return None if plain == quote else plain.encode(errors="surrogatepass")
    if short is not None:
        return short.encode() if short == quote else _SHORT[short].encode() if short in _SHORT else None
    if one_byte is not None or octal is not None:
        value = int(one_byte, 16) if one_byte is not None else int(octal or "", 8)
        return bytes((value,)) if value < 256 else None
    code = int(next(each for each in codes if each is not None), 16)
    return None if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code).encode()
