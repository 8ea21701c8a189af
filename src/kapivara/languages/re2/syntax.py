"""Parses regular expressions as Go's regexp package does, with its errors.

RE2 runs the patterns; this module only checks their syntax, since RE2's errors differ in text, and sometimes in the
verdict (`\\C`, look-behind, nesting). It needs one pass and no recursion: a hostile pattern costs no more than its
length.
Upstream: Go's regexp/syntax/parse.go Parse with the Perl flags.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable

from kapivara.languages.re2.size import Part, alternated, counted, joined
from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record
from kapivara.values.request_budget import current_budget, search_limit

_MAX_REPEAT = 1000
_MAX_HEIGHT = 1000
_MAX_SIZE = (128 << 20) // 40  # instructions of a compiled expression
_COSTLY_SIZE = 250
_SHORT = 1024
_PIECES_AT_ONCE = 50_000
_READ_AT_ONCE = 64
"""The maximum length of patterns that are read without our own patterns, whose compilation takes longer."""
_NAMED_CLASS_WEIGHT = 100  # `\pL` has 660 ranges

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

_ONE_SIMPLE = (
    r"(?:[^\\^$.*+?()\[\]{}|]|[.^$]|\\[dswDSWAbBz]|\\[pP][CLMNPSZ]|\\[-./:_@,;=&!#%~ ]"
    r"|\[\^?(?:a-z|A-Z|0-9|[A-Za-z0-9_./:@#%,;=&!~ ])+-?\])[*+?]?(?![*+?{])"
)
_SIMPLE_PIECE = lazy_pattern(_ONE_SIMPLE)
_SIMPLE = lazy_pattern(f"(?:{_ONE_SIMPLE}){{2,1000}}+")  # more would hold the interpreter's lock for long
_ANCHOR = lazy_pattern(r"[.^$]")
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
    """Raised to end the parsing; holds the error code and the quoted fragment."""


@record
class Measure:
    """The properties of a pattern that are known without compiling it."""

    problem: str | None = None
    """The server's error, or None."""
    size: int = 0
    """The number of the server's instructions."""
    weight: int = 0
    """The approximate cost of compiling it: instructions, characters, and ranges of named classes."""
    limit: str | None = None
    """The reason why kapivara cannot read it, or None."""


def measure(pattern: str) -> Measure:
    """Parses a pattern; caches the last long one, since several callers need it in a row."""
    if len(pattern) <= _SHORT:
        return _measure_short(pattern)
    last = _LastLong.seen
    if last is not None and last[0] is pattern:
        return last[1]
    measured = _measure(pattern)
    if measured.limit is None:
        _LastLong.seen = pattern, measured
    return measured


class _LastLong:
    """The long pattern that was parsed last, by any thread."""

    seen: tuple[str, Measure] | None = None


@cache_short_texts(1024, longest=_SHORT)  # CRDs repeat their patterns
def _measure_short(pattern: str) -> Measure:
    return _measure(pattern)


def _measure(pattern: str) -> Measure:
    reader = _Reader(pattern)
    budget = current_budget()
    if budget.unread is pattern:
        return Measure(limit=search_limit())
    budget.begin_search()
    try:
        while reader.measure(_PIECES_AT_ONCE):
            if not budget.count_search():
                budget.unread = pattern
                return Measure(limit=search_limit())
    except _PatternError as problem:
        code, fragment = problem.args
        return Measure(f"error parsing regexp: {code}: `{fragment}`")
    return Measure(None, reader.size, reader.size + len(pattern) + _NAMED_CLASS_WEIGHT * reader.named_classes)


def regexp_error(pattern: str) -> str | None:
    """Returns the server's error about a pattern; None if it is valid."""
    return measure(pattern).problem


def pieces_of(pattern: str) -> list[str]:
    """Splits a valid pattern into operators, classes and characters."""
    reader = _Reader(pattern)
    reader.read()
    return reader.pieces


def escaped_rune(piece: str) -> int:
    """Returns the code point of a piece such as `\\x41` or `\\.`."""
    return _Reader(piece)._escape()


