"""Parses JSONPath templates in kubectl's dialect: paths in braces, with text around them.

Upstream: client-go/util/jsonpath/parser.go (1.37).
Upstream: client-go/util/jsonpath/parser.go UnquoteExtend, Go strconv/quote.go UnquoteChar (1.37).
"""

from __future__ import annotations

import math

from kapivara.languages.json_path.nodes import (
    Descent,
    Field,
    Filter,
    Literal,
    Node,
    OtherInteger,
    Path,
    Slice,
    Union,
    Wildcard,
    Word,
)
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.printable import is_print

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


_ENDS_NAME = frozenset(" \t\r\n.,[]$@{}")
_ENDS_LINE = ("\r", "\n")
_KEY = lazy_pattern(r"'([^']*)'")
_SLICE = lazy_pattern(r"(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?")
_COMPARISON = lazy_pattern(r"([^!<>=]+)([!<>=]+)(.+)")
_INTEGER = lazy_pattern(r"[+-]?[0-9]+")
_DECIMAL = lazy_pattern(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")
_INT64 = range(-(2**63), 2**63)
_INT64_DIGITS = 19


class PathSyntaxError(ValueError):
    """Raised for a text that is not a JSONPath."""


def parse_template(text: str) -> list[Path]:
    """Parses a template such as `{.spec.size}` into a path per pair of braces and per text between them."""
    paths: list[Path] = []
    position = 0
    while position < len(text):
        opened = text.find("{", position)
        if opened < 0:
            opened = len(text)
        if opened > position:
            paths.append((Literal(text[position:opened], each=False),))
        if opened == len(text):
            break
        action = _Action(text, opened + 1)
        paths.append(action.read())
        position = action.position
    return paths


def _parse_inner(text: str) -> Path:
    """Parses a path inside another path. Kept: text after a closing brace is parsed, and dropped."""
    return parse_template(f"{{{text}}}")[0]


class _Action:
    """Parses one path, up to its closing brace."""

    def __init__(self, text: str, position: int):
        self._text = text
        self.position = position
        self._nodes: list[Node] = []

    def read(self) -> Path:
        """Returns the path."""
        while not self._text.startswith("}", self.position):
            self._read_node()
        self.position += 1
        return tuple(self._nodes)

    def _read_node(self) -> None:
        text, position = self._text, self.position
        rune = text[position : position + 1]
        if text.startswith("[?(", position):
            self._read_filter()
        elif text.startswith("..", position):
            self._read_descent()
        elif not rune or rune in _ENDS_LINE:
            raise PathSyntaxError("unclosed action")
        elif rune in " @$":  # the current value
            self.position += 1
        elif rune == "[":
            self._read_brackets()
        elif rune in "\"'":
            self._read_quoted(rune)
        elif rune == ".":
            self.position += 1
            self._read_field()
        elif rune in "+-" or rune.isdecimal():
            self._read_number()
        elif _is_alphanumeric(rune):
            self._read_word()
        else:
            raise PathSyntaxError(f"unrecognized character in action: {_code_point(rune)}")

    def _read_field(self) -> None:
        begin = self.position
        while (rune := self._next()) and rune not in _ENDS_NAME:
            self.position += 2 if rune == "\\" else 1
        self.position = min(self.position, len(self._text))
        name = self._text[begin : self.position]
        self._nodes.append(Wildcard() if name == "*" else Field(name.replace("\\", "")))

    def _read_descent(self) -> None:
        if self._nodes and isinstance(self._nodes[-1], Descent):
            raise PathSyntaxError("invalid multiple recursive descent")
        self.position += 2
        self._nodes.append(Descent())
        if _is_alphanumeric(self._next()):
            self._read_field()

    def _read_word(self) -> None:
        begin = self.position
        while (rune := self._next()) and rune not in _ENDS_NAME:
            self.position += 1
        word = self._text[begin : self.position]
        self._nodes.append(Literal(word == "true") if word in ("true", "false") else Word(word))

    def _read_number(self) -> None:
        begin = self.position
        if self._next() in "+-":
            self.position += 1
        while (rune := self._next()) == "." or rune.isdecimal():
            self.position += 1
        written = self._text[begin : self.position]
        integer = _int64(written)
        number = float(written) if integer is None and _DECIMAL.fullmatch(written) else math.inf
        if integer is None and number - number != 0:
            raise PathSyntaxError(f"cannot parse number {written}")
        self._nodes.append(Literal(number if integer is None else OtherInteger(integer)))

    def _read_quoted(self, quote: str) -> None:
        begin = self.position
        self.position += 1
        while self._take("unterminated quoted string") != quote or self._text[self.position - 2] == "\\":
            pass
        text = unquote(self._text[begin + 1 : self.position - 1], quote)
        if text is None:
            raise PathSyntaxError(f"unquote string {self._text[begin : self.position]} error invalid syntax")
        self._nodes.append(Literal(text, each=False))

    def _read_brackets(self) -> None:
        begin = self.position + 1
        while self._take("unterminated array") != "]":
            pass
        within = self._text[begin : self.position - 1]
        parts = within.split(",")
        if len(parts) > 1:
            self._nodes.append(Union(tuple(_parse_inner(f"[{part.strip(' ')}]") for part in parts)))
        elif key := _KEY.fullmatch(within):
            self._nodes.extend(_parse_inner(f".{key[1]}"))
        else:
            self._nodes.append(_slice(":" if within == "*" else within))

    def _read_filter(self) -> None:
        """Parses a filter up to its closing parenthesis, which is not inside the first quoted text."""
        self.position += len("[?(")
        begin, quote, is_quoted = self.position, "", False
        while (rune := self._take("unterminated filter")) != ")" or is_quoted:
            if rune in "\"'" and not quote:
                quote, is_quoted = rune, True
            elif rune == quote and self._text[self.position - 2] != "\\":
                is_quoted = False
        within = self._text[begin : self.position - 1]
        if self._next() != "]":
            raise PathSyntaxError("unclosed array expect ]")
        self.position += 1
        if compared := _COMPARISON.fullmatch(within):
            left, operator, right = compared.groups()
            self._nodes.append(Filter(_parse_inner(left), operator, _parse_inner(right)))
        else:
            self._nodes.append(Filter(_parse_inner(within), "exists", ()))

    def _next(self) -> str:
        return self._text[self.position : self.position + 1]

    def _take(self, unterminated: str) -> str:
        """Returns the next character and advances; raises PathSyntaxError at the end of the text or line."""
        rune = self._next()
        if rune in ("", "\n"):
            raise PathSyntaxError(unterminated)
        self.position += 1
        return rune


def _slice(text: str) -> Slice:
    parts = _SLICE.fullmatch(text)
    if parts is None:
        raise PathSyntaxError(f"invalid array index {text}")
    start, end, step = _number(parts[1]), _number((parts[2] or "")[1:]), _number((parts[3] or "")[1:])
    if parts[2]:
        return Slice(start, end, step)
    return Slice(start, (start or 0) + 1, step, derived=True)


def _number(text: str) -> int | None:
    if not text:
        return None
    number = _int64(text)
    if number is None:
        raise PathSyntaxError(f"array index {text} is not a number")
    return number


def _int64(text: str) -> int | None:
    """Parses a 64-bit integer; returns None for other texts and larger numbers."""
    if not _INTEGER.fullmatch(text) or len(text.lstrip("+-").lstrip("0")) > _INT64_DIGITS:
        return None
    return int(text) if int(text) in _INT64 else None


def _is_alphanumeric(rune: str) -> bool:
    return rune == "_" or rune.isalpha() or rune.isdecimal()


def _code_point(rune: str) -> str:
    """Returns a character as Go's `%#U` prints it: its number, and the character if it is printable."""
    return f"U+{ord(rune):04X}" + (f" '{rune}'" if is_print(rune) else "")
