"""Plain block YAML, which nearly all manifests are, line by line: a fifth of the time that libyaml's events take.

It reads a document only where it is certain of every line, and never otherwise than the exact reader (`yaml_nodes`,
`yaml_values`), which reads all else: merge keys, tags, tabs, brackets over several lines, errors. A line that was
understood once is known from then on, as most lines of manifests come again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import length_hint
from typing import TYPE_CHECKING, Any

from kapivara.codec.decoded import Decoded
from kapivara.codec.plain_brackets import read_brackets, read_flat_brackets
from kapivara.codec.plain_lines import (
    ALIAS,
    ANCHOR,
    BEGUN,
    BLANK,
    BRACKETS,
    CLOSED,
    EMPTY,
    PLAIN,
    Line,
    UnsureError,
    read_line,
)
from kapivara.values.json_value import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from kapivara.codec.plain_anchors import Anchors

_UNSURE_CHARACTER = lazy_pattern("[\0-\t\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Tabs, control characters, byte order marks, and every line break but one: they are read exactly, or refused.

None of them is printable, which is told faster.

Named one by one, they are compiled in a tenth of the time that all others take, which is 5 ms.
"""
_DEEPEST = 500  # levels; what is deeper is read exactly
_KNOWN_LINES, _KNOWN_LENGTH = 20_000, 200
_KNOWN_ORDERS, _KNOWN_KEYS = 1_000, 32


