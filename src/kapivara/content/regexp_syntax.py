"""Is this string a regular expression, as the server's regexp package reads it, and if not, what does it say?

RE2 runs the patterns; this reads only their syntax, because RE2's own errors differ in words, and sometimes in the
verdict (`\\C`, look-behind, nesting). One pass and no recursion: a hostile pattern costs no more than its length.
Upstream: Go's regexp/syntax/parse.go Parse with the Perl flags.
"""

from __future__ import annotations

import re

from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern

_MAX_REPEAT = 1000
_MAX_HEIGHT = 1000
_MAX_SIZE = (128 << 20) // 40  # instructions of a compiled expression
_COSTLY_SIZE = 250

_BAD_RANGE = "invalid character class range"
_BAD_ESCAPE = "invalid escape sequence"
_BAD_CAPTURE = "invalid named capture"
_BAD_PERL = "invalid or unsupported Perl syntax"
_BAD_REPEAT_OP = "invalid nested repetition operator"
_BAD_REPEAT_SIZE = "invalid repeat count"
_NO_BRACKET = "missing closing ]"
_NO_PAREN = "missing closing )"
_NO_ARGUMENT = "missing argument to repetition operator"
_TRAILING_BACKSLASH = "trailing backslash at end of expression"
_UNEXPECTED_PAREN = "unexpected )"
_TOO_DEEP = "expression nests too deeply"
_TOO_LARGE = "expression too large"

_REPEAT = lazy_pattern(r"\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}", re.ASCII)
_CAPTURE_NAME = lazy_pattern(r"[A-Za-z0-9_]+\Z")
_OCTAL = lazy_pattern(r"(?:0[0-7]{0,2}|[1-7][0-7]{1,2})")
_HEX_BRACES = lazy_pattern(r"[0-9A-Fa-f]*")
_HEX = frozenset("0123456789abcdefABCDEF")
_C_ESCAPES = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_PERL_CLASSES = frozenset("dswDSW")
_POSIX_CLASS = lazy_pattern(
    r"\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit)\Z"
)


class _PatternError(Exception):
    """Ends the reading; holds the code and the fragment that the server quotes."""


class _Part:
    """What the limits need to know of a piece already read; `repeats` is the largest product of counts inside."""

    __slots__ = ("height", "literal", "repeats", "size")

    def __init__(self, literal: bool = False, height: int = 1, size: int = 1, repeats: int = 1):
        self.literal = literal
        self.height = height
        self.size = size
        self.repeats = repeats


class _Group:
    """An open parenthesis (or the whole pattern): the branches behind it, and the pieces of the present branch."""

    __slots__ = ("branches", "capturing", "parts")

    def __init__(self, capturing: bool = False):
        self.capturing = capturing
        self.branches: list[_Part] = []
        self.parts: list[_Part] = []


@cache_short_texts(1024, longest=1024)  # definitions repeat their patterns
def regexp_error(pattern: str) -> str | None:
    """Returns the server's complaint about a pattern, or None where it compiles."""
    try:
        _Reader(pattern).read()
    except _PatternError as problem:
        code, fragment = problem.args
        return f"error parsing regexp: {code}: `{fragment}`"
    return None


def pieces_of(pattern: str) -> list[str]:
    """Cuts a pattern, which `regexp_error` has nothing against, into operators, classes and characters."""
    reader = _Reader(pattern)
    reader.read()
    return reader.pieces


def escaped_rune(piece: str) -> int:
    """Returns the code point that a piece such as `\\x41` or `\\.` stands for."""
    return _Reader(piece)._escape()


def is_costly(pattern: str) -> bool:
    """Tells whether a pattern may be large once it is compiled, by its size or by its counts."""
    if "{" not in pattern and len(pattern) < _COSTLY_SIZE:
        return False
    return program_size(pattern) >= _COSTLY_SIZE


@cache_short_texts(1024, longest=1024)
def program_size(pattern: str) -> int:
    """Returns of how many instructions a pattern is to the server; 0 where it is none."""
    reader = _Reader(pattern)
    try:
        reader.read()
    except _PatternError:
        return 0
    return reader.size


