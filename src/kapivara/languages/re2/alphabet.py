r"""Rewrites a pattern over its own alphabet of at most 256 letters.

RE2 works on bytes: a class such as `[\pL\pN]` takes 1,300 instructions, where the server needs one; a hundred of them
are slow to compile. But a pattern distinguishes few characters: characters in the same of its classes become one
letter. Over these letters, one byte each, its program is as short as the server's. Texts are translated letter by
letter; positions in them count characters, as before.

A class is matched once against a text of all code points; the result is cached.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from string import ascii_letters, digits
from typing import Any, Final, TypeAlias

import re2

from kapivara.languages.re2.syntax import escaped_rune, pieces_of
from kapivara.languages.re2.unicode_classes import canonical_name, class_name, is_negative, known_to_re2, members_of
from kapivara.values.caches import ByteCache
from kapivara.values.lazy_pattern import lazy_pattern

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""First and last code points of ranges, sorted and disjoint."""

LAST: Final = 0x10FFFF
_SURROGATES: Final = range(0xD800, 0xE000)
_ANYWHERE: Final[Any] = re2._re2.RE2.Anchor.UNANCHORED
_ROOM = 8 << 20
_KNOWN: ByteCache[Ranges] = ByteCache(4 << 20)
_RANGE_BYTES = 200


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Sorts ranges, and joins adjacent ones."""
    made: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if made and low <= made[-1][1] + 1:
            made[-1] = made[-1][0], max(high, made[-1][1])
        else:
            made.append((low, high))
    return tuple(made)


def others(ranges: Ranges) -> Ranges:
    """Returns the complement of a set."""
    made, place = [], 0
    for low, high in ranges:
        if low > place:
            made.append((place, low - 1))
        place = high + 1
    if place <= LAST:
        made.append((place, LAST))
    return tuple(made)


def matching(character: str) -> Ranges:
    """Returns the code points that a pattern for one character matches."""
    known = _KNOWN.get(character)
    if known is None:
        known = tuple((ord(run[0]), ord(run[-1])) for run in runs_in(everything(), f"(?:{character})+"))
        _KNOWN.put(character, known, 2 * len(character) + _RANGE_BYTES * (1 + len(known)))
    return known


def runs_in(data: bytes, pattern: str) -> Iterable[str]:
    """Yields the parts of a text that match a pattern, which never matches an empty text."""
    options = re2.Options()
    options.never_capture = True
    options.log_errors = False
    options.max_mem = _ROOM
    match = re2._re2.RE2(pattern.encode(), options).Match
    place, size = 0, len(data)
    while place < size:
        start, end = match(_ANYWHERE, data, place, size)[0]
        if start < 0:
            return
        yield data[start:end].decode()
        place = end


@cache
def everything() -> bytes:
    """Returns a text of all code points in order, without surrogates."""
    below, above = range(_SURROGATES.start), range(_SURROGATES.stop, LAST + 1)
    return b"".join(array("I", each).tobytes().decode("utf-32").encode() for each in (below, above))


_LETTERS = 256
_MOST_SETS = 512
_MOST_SEARCHES = 16
_WORD: Final = f"{digits}{ascii_letters}_"
_NEW_LINE: Final = 10
_ANCHORS: Final = frozenset(("^", "$", r"\A", r"\z", r"\b", r"\B"))
_CLASSES: Final = frozenset((r"\d", r"\D", r"\s", r"\S", r"\w", r"\W"))
_ESCAPE = lazy_pattern(r"\\(?:[pP](?:\{[^}]*\}|.)|.)", re.DOTALL)
_FLAGS = lazy_pattern(r"\(\?([imsU]*)(-[imsU]*)?([:)])\Z")
_ASCII_FOLDS: Final = {"k": 0x212A, "s": 0x17F}
_UNKNOWN = ord("?")
_REMEMBERED = 512


class IrreducibleError(Exception):
    """Raised if a pattern distinguishes too many characters."""


def needs_alphabet(pattern: str) -> bool:
    """Returns True if RE2 interprets a pattern differently from the server.

    RE2 lacks some class names or reads them differently, and takes the middle of a character for a place within a word.
    """
    return r"\B" in pattern or any(
        not known_to_re2(class_name(found[0]))
        for found in _ESCAPE.finditer(pattern)
        if found[0][1] in "pP" and len(found[0]) > 2
    )


class Alphabet(dict[int, int]):
    """The letters of a pattern by code point: a table for `str.translate`; `pattern` uses them, in Latin-1."""

    def __init__(self, pattern: str):
        """Raises IrreducibleError if a pattern needs more than 256 letters."""
        super().__init__()
        reading = _Reading(pattern)
        starts, signatures = _distinguished_ranges(reading)
        self._starts = array("i", starts)
        letters = _assigned(reading, signatures)
        self._letters = bytes(letters[each] for each in signatures)
        self.pattern = "".join(
            part if isinstance(part, str) else _class_of(reading.sets[part], letters) for part in reading.parts
        ).encode()

    def __missing__(self, code_point: int) -> int:
        known = _UNKNOWN if 0xD800 <= code_point < 0xE000 else code_point
        letter = self._letters[bisect_right(self._starts, known) - 1]
        if len(self) < _REMEMBERED:
            self[code_point] = letter
        return letter

    def translate(self, text: str) -> bytes:
        """Returns a text in letters."""
        return text.translate(self).encode("latin-1")


class _Reading:
    """A pattern in parts: operators unchanged, and the sets of characters between them by number."""

    def __init__(self, pattern: str):
        self.sets: dict[Ranges, int] = {}
        self.parts: list[str | Ranges] = []
        self._flags = [frozenset[str]()]
        self._searches: set[str] = set()
        self._pieces = pieces_of(pattern)
        self._folds: dict[str, Ranges] | None = None
        self.of_words = any(each in (r"\b", r"\B") for each in self._pieces)
        self.of_lines = any(each[:2] == "(?" and "m" in each for each in self._pieces)
        for piece in self._pieces:
            self._read(piece)

    def _read(self, piece: str) -> None:
        flags = self._flags[-1]
        match piece[0]:
            case "(":
                self._open(piece)
            case ")":
                self._flags.pop()
                self.parts.append(piece)
            case "|" | "*" | "+" | "?":
                self.parts.append(piece)
            case "{" if len(piece) > 1:
                self.parts.append(piece)
            case ".":
                self._take(others(()) if "s" in flags else others(((_NEW_LINE, _NEW_LINE),)))
            case _ if piece in _ANCHORS:
                self.parts.append(piece)
            case "[":
                self._take(self._matching(piece))
            case "\\" if piece in _CLASSES or piece[1] in "pP":
                self._take(self._matching(f"[{piece}]"))
            case "\\" if piece[1] == "Q":
                for character in piece[2:].removesuffix(r"\E"):
                    self._take(self._same(character))
            case "\\":
                self._take(self._same(chr(escaped_rune(piece))))
            case _:
                self._take(self._same(piece))

    def _take(self, ranges: Ranges) -> None:
        if self.sets.setdefault(ranges, len(self.sets)) >= _MOST_SETS:
            raise IrreducibleError
        self.parts.append(ranges)

    def _open(self, piece: str) -> None:
        """Reads `(`, with or without a name, `(?i)` or `(?i:`; flags that the sets already contain are dropped."""
        found = _FLAGS.match(piece)
        if found is None:
            self._flags.append(self._flags[-1])
            self.parts.append("(?:")
            return
        on, off, end = found[1], (found[2] or "")[1:], found[3]
        flags = (self._flags[-1] | frozenset(on)) - frozenset(off)
        if end == ":":
            self._flags.append(flags)
        else:
            self._flags[-1] = flags
        on, off = ("".join(each for each in kind if each in "mU") for kind in (on, off))
        self.parts.append(f"(?s{on}{'-' if off else ''}{off}{end}")

    def _matching(self, text: str) -> Ranges:
        """Returns the characters of a class."""
        text = f"(?i){_in_words_of_re2(text)}" if "i" in self._flags[-1] else _in_words_of_re2(text)
        self._searches.add(text)
        if len(self._searches) > _MOST_SEARCHES:
            raise IrreducibleError
        return matching(text)

    def _same(self, character: str) -> Ranges:
        """Returns a character, with the characters that equal it if case is ignored."""
        if "i" not in self._flags[-1]:
            return ((ord(character), ord(character)),)
        if character.isascii():
            codes = {ord(character.lower()), ord(character.upper())}
            codes.update(code for code in (_ASCII_FOLDS.get(character.lower()),) if code)
            return merged((code, code) for code in codes)
        if self._folds is None:
            self._folds = _folds_of(self._pieces)
        return self._folds[character]


def _folds_of(pieces: list[str]) -> dict[str, Ranges]:
    """Returns the characters that equal the non-ASCII characters of a pattern if case is ignored."""
    asked = sorted({character for piece in pieces for character in _characters(piece) if not character.isascii()})
    if len(asked) > _LETTERS:
        raise IrreducibleError
    codes = "".join(f"\\x{{{ord(each):x}}}" for each in asked)
    same = "".join(runs_in(everything(), f"(?i)[{codes}]")).encode()
    return {each: merged((ord(run), ord(run)) for run in runs_in(same, f"(?i)\\x{{{ord(each):x}}}")) for each in asked}


def _characters(piece: str) -> str:
    """Returns the characters of a piece; empty for operators and classes."""
    if piece[0] != "\\":
        return piece if len(piece) == 1 else ""
    if piece[1] == "Q":
        return piece[2:].removesuffix(r"\E")
    return "" if piece in _ANCHORS or piece in _CLASSES or piece[1] in "pP" else chr(escaped_rune(piece))


def _in_words_of_re2(text: str) -> str:
    """Returns a class in RE2's syntax, with unknown names written out."""
    return _ESCAPE.sub(lambda found: _written_out(found[0]), text)