def is_costly(pattern: str) -> bool:
    """Returns True if a pattern may be large once compiled, by its size or its counts."""
    if "{" not in pattern and len(pattern) < _COSTLY_SIZE:
        return False
    measured = measure(pattern)
    return measured.size >= _COSTLY_SIZE or measured.limit is not None


class _Reader:
    def __init__(self, pattern: str):
        self.pieces: list[str] = []
        self.size = 0
        self.named_classes = 0
        self._text = pattern
        self._at = 0
        self._parts: list[Part] = []
        self._branches: list[Part] = []
        self._begun = 0
        """The start of the current branch among the parts."""
        self._opened = array("q")
        """For each open parenthesis: start of its branches, whether it captures, start of the outer branch.
        """
        self._posix_ahead = True
        self._repeat_at = -1

    def read(self) -> None:
        """Parses the whole pattern; raises _PatternError."""
        text = self._text
        while self._at < len(text):
            start = self._at
            self._read_piece()
            self.pieces.append(text[start : self._at])
        self._end()

    def _read_piece(self) -> None:
        last_repeat, self._repeat_at = self._repeat_at, -1
        reader = _READERS.get(self._text[self._at])
        if reader is None:
            self._literal()
        else:
            reader(self, last_repeat)

    def measure(self, most: int) -> bool:
        """Parses at most `most` pieces without recording them; returns True if there are more; raises _PatternError.

        Simple pieces of a longer pattern are read together, and count as one.
        """
        text = self._text
        find = _SIMPLE.match if len(text) > _READ_AT_ONCE else None
        while self._at < len(text):
            if not most:
                return True
            most -= 1
            found = find(text, self._at) if find is not None and self._repeat_at < 0 else None
            if found is not None:
                self._take_simple(found[0])
            else:
                self._read_piece()
        self._end()
        return False

    def _end(self) -> None:
        if self._opened:
            raise _PatternError(_NO_PAREN, self._text)
        self._end_branch()
        self.size = alternated(self._branches).size

    def _take_simple(self, found: str) -> None:
        """Adds simple pieces; the last one separately, since a repetition may follow."""
        pieces = _SIMPLE_PIECE.findall(found)
        last = pieces[-1]
        self._push(_simple_part(found[: -len(last)], len(pieces) - 1))
        self._push(_simple_part(last, 1))
        self.named_classes += found.count("\\p") + found.count("\\P")
        self._at += len(found)

    def _literal(self) -> None:
        self._parts.append(_LITERAL)
        self._at += 1

    def _anchor(self, _: int) -> None:
        self._parts.append(_ATOM)
        self._at += 1

    def _bar(self, _: int) -> None:
        self._end_branch()
        self._at += 1

    def _brace(self, last_repeat: int) -> None:
        start = self._at
        found = _REPEAT.match(self._text, start)
        if found is None:
            self._literal()
            return
        self._at = found.end()
        self._repeat(start, last_repeat, self._bounds(found))

    def _operator(self, last_repeat: int) -> None:
        self._at += 1
        self._repeat(self._at - 1, last_repeat, None)

    def _push(self, part: Part) -> None:
        self._check(part)
        self._parts.append(part)

    def _check(self, part: Part) -> None:
        if part.size > _MAX_SIZE:
            raise _PatternError(_TOO_LARGE, self._text)
        if part.height > _MAX_HEIGHT:
            raise _PatternError(_TOO_DEEP, self._text)

    def _end_branch(self) -> None:
        parts = self._parts
        if len(parts) - self._begun == 1:
            self._branches.append(parts.pop())
            return
        branch = joined(parts[self._begun :])
        self._check(branch)
        self._branches.append(branch)
        del parts[self._begun :]

    def _close(self, _: int) -> None:
        self._end_branch()
        if not self._opened:
            raise _PatternError(_UNEXPECTED_PAREN, self._text)
        self._begun, capturing, branches_at = self._opened.pop(), self._opened.pop(), self._opened.pop()
        if len(self._branches) - branches_at == 1:
            part = self._branches.pop()
        else:
            part = alternated(self._branches[branches_at:])
            del self._branches[branches_at:]
        if capturing:
            part = Part(False, part.height + 1, part.size + 2, part.repeats)
        self._push(part)
        self._at += 1

    def _open_group(self, end: int, capturing: bool) -> None:
        self._opened.extend((len(self._branches), capturing, self._begun))
        self._begun = len(self._parts)
        self._at = end

    def _open(self, _: int) -> None:
        text, start = self._text, self._at
        if not text.startswith("(?", start):
            self._open_group(start + 1, True)
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
            self._open_group(end + 1, True)
            return
        self._flags(start)

    def _flags(self, start: int) -> None:
        """Parses `(?i-s)` or the head of `(?i:…)`."""
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
                    self._open_group(at, False)
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
        parts = self._parts
        if len(parts) == self._begun:
            raise _PatternError(_NO_ARGUMENT, text[start : self._at])
        if bounds is None:
            inner = parts[-1]
            parts[-1] = Part(False, inner.height + 1, inner.size + (2 if text[start] == "*" else 1), inner.repeats)
        else:
            parts[-1] = counted(parts[-1], *bounds)
        self._check(parts[-1])
        if max(bounds or (0,)) >= 2 and parts[-1].repeats > _MAX_REPEAT:
            raise _PatternError(_BAD_REPEAT_SIZE, text[start : self._at])
        self._repeat_at = start

    def _backslash(self, _: int) -> None:
        text, start = self._text, self._at
        rune = text[start + 1 : start + 2]
        if rune == "Q":
            end = text.find("\\E", start + 2)
            literal = text[start + 2 : end if end >= 0 else None]
            self._parts.extend([_LITERAL] * len(literal))
            self._at = end + 2 if end >= 0 else len(text)
        elif rune == "C":
            raise _PatternError(_BAD_ESCAPE, "\\C")
        elif rune and rune in "AbBz":
            self._push(_ATOM)
            self._at += 2
        else:
            literal_rune = not self._class_escape()
            if literal_rune:
                self._escape()
            self._push(_LITERAL if literal_rune else _ATOM)

    def _class_escape(self) -> bool:
        """Parses `\\d`, `\\pL` or `\\p{Han}`; returns True if there was one."""
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
        self.named_classes += 1
        from kapivara.languages.re2.unicode_classes import class_name, members_of  # few patterns have named classes

        if members_of(class_name(sequence)) is None:
            raise _PatternError(_BAD_RANGE, sequence)
        self._at = start + len(sequence)
        return True

    def _escape(self) -> int:
        """Parses one escaped character and returns its code point."""
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
            assert digits is not None  # noqa: S101  the expression matches the empty string
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

    def _class(self, _: int) -> None:
        """Parses `[…]`."""
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
        self._push(_ATOM)

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
            self._posix_ahead = False  # searched once, or a pattern of many "[:" would take quadratic time
            return False
        if not _POSIX_CLASS.match(text[start + 2 : end]):
            raise _PatternError(_BAD_RANGE, text[start : end + 2])
        self._at = end + 2
        return True


def _simple_part(text: str, count: int) -> Part:
    """Returns the size of simple pieces, which contain no escaped operators or classes with operators."""
    stars, others = text.count("*"), text.count("+") + text.count("?")
    repeated = bool(stars or others)
    literal = not repeated and count == len(text) and not _ANCHOR.search(text)
    return Part(literal, 2 if repeated else 1, count + 2 * stars + others)


_LITERAL = Part(literal=True)
_ATOM = Part()
_READERS: dict[str, Callable[[_Reader, int], None]] = {
    "(": _Reader._open,
    ")": _Reader._close,
    "|": _Reader._bar,
    "[": _Reader._class,
    "{": _Reader._brace,
    "\\": _Reader._backslash,
    **dict.fromkeys("*+?", _Reader._operator),
    **dict.fromkeys("^$.", _Reader._anchor),
}
"""The parsers of pieces by first character; they get the start of a directly preceding repetition, or -1."""