class _Reader:
    def __init__(self, pattern: str):
        self.pieces: list[str] = []
        self.size = 0
        self._text = pattern
        self._at = 0
        self._groups = [_Group()]
        self._posix_ahead = True

    def read(self) -> None:
        """Reads the whole pattern; raises _PatternError."""
        text = self._text
        last_repeat = -1
        while self._at < len(text):
            start, repeat = self._at, -1
            match text[start]:
                case "(":
                    self._open()
                case "|":
                    self._end_branch()
                    self._at += 1
                case ")":
                    self._close()
                case "[":
                    self._class()
                case "*" | "+" | "?":
                    self._at += 1
                    self._repeat(start, last_repeat, None)
                    repeat = start
                case "{" if counted := _REPEAT.match(text, start):
                    self._at = counted.end()
                    self._repeat(start, last_repeat, self._bounds(counted))
                    repeat = start
                case "\\":
                    self._backslash()
                case "^" | "$" | ".":
                    self._push(_Part())
                    self._at += 1
                case _:
                    self._push(_Part(literal=True))
                    self._at += 1
            last_repeat = repeat
            self.pieces.append(text[start : self._at])
        if len(self._groups) > 1:
            raise _PatternError(_NO_PAREN, text)
        self._end_branch()
        self.size = _alternated(self._groups[0].branches).size

    def _push(self, part: _Part) -> None:
        self._check(part)
        self._groups[-1].parts.append(part)

    def _check(self, part: _Part) -> None:
        if part.size > _MAX_SIZE:
            raise _PatternError(_TOO_LARGE, self._text)
        if part.height > _MAX_HEIGHT:
            raise _PatternError(_TOO_DEEP, self._text)

    def _end_branch(self) -> None:
        group = self._groups[-1]
        branch = _joined(group.parts)
        self._check(branch)
        group.branches.append(branch)
        group.parts = []

    def _close(self) -> None:
        self._end_branch()
        if len(self._groups) == 1:
            raise _PatternError(_UNEXPECTED_PAREN, self._text)
        group = self._groups.pop()
        part = _alternated(group.branches)
        if group.capturing:
            part = _Part(False, part.height + 1, part.size + 2, part.repeats)
        self._push(part)
        self._at += 1

    def _open(self) -> None:
        text, start = self._text, self._at
        if not text.startswith("(?", start):
            self._groups.append(_Group(capturing=True))
            self._at += 1
            return
        rest = len(text) - start
        named_at = (
            4 if rest > 4 and text.startswith("P<", start + 2) else 3 if rest > 3 and text[start + 2] == "<" else 0
        )
        if named_at:
            end = text.find(">", start)
            if end < 0:
                raise _PatternError(_BAD_CAPTURE, text[start:])
            if not _CAPTURE_NAME.match(text[start + named_at : end]):
                raise _PatternError(_BAD_CAPTURE, text[start : end + 1])
            self._groups.append(_Group(capturing=True))
            self._at = end + 1
            return
        self._flags(start)

    def _flags(self, start: int) -> None:
        """Reads `(?i-s)` or the head of `(?i:…)`."""
        text, at = self._text, start + 2
        negative = saw_flag = False
        while at < len(text):
            rune = text[at]
            at += 1
            if rune in "imsU":
                saw_flag = True
            elif rune == "-" and not negative:
                negative, saw_flag = True, False
            elif rune in ":)" and (saw_flag or not negative):
                if rune == ":":
                    self._groups.append(_Group())
                self._at = at
                return
            else:
                break
        raise _PatternError(_BAD_PERL, text[start:at])

    def _bounds(self, counted: re.Match[str]) -> tuple[int, int]:
        low = int(counted[1]) if len(counted[1]) < 9 else -1
        high = low if counted[2] is None else -1
        if counted[3] is not None:
            high = int(counted[3]) if len(counted[3]) < 9 else _MAX_REPEAT + 1
        if not 0 <= low <= _MAX_REPEAT or high > _MAX_REPEAT or 0 <= high < low:
            raise _PatternError(_BAD_REPEAT_SIZE, counted[0])
        return low, high

    def _repeat(self, start: int, last_repeat: int, bounds: tuple[int, int] | None) -> None:
        text = self._text
        if text.startswith("?", self._at):
            self._at += 1
        if last_repeat >= 0:
            raise _PatternError(_BAD_REPEAT_OP, text[last_repeat : self._at])
        parts = self._groups[-1].parts
        if not parts:
            raise _PatternError(_NO_ARGUMENT, text[start : self._at])
        if bounds is None:
            inner = parts[-1]
            parts[-1] = _Part(False, inner.height + 1, inner.size + (2 if text[start] == "*" else 1), inner.repeats)
        else:
            parts[-1] = _counted(parts[-1], *bounds)
        self._check(parts[-1])
        if max(bounds or (0,)) >= 2 and parts[-1].repeats > _MAX_REPEAT:
            raise _PatternError(_BAD_REPEAT_SIZE, text[start : self._at])

    def _backslash(self) -> None:
        text, start = self._text, self._at
        rune = text[start + 1 : start + 2]
        if rune == "Q":
            end = text.find("\\E", start + 2)
            literal = text[start + 2 : end if end >= 0 else None]
            for _ in literal:
                self._push(_Part(literal=True))
            self._at = end + 2 if end >= 0 else len(text)
        elif rune == "C":
            raise _PatternError(_BAD_ESCAPE, "\\C")
        elif rune and rune in "AbBz":
            self._push(_Part())
            self._at += 2
        else:
            literal_rune = not self._class_escape()
            if literal_rune:
                self._escape()
            self._push(_Part(literal=literal_rune))

    def _class_escape(self) -> bool:
        """Reads `\\d`, `\\pL` or `\\p{Han}`, and tells whether there was one."""
        text, start = self._text, self._at
        if not text.startswith("\\", start) or start + 1 == len(text):
            return False
        rune = text[start + 1]
        if rune in _PERL_CLASSES:
            self._at += 2
            return True
        if rune not in "pP":
            return False
        end = start + 3
        if text.startswith("{", start + 2):
            end = text.find("}", start) + 1
            if not end:
                raise _PatternError(_BAD_RANGE, text[start:])
        sequence = text[start:end]
        from kapivara.content.unicode_classes import class_name, members_of  # few patterns name one

        if members_of(class_name(sequence)) is None:
            raise _PatternError(_BAD_RANGE, sequence)
        self._at = start + len(sequence)
        return True

    def _escape(self) -> int:
        """Reads one escaped character and returns its code point."""
        text, start = self._text, self._at
        if start + 1 == len(text):
            raise _PatternError(_TRAILING_BACKSLASH, "")
        rune = text[start + 1]
        if octal := _OCTAL.match(text, start + 1):
            self._at = octal.end()
            return int(octal[0], 8)
        if rune == "x":
            return self._hex_escape()
        self._at = start + 2
        if rune in _C_ESCAPES:
            return _C_ESCAPES[rune]
        if rune < "\x80" and not rune.isalnum():
            return ord(rune)
        raise _PatternError(_BAD_ESCAPE, text[start : self._at])

    def _hex_escape(self) -> int:
        text, start = self._text, self._at
        if text.startswith("{", start + 2):
            digits = _HEX_BRACES.match(text, start + 3)
            assert digits is not None  # noqa: S101 - the expression matches the empty string
            code, end = 0, start + 3
            for digit in digits[0]:
                code, end = code * 16 + int(digit, 16), end + 1
                if code > 0x10FFFF:
                    raise _PatternError(_BAD_ESCAPE, text[start:end])
            if not digits[0] or not text.startswith("}", end):
                raise _PatternError(_BAD_ESCAPE, text[start : end + 1])
            self._at = end + 1
            return code
        pair = text[start + 2 : start + 4]
        if len(pair) < 2 or not _HEX.issuperset(pair):
            raise _PatternError(_BAD_ESCAPE, text[start : start + 4])
        self._at = start + 4
        return int(pair, 16)

    def _class(self) -> None:
        """Reads `[…]`."""
        text, start = self._text, self._at
        self._at += 2 if text.startswith("^", start + 1) else 1
        first = True
        while first or not text.startswith("]", self._at):
            first = False
            if self._posix_class() or self._class_escape():
                continue
            range_start = self._at
            low = self._class_rune(start)
            if text.startswith("-", self._at) and text[self._at + 1 : self._at + 2] not in ("", "]"):
                self._at += 1
                if self._class_rune(start) < low:
                    raise _PatternError(_BAD_RANGE, text[range_start : self._at])
        self._at += 1
        self._push(_Part())

    def _class_rune(self, class_start: int) -> int:
        if self._at >= len(self._text):
            raise _PatternError(_NO_BRACKET, self._text[class_start:])
        if self._text[self._at] == "\\":
            return self._escape()
        self._at += 1
        return ord(self._text[self._at - 1])

    def _posix_class(self) -> bool:
        text, start = self._text, self._at
        if not self._posix_ahead or not text.startswith("[:", start):
            return False
        end = text.find(":]", start + 2)
        if end < 0:
            self._posix_ahead = False  # looked for once, or a pattern of many "[:" would cost its length squared
            return False
        if not _POSIX_CLASS.match(text[start + 2 : end]):
            raise _PatternError(_BAD_RANGE, text[start : end + 2])
        self._at = end + 2
        return True


def _joined(parts: list[_Part]) -> _Part:
    if len(parts) == 1:
        return parts[0]
    if all(part.literal for part in parts):
        return _Part(True, 1, max(1, len(parts)))
    return _Part(
        False,
        1 + max(part.height for part in parts),
        sum(part.size for part in parts),
        max(part.repeats for part in parts),
    )


def _alternated(branches: list[_Part]) -> _Part:
    if len(branches) == 1:
        return branches[0]
    joined = _joined(branches)
    return _Part(False, joined.height, joined.size + len(branches) - 1, joined.repeats)


def _counted(part: _Part, low: int, high: int) -> _Part:
    if high == 0:
        return _Part(False, part.height + 1, 1, 1)
    times = low if high < 0 else high
    size = times * part.size + (high - low) if high > 0 else (1 + low * part.size if low else 2 + part.size)
    return _Part(False, part.height + 1, max(1, size), max(1, times) * part.repeats)
