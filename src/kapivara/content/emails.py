"""Checks the format `email`: one address as Go's net/mail parses it, with display name, comments or a group.

Upstream: net/mail ParseAddress (Go 1.26).
Upstream: kube-openapi/pkg/validation/strfmt/{default,bson}.go, kube-openapi/pkg/internal/third_party/govalidator
(1.37).
"""

import re

from kapivara.content.addresses import parses_as_ip

_SPACES_AND_MINUS = str.maketrans("", "", "\t\n\f\r -")
_UUID = "[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?%s[0-9a-fA-F]{%d}-?%s[0-9a-fA-F]{%d}-?[0-9a-fA-F]{12}"
_CARD = (
    "4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}"
    "|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11}"
)
_COLOUR_PART = "[\t\n\f\r ]*+(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*+"


def is_uuid(text: str) -> bool:
    """Checks the format `uuid`; dashes are optional, and capitals are allowed."""
    return re.fullmatch(_UUID % ("", 4, "", 4), text) is not None


def is_uuid3(text: str) -> bool:
    """Checks the format `uuid3`: a UUID of version 3."""
    return re.fullmatch(_UUID % ("3", 3, "", 4), text) is not None


def is_uuid4(text: str) -> bool:
    """Checks the format `uuid4`: a UUID of version 4 and its variant."""
    return re.fullmatch(_UUID % ("4", 3, "[89abAB]", 3), text) is not None


def is_uuid5(text: str) -> bool:
    """Checks the format `uuid5`: a UUID of version 5 and its variant."""
    return re.fullmatch(_UUID % ("5", 3, "[89abAB]", 3), text) is not None


def is_bson_object_id(text: str) -> bool:
    """Checks the format `bsonobjectid`: twelve bytes in hexadecimal."""
    return re.fullmatch("[0-9a-fA-F]{24}", text) is not None


def is_isbn(text: str) -> bool:
    """Checks the format `isbn`: ISBN-10 or ISBN-13."""
    return is_isbn10(text) or is_isbn13(text)


def is_isbn10(text: str) -> bool:
    """Checks the format `isbn10`: ten digits with a check digit, which may be X."""
    digits = text.translate(_SPACES_AND_MINUS)
    if not re.fullmatch("[0-9]{9}[0-9X]", digits):
        return False
    values = [10 if digit == "X" else int(digit) for digit in digits]
    return sum(weight * value for weight, value in enumerate(values, 1)) % 11 == 0


def is_isbn13(text: str) -> bool:
    """Checks the format `isbn13`: thirteen digits with a check digit."""
    digits = text.translate(_SPACES_AND_MINUS)
    if not re.fullmatch("[0-9]{13}", digits):
        return False
    return sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10 == 0


def is_credit_card(text: str) -> bool:
    """Checks the format `creditcard`: a known range and the check digit; ignores other characters."""
    digits = re.sub("[^0-9]+", "", text)
    if not re.fullmatch(_CARD, digits):
        return False
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if position % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_ssn(text: str) -> bool:
    """Checks the format `ssn`: a social security number of the United States, with both separators."""
    return re.fullmatch("[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}", text) is not None


def is_hex_color(text: str) -> bool:
    """Checks the format `hexcolor`: three or six hexadecimal digits."""
    return re.fullmatch("#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text) is not None


def is_rgb_color(text: str) -> bool:
    """Checks the format `rgbcolor`: `rgb(255, 0, 0)`."""
    return re.fullmatch(rf"rgb\({_COLOUR_PART},{_COLOUR_PART},{_COLOUR_PART}\)", text) is not None


def is_base64(text: str) -> bool:
    """Checks the format `byte`: base64 of the standard alphabet, padded and not empty."""
    if not text or len(text) % 4:
        return False
    return re.fullmatch("[A-Za-z0-9+/]*+={0,2}", text) is not None


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
