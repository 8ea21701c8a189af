"""Checks the format `email`: one address as Go's net/mail parses it, with display name, comments or a group.

Upstream: net/mail ParseAddress (Go 1.26).
"""

import re

from kapivara.content.addresses import parses_as_ip
from kapivara.content.codes import is_base64

# Compiled on first use, since classes of so many characters take milliseconds.
_ATOM = "[!#-'*+./0-9=?A-Z^_`a-z{|}~\u0080-\U0010ffff-]++"
# A bounded number at a time, since Python keeps more than a hundred bytes per repetition of a group.
_QUOTED_TEXT = r'(?:[^\x00-\x08\x0a-\x1f\x7f"\\]|\\[^\x00-\x08\x0a-\x1f\x7f]){1,1000}'
_LITERAL = "\\[([!-Z^-~\u0080-\U0010ffff]*+)\\]"
_NOT_Q_ENCODED = "=(?![0-9A-Fa-f]{2})|[^ -~\t\r\n]"
_KNOWN_CHARSETS = ("utf-8", "iso-8859-1", "us-ascii")


class _AddressError(Exception):
    """Raised for a malformed address."""


def is_email(text: str) -> bool:
    """Returns True if Go's mail.ParseAddress accepts a text."""
    reader = _Reader(text)
    try:
        count = reader.address(in_group=False)
        reader.skip_comments()
    except _AddressError:
        return False
    return count == 1 and reader.at_end()


class _Reader:
    """Parses a text; every method consumes what it names, or raises _AddressError."""

    def __init__(self, text: str):
        self._text = text
        self._at = 0

    def at_end(self) -> bool:
        return self._at >= len(self._text)

    def address(self, in_group: bool) -> int:
        """Reads an address or, outside groups, a group; returns the number of addresses."""
        self._skip_space()
        if self.at_end():
            raise _AddressError
        start = self._at
        try:
            self._bare_address()
        except _AddressError:
            self._at = start
            return self._named_address(in_group)
        self._skip_space()
        if self._peek() == "(":
            begin = self._at + 1
            self._comment()
            self._check_words(self._text[begin : self._at - 1])
        return 1

    def _named_address(self, in_group: bool) -> int:
        if self._peek() != "<":
            self._phrase()
        self._skip_space()
        if not in_group and self._take(":"):
            return self._group()
        if not self._take("<"):
            raise _AddressError
        self._bare_address()
        if not self._take(">"):
            raise _AddressError
        return 1

    def _group(self) -> int:
        self._skip_space()
        if self._take(";"):
            self.skip_comments()
            return 0
        count = 0
        while True:
            count += self.address(in_group=True)
            self.skip_comments()
            if self._take(";"):
                self.skip_comments()
                return count
            if not self._take(","):
                raise _AddressError

    def _bare_address(self) -> None:
        self._skip_space()
        if self._peek() == '"':
            if not self._quoted():
                raise _AddressError
        else:
            self._dotted_atom()
        if not self._take("@"):
            raise _AddressError
        self._skip_space()
        if self._peek() == "[":
            if not parses_as_ip(self._match(_LITERAL)[1]):
                raise _AddressError
        else:
            self._dotted_atom()

    def _dotted_atom(self) -> None:
        atom = self._match(_ATOM)[0]
        if atom.startswith(".") or atom.endswith(".") or ".." in atom:
            raise _AddressError

    def _phrase(self) -> None:
        """Reads a display name; leaves the text after its last valid word to the caller."""
        words = 0
        while True:
            if words:
                self.skip_comments()
            self._skip_space()
            if self.at_end():
                return
            try:
                if self._peek() == '"':
                    self._quoted()
                else:
                    self._check_words(self._match(_ATOM)[0])
            except _AddressError:
                if not words:
                    raise
                return
            words += 1

    def _check_words(self, text: str) -> None:
        for word in re.split("[ \t]+", text):
            if _has_unknown_charset(word):
                raise _AddressError

    def skip_comments(self) -> None:
        """Skips spaces and comments."""
        self._skip_space()
        while self._peek() == "(":
            self._comment()
            self._skip_space()

    def _comment(self) -> None:
        depth = 0
        for match in re.compile(r"\\.|[()]", re.S).finditer(self._text, self._at):
            depth += (match[0] == "(") - (match[0] == ")")
            if not depth:
                self._at = match.end()
                return
        raise _AddressError

    def _quoted(self) -> bool:
        """Reads a quoted text; returns True if it is not empty."""
        self._at += 1
        start, text = self._at, re.compile(_QUOTED_TEXT)
        while match := text.match(self._text, self._at):
            self._at = match.end()
        if not self._take('"'):
            raise _AddressError
        return self._at - 1 > start

    def _match(self, pattern: str) -> re.Match[str]:
        match = re.compile(pattern).match(self._text, self._at)
        if not match:
            raise _AddressError
        self._at = match.end()
        return match

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, character: str) -> bool:
        found = self._peek() == character
        self._at += found
        return found

    def _skip_space(self) -> None:
        while self._peek() in (" ", "\t"):
            self._at += 1


def _has_unknown_charset(word: str) -> bool:
    """Returns True if a word is encoded (RFC 2047) in a character set that Go does not support.

    A malformed encoded word is valid, and read literally.
    """
    if len(word) < 8 or not word.startswith("=?") or not word.endswith("?=") or word.count("?") != 4:
        return False
    charset, encoding, content = word[2:-2].split("?")
    if not charset or charset.lower().replace("\u017f", "s") in _KNOWN_CHARSETS:
        return False
    if encoding in ("B", "b"):
        plain = content.replace("\r", "").replace("\n", "")
        return not plain or is_base64(plain)
    return encoding in ("Q", "q") and re.search(_NOT_Q_ENCODED, content) is None