class PlainReader:
    """Reads the documents of one text, or of many that are alike, each by a call of `read`.

    How many lines it parses may be bounded: those that are new, and those with more than a scalar. What turns out not
    to be plain is read by the exact reader after all, and the two share the time of a request.
    """

    def __init__(self, most_parsed: int | None = None) -> None:
        self._known = _KnownLines(most_parsed)
        self._moves = _KnownMoves()

    @property
    def parsed(self) -> int:
        """How many lines have been parsed."""
        return self._known.parsed

    def read(self, text: str, *, sort_keys: bool = True, lines_before: int = 0) -> tuple[Decoded, int] | None:
        """Reads a document, which may start with `---`; -> it, and the line that it starts in, from 0.

        None where there is no document, only comments; raises UnsureError. Keys are sorted, unless they are to have
        the order of the text. Complaints count the lines that stand before the text.
        """
        lines = text.split("\n")
        marked = lines[0].rstrip(" ") == "---"
        root: JsonObject = {"": None}
        objects: list[JsonObject] = []
        start, doubled = self._read_lines(lines, int(marked), root, objects)
        for each in objects if sort_keys else ():
            if len(each) > 1:
                for key in self._moves[*each]:
                    each[key] = each.pop(key)
        if not marked and start < 0:
            return None
        if not doubled:
            return Decoded(root[""]), start
        from kapivara.codec.plain_duplicates import note_duplicates  # few documents have any
        from kapivara.codec.yaml_duplicates import DuplicateKeys

        noted = DuplicateKeys(lines_before)
        if note_duplicates(lines, int(marked), self._known, noted) != doubled:
            raise UnsureError
        return noted.decoded(root[""]), start

    def _read_lines(self, lines: list[str], first: int, root: JsonObject, objects: list[JsonObject]) -> tuple[int, int]:
        """Puts what the lines from `first` on say under the empty key of `root`.

        Returns the line it starts in, or -1, and how many keys stood before.

        Hot, as a body may hold half a million lines, and so one loop over local names: `current` is the innermost
        collection, `inner` the depth of what it holds, `around` are those outside; `opened` is the key whose value is
        to come, if any. All objects on the way are noted: no key came twice if they have as many as lines gave,
        which are all lines but for some `others`.
        """
        start, after, others = -1, first, first
        current: Any = root
        opened: str | None = ""
        inner = -1
        around: list[tuple[int, Any]] = []
        anchors: Anchors | None = None
        rest = iter(lines)
        _skip(rest, first)
        for kind, depth, width, key, value in map(self._known.__getitem__, rest):
            if depth != inner or opened is not None:
                if kind == BLANK:
                    others += 1
                    continue
                if opened is not None:
                    if depth > inner:
                        if not around:
                            start = _last(rest, lines)
                        elif len(around) > _DEEPEST:
                            raise UnsureError
                        around.append((inner, current))
                        inner = depth
                        if width:
                            current[opened] = current = []
                        else:
                            current[opened] = current = {}
                            objects.append(current)
                    opened = None
                if depth > inner:
                    at = _last(rest, lines)
                    after = self._go_on(lines, at, after, inner, current)
                    _skip(rest, after - at - 1)
                    others += after - at
                    continue
                while depth < inner:
                    inner, current = around.pop()
                if depth != inner:
                    raise UnsureError
            if kind > CLOSED:
                if kind == EMPTY:
                    opened = key
                elif kind == ANCHOR:
                    anchors = _no_anchors() if anchors is None else anchors
                    anchors.name(value, current, key, is_first=bool(width))
                    opened, value = key, None
                elif kind == ALIAS:
                    if anchors is None:
                        raise UnsureError
                    value = anchors.copy(value, [current, *(each for _, each in around)])
                else:
                    at = _last(rest, lines)
                    value, after = self._read_more(lines, at, (kind, depth, width, key, value))
                    _skip(rest, after - at - 1)
                    others += after - at - 1
            if not width:
                current[key] = value
            elif key is None:
                current.append(value)
                others += 1
            else:
                around.append((inner, current))
                inner += 2 * width - 1
                item = {key: value}
                current.append(item)
                objects.append(item)
                current = item
        return start, len(lines) - others - sum(map(len, objects))

    def _go_on(self, lines: list[str], at: int, after: int, inner: int, current: Any) -> int:
        """Adds lines to the plain scalar of the one before, if that is what it has; -> the line after them.

        `after` is the line behind the last text of several lines: none goes on with that.
        """
        kind, _, _, key, value = self._known[lines[at - 1]]
        if at == after or kind != PLAIN or type(value) is not str:
            raise UnsureError
        from kapivara.codec.plain_texts import continued_text  # most texts end in their line

        text, after = continued_text(lines, at, inner // 2)
        if after == at:
            raise UnsureError
        _require_plain(text)
        current[-1 if key is None else key] = f"{value} {text}"
        return after

    def _read_more(self, lines: list[str], at: int, line: Line) -> tuple[JsonValue, int]:
        """Reads a value that is more than a scalar in its line; -> it, and the line after it."""
        self._known.count()
        kind, depth, width, key, value = line
        if kind == BEGUN:
            from kapivara.codec.plain_texts import begun_text  # as above

            text, after = begun_text(lines, at + 1, depth // 2 + (0 if key is None else width), value)
            _require_plain("".join(lines[at + 1 : after]))
            return text, after
        if kind == BRACKETS:
            return (read_brackets(value) if type(value) is str else value.copy()), at + 1
        raise UnsureError


def _no_anchors() -> Anchors:
    from kapivara.codec.plain_anchors import Anchors  # few documents have any

    return Anchors()


class _KnownLines(dict[str, Line]):
    """What lines say; one that is new is parsed, as long as there are no more of them than are allowed."""

    def __init__(self, most_parsed: int | None) -> None:
        super().__init__()
        self._most_parsed = most_parsed
        self.parsed = 0

    def __missing__(self, text: str) -> Line:
        self.count()
        _require_plain(text)
        line = read_line(text)
        kind, depth, width, key, value = line
        if kind == BRACKETS:
            line = kind, depth, width, key, read_flat_brackets(value)
        if len(text) <= _KNOWN_LENGTH:
            if len(self) >= _KNOWN_LINES:
                self.clear()
            self[text] = line
        return line

    def count(self) -> None:
        """Counts one that is parsed; raises UnsureError where it is one too many."""
        if self.parsed == self._most_parsed:
            raise UnsureError
        self.parsed += 1


class _KnownMoves(dict[tuple[str, ...], tuple[str, ...]]):
    """By the keys of an object, which of them are put to its end, one after the other, so that all are sorted.

    Objects with the same keys in the same order come again and again.
    """

    def __missing__(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        in_order = sorted(keys)
        staying = 0
        for key in keys:  # the first ones stay, as far as they follow each other
            if key == in_order[staying]:
                staying += 1
        moved = tuple(in_order[staying:])
        if len(keys) <= _KNOWN_KEYS:
            if len(self) >= _KNOWN_ORDERS:
                self.clear()
            self[keys] = moved
        return moved


def _require_plain(text: str) -> None:
    """Raises UnsureError where a text without line breaks holds a character that only the exact reader knows."""
    if not text.isprintable() and _UNSURE_CHARACTER.search(text):
        raise UnsureError


def _last(rest: Iterator[str], lines: list[str]) -> int:
    """Returns the number of the line that was taken last."""
    return len(lines) - length_hint(rest) - 1


def _skip(rest: Iterator[str], count: int) -> None:
    next(islice(rest, count, count), None)
