"""Splits a marker's arguments into tokens, as Go's scanner does.

Names, numbers and quoted strings are tokens, every other character is one of its own; blanks separate tokens. A
malformed token is returned too, and its fault recorded. Upstream: Go's text/scanner, controller-tools/pkg/markers
parserScanner.
"""

from __future__ import annotations

from enum import StrEnum

from kapivara.values.lazy_pattern import lazy_pattern

_BLANKS = lazy_pattern(r"[ \t\r\n]*")
_NAME = lazy_pattern(r"[^\W\d]\w*")
_NUMBER = lazy_pattern(
    r"0[xX][0-9a-fA-F_]*|0[bBoO][\d_]*|\d[\d_]*(\.[\d_]*)?([eE][+-]?\d*)?|(\.)\d[\d_]*([eE][+-]?\d*)?"
)
_QUOTED = lazy_pattern(r'"(?:\\.|[^"\\\n])*"')
_RAW = lazy_pattern(r"`[^`]*`")
_ESCAPES = lazy_pattern(r'(?:[^\\]|\\(?:[abfnrtv\\"]|x[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))*')
_OLD_OCTAL = lazy_pattern(r"0[\d_]*[89][\d_]*")


class Word(StrEnum):
    """The kind of a token; the value is its name in messages."""

    NAME = "name"
    INTEGER = "integer"
    FLOAT = "float"
    TEXT = "quoted text"
    SIGN = "sign"
    END = "end"


class MarkerSyntaxError(Exception):
    """A marker with malformed arguments; `at` is an offset in characters from the start of the arguments."""

    def __init__(self, message: str, at: int, hint: str = ""):
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint


class Tokens:
    """Reads the tokens of a text, one after the other."""

    def __init__(self, text: str, at: int = 0):
        self.text = text
        self.at = at
        """The offset from which the next token is read."""
        self.start = at
        """The offset where the last token begins."""
        self.fault = ""
        """The fault of a malformed token; empty if there was none."""

    def copy(self) -> Tokens:
        """Returns a second reader at the same offset, to look ahead."""
        return Tokens(self.text, self.at)

    def peek(self) -> str:
        """Skips blanks and returns the next character, without consuming it; empty at the end."""
        found = _BLANKS.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    @property
    def word(self) -> str:
        """The text of the last token."""
        return self.text[self.start : self.at]

    def next(self, *, numbers: bool = True) -> Word:
        """Reads the next token; without `numbers`, each digit is a token of its own."""
        sign = self.peek()
        self.start = self.at
        if not sign:
            return Word.END
        if found := _NAME.match(self.text, self.at):
            self.at = found.end()
            return Word.NAME
        if numbers and (found := _NUMBER.match(self.text, self.at)):
            self.at = found.end()
            return self._number(found[0])
        if sign in '"`':
            return self._quoted(sign)
        self.at += 1
        return Word.SIGN

    def expect(self, word: Word, wanted: str, sign: str = "") -> str:
        """Reads a token of a kind, with the text `sign` where it is given; else raises MarkerSyntaxError."""
        if self.next() is not word or (sign and self.word != sign):
            found = f'"{self.word}"' if self.word else "nothing more"
            raise MarkerSyntaxError(f"expected {wanted}, got {found}", self.start)
        self.refuse_fault()
        return self.word

    def refuse_fault(self) -> None:
        """Raises MarkerSyntaxError where a token so far was malformed."""
        if self.fault:
            hint = "between backquotes, `…`, backslashes stand for themselves" if "escape" in self.fault else ""
            raise MarkerSyntaxError(self.fault, self.start, hint)

    def _number(self, text: str) -> Word:
        prefixed = text[:2].lower() in ("0x", "0b", "0o")
        if prefixed and len(text.replace("_", "")) == len("0x"):
            self.fault = "a number without digits"
        if prefixed:
            return Word.INTEGER
        if text[-1] in "eE+-":
            self.fault = "an exponent without digits"
        if "." in text or "e" in text.lower():
            return Word.FLOAT
        if _OLD_OCTAL.fullmatch(text):
            self.fault = f"{text} is no octal number"
        return Word.INTEGER

    def _quoted(self, quote: str) -> Word:
        found = (_QUOTED if quote == '"' else _RAW).match(self.text, self.at)
        if found is None:
            self.at = len(self.text)
            self.fault = "the quoted text has no end"
            return Word.TEXT
        self.at = found.end()
        if quote == '"' and not _ESCAPES.fullmatch(found[0]):
            self.fault = f"{found[0]} has an escape that Go does not know"
        return Word.TEXT
