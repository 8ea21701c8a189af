"""Parses the parts of a tag: names, arguments, values, and the characters between them.

Upstream: gengo/v2/codetags scanner.go, parser.go.
"""

from __future__ import annotations

from typing import NoReturn

from kapivara.generator.grammar.tag import Arg, ValueType
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record
from kapivara.values.rendering import quote

SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""The characters that Go treats as blanks; Python has four more."""
_IDENTIFIER = lazy_pattern(r"[A-Za-z0-9_.\-]*")
_PLAIN_TEXT = {mark: lazy_pattern(rf"[^{mark}\\]*") for mark in "\"`'"}
_INT64 = range(-(1 << 63), 1 << 63)
_NUMBER_DIGITS = 66
"""The most characters of an int64, without leading zeros: a sign, `0b` and 63 digits."""


class GrammarError(Exception):
    """A text that is not a tag; `position` is the offset of the error."""

    def __init__(self, message: str, position: int, hint: str = ""):
        super().__init__(message)
        self.position = position
        self.hint = hint
        """The proposed correction; empty where the message contains it."""


@record
class Link:
    """One tag of a chain, without the tag inside."""

    at: int
    name: str
    args: tuple[Arg, ...] = ()
    value: str = ""
    value_type: ValueType = ValueType.NONE


@record
class Spellings:
    """Syntax of KEP-5073 that the reference cannot parse, with the names of the tags that may use it.

    Strings of `quoted` tags may be in single quotes, and their arguments written as `pairs: [[name, value], …]`; the
    payload of `listed` tags may be several words, separated by commas.
    """

    quoted: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()


NO_SPELLINGS = Spellings()


class TagReader:
    """Parses the parts of a tag, from the start of a text."""

    def __init__(self, text: str, spellings: Spellings = NO_SPELLINGS):
        self.text = text
        self.at = 0
        self._argument_name = ""
        self._spellings = spellings
        self._quotes = '"`'

    def read_link(self, raw: bool) -> Link:
        """Parses one tag; if its value is another tag, the position is after the `+` of that."""
        start, name = self.at, self._read_name()
        self._quotes = "\"`'" if name in self._spellings.quoted else '"`'
        bracketed = self._take("(")
        args = self._read_args() if bracketed else ()
        if not self._take("="):
            return Link(start, name, args)
        if raw:
            value, self.at = self.text[self.at :], len(self.text)
            return Link(start, name, args, value, ValueType.RAW)
        if self.at == len(self.text) and bracketed:
            return Link(start, name, args)  # Kept: `tag()=` is a tag without a value, whereas `tag=` is rejected.
        if self._peek() == "+" and begins_name(self.text[self.at + 1 : self.at + 2]):
            self.at += 1
            return Link(start, name, args, "", ValueType.TAG)
        first = self._peek()
        value, kind = self._read_value(first)
        if name in self._spellings.listed and begins_name(first) and self._peek() == ",":
            return Link(start, name, args, self._read_words(value), ValueType.WORDS)
        return Link(start, name, args, value, kind)

    def read_comment(self) -> None:
        """Skips blanks, and a comment up to the end of the line."""
        rest = self.text[self.at :].lstrip(SPACES)
        if rest.startswith("#"):
            self.at = len(self.text)

    def expect_end(self) -> None:
        """Raises GrammarError unless the text has ended."""
        if self.at < len(self.text):
            self._refuse()

    def _refuse(self, hint: str = "") -> NoReturn:
        if self.at == len(self.text):
            raise GrammarError("unexpected end of input", self.at, hint)
        rune = self.text[self.at]
        message = f"unexpected character {_quoted_rune(rune)} at position {self.at + 1}"
        raise GrammarError(message, self.at, hint or _hint(self.text, self.at))

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self, character: str) -> bool:
        taken = self._peek() == character
        self.at += taken
        return taken

    def _skip_spaces(self) -> None:
        while self._peek() and self._peek() in SPACES:
            self.at += 1

    def _read_name(self) -> str:
        if not self.text:
            return ""  # Kept: an empty text is a tag without a name.
        if not begins_name(self._peek()):
            self._refuse()
        return self._read_identifier(":")

    def _read_identifier(self, also: str = "") -> str:
        start, self.at = self.at, name_end(self.text, self.at, also)
        return self.text[start : self.at]

    def _read_args(self) -> tuple[Arg, ...]:
        """Parses arguments, up to the closing bracket; a trailing comma is allowed."""
        found: list[Arg] = []
        while not self._take(")"):
            first = self._peek()
            if first == "[" and self._argument_name == "pairs" and "'" in self._quotes:
                found += self._read_pairs()
                continue
            value, kind = self._read_value(first)
            if begins_name(first) and self._take(":"):
                # Kept: of `a: b: 1` the last name counts, and the name in `(a:)` applies to the next value.
                self._argument_name = value
                self._skip_spaces()
                continue
            found.append(Arg(self._argument_name, value, kind))
            self._argument_name = ""
            if self._take(","):
                self._skip_spaces()
            elif self._peek() != ")":
                self._refuse()
        return tuple(found)

    def _read_pairs(self) -> list[Arg]:
        """Parses `[[key, value], …]` to arguments with these names and values."""
        self._expect("[")
        found: list[Arg] = []
        while not self._take("]"):
            self._expect("[")
            name, _ = self._read_value(self._peek())
            self._expect(",")
            value, kind = self._read_value(self._peek())
            self._expect("]")
            found.append(Arg(name, value, kind))
            if self._peek() != "]":
                self._expect(",")
        self._argument_name = ""
        self._skip_spaces()
        return found

    def _expect(self, character: str) -> None:
        """Skips a character of pairs, and the blanks around it; raises GrammarError for other characters."""
        self._skip_spaces()
        if not self._take(character):
            self._refuse("write pairs: [[key, value], …]")
        self._skip_spaces()

    def _read_words(self, first: str) -> str:
        """Parses the words after the first one, separated by commas without blanks."""
        words = [first]
        while self._take(","):
            if not begins_name(self._peek()):
                self._refuse()
            words.append(self._read_identifier())
        return ",".join(words)

    def _read_value(self, first: str) -> tuple[str, ValueType]:
        if first in ("+", "-") or first.isdecimal():
            return self._read_number(), ValueType.INT
        if first and first in self._quotes:
            return self._read_string(first), ValueType.STRING
        if not begins_name(first):
            self._refuse()
        word = self._read_identifier()
        return word, ValueType.BOOL if word in ("true", "false") else ValueType.STRING

    def _read_number(self) -> str:
        start = self.at
        if self._peek() in "+-":
            self.at += 1
        if self._take("0"):
            if self._peek() in ("x", "o", "b") or self._peek().isdecimal():
                self._skip_digits()
        elif self._peek().isdecimal():
            self._skip_digits()
        text = self.text[start : self.at]
        if not _is_int64(text):
            raise GrammarError(f"invalid number {quote(text)} at position {self.at}", start)
        return text

    def _skip_digits(self) -> None:
        self.at += 1
        while self._peek() and (self._peek().isdecimal() or self._peek() in "abcdefABCDEF"):
            self.at += 1

    def _read_string(self, mark: str) -> str:
        parts, plain = [], _PLAIN_TEXT[mark]
        self.at += 1
        while not self._take(mark):
            end = plain.match(self.text, self.at).end()  # type: ignore[union-attr]  # matches an empty text, too
            parts.append(self.text[self.at : end])
            self.at = end
            if self._take("\\"):
                escaped = self._peek()
                if escaped not in (mark, "\\", ""):
                    raise GrammarError(f"unhandled escaped character {_quoted_rune(escaped)}", self.at)
                parts.append(escaped)
                self.at += len(escaped)
            if self.at == len(self.text):
                raise GrammarError(f"unterminated string at position {self.at}", self.at)
        return "".join(parts)


def begins_name(rune: str) -> bool:
    """Returns whether a character can begin a name."""
    return rune.isalpha() or rune == "_"


def name_end(text: str, start: int, also: str) -> int:
    """Returns the end of the name that starts at an offset; the name may contain the character `also`."""
    at = start
    while True:
        at = _IDENTIFIER.match(text, at).end()  # type: ignore[union-attr]  # matches an empty text, too
        rune = text[at : at + 1]
        if not rune or not (rune.isalpha() or rune.isdecimal() or rune in also):
            return at
        at += 1


def _is_int64(text: str) -> bool:
    """Returns whether a text is an int64. Upstream: strconv.ParseInt with base 0; underscores never occur here."""
    sign, digits = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 8 if digits[:1] == "0" else 10)
    digits = digits[2:] if base in (2, 16) or digits[:2] == "0o" else digits
    if not digits or not digits.isascii() or len(digits.lstrip("0")) > _NUMBER_DIGITS:
        return False
    try:
        return int(f"{sign}{digits.lstrip('0') or '0'}", base) in _INT64
    except ValueError:
        return False


def _quoted_rune(rune: str) -> str:
    """Returns a character in the notation of Go's %q."""
    inside = {"'": "\\'", '"': '"'}.get(rune) or quote(rune)[1:-1]
    return f"'{inside}'"


def _hint(text: str, at: int) -> str:
    rune = text[at]
    if rune in SPACES:
        return "no blanks may stand here, and text with blanks needs double quotes"
    if rune in "'\u2018\u2019\u201c\u201d":
        return "text is put in plain double quotes or backquotes"
    if rune in "[]":
        return "leave the brackets out"
    if rune in "/:.@$*%" and ("=" in text[:at] or "(" in text[:at]):
        return f"text that contains {rune} needs double quotes"
    return ""