def _written_out(sequence: str) -> str:
    if sequence[1] not in "pP" or known_to_re2(class_name(sequence)):
        return sequence
    members, without = members_of(canonical_name(class_name(sequence))) or ("", False)
    ranges = matching(f"[{members}]")
    if without != is_negative(sequence):
        ranges = others(ranges)
    return "".join(f"\\x{{{low:x}}}-\\x{{{high:x}}}" for low, high in ranges)


def _distinguished_ranges(reading: _Reading) -> tuple[list[int], list[int]]:
    """Splits all code points into ranges that no set distinguishes; returns their starts, and the sets of each.

    Sets are bits; two more bits are for the anchors.
    """
    sets = list(reading.sets)
    if reading.of_words:
        sets.append(merged((ord(each), ord(each)) for each in _WORD))
    if reading.of_lines:
        sets.append(((_NEW_LINE, _NEW_LINE),))
    starts = sorted({0, *(place for each in sets for low, high in each for place in (low, high + 1) if place <= LAST)})
    index = {start: number for number, start in enumerate(starts)}
    signatures = [0] * len(starts)
    for number, ranges in enumerate(sets):
        bit = 1 << number
        for low, high in ranges:
            for place in range(index[low], index.get(high + 1, len(starts))):
                signatures[place] |= bit
    return starts, signatures


