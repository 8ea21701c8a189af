"""The words of a marker's arguments, as Go's scanner tells them apart.

Names, numbers and quoted texts are words, every other sign is one by itself; blanks separate. What is wrong with a word
is noted, and the word is given all the same. Upstream: Go's text/scanner, controller-tools/pkg/markers parserScanner.
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
    """What a word is; the value is how messages call it."""

    NAME = "name"
    INTEGER = "integer"
    FLOAT = "float"
    TEXT = "quoted text"
    SIGN = "sign"
    END = "end"


class MarkerSyntaxError(Exception):
    """A marker whose arguments are not formed as they must be; `at` counts characters from their start."""

    def __init__(self, message: str, at: int, hint: str = ""):
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint


class Tokens:
    """Reads the words of a text, one after the other."""

    def __init__(self, text: str, at: int = 0):
        self.text = text
        self.at = at
        """Where the next word is looked for."""
        self.start = at
        """Where the last word began."""
        self.fault = ""
        """What is wrong with a word that was read; empty where nothing is."""

    def copy(self) -> Tokens:
        """Returns another reader at the same place, to look ahead."""
        return Tokens(self.text, self.at)

    def peek(self) -> str:
        """Returns the sign that follows, blanks aside; empty at the end. The blanks are passed over."""
        found = _BLANKS.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    @property
    def word(self) -> str:
        """The text of the last word."""
        return self.text[self.start : self.at]

    def next(self, *, numbers: bool = True) -> Word:
        """Reads the next word; without `numbers` each digit is a sign by itself."""
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
        """Reads a word that must be of a kind, and a certain one where `sign` is given; raises MarkerSyntaxError."""
        if self.next() is not word or (sign and self.word != sign):
            found = f'"{self.word}"' if self.word else "nothing more"
            raise MarkerSyntaxError(f"expected {wanted}, got {found}", self.start)
        self.refuse_fault()
        return self.word

    def refuse_fault(self) -> None:
        """Raises MarkerSyntaxError where something is wrong with the words so far."""
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