def _assigned(reading: _Reading, signatures: list[int]) -> dict[int, int]:
    """Assigns a byte to each kind of character; words and line ends keep suitable bytes for anchors."""
    word_bit = 1 << len(reading.sets) if reading.of_words else 0
    line_bit = 1 << (len(reading.sets) + reading.of_words) if reading.of_lines else 0
    of_words, of_others = iter(_WORD.encode()), _bytes_of_others()
    letters: dict[int, int] = {}
    for signature in signatures:
        if signature in letters:
            continue
        if signature & line_bit:
            letters[signature] = _NEW_LINE
            continue
        try:
            letters[signature] = next(of_words if signature & word_bit else of_others)
        except StopIteration:
            raise IrreducibleError from None
    return letters


def _bytes_of_others() -> Iterator[int]:
    return (each for each in range(_LETTERS) if each != _NEW_LINE and chr(each) not in _WORD)


def _class_of(number: int, letters: dict[int, int]) -> str:
    """Returns a set as a class of letters."""
    members = sorted(letter for signature, letter in letters.items() if signature >> number & 1)
    if not members:
        return r"[^\x00-\xff]"
    ranges = merged((each, each) for each in members)
    inside = "".join(f"\\x{low:02x}-\\x{high:02x}" for low, high in ranges)
    return f"[{inside}]"
