"""Decodes plain block YAML, as in nearly all manifests, line by line: in a fifth of the time of libyaml's events.

It decodes a document only if it is certain of every line, and always like the exact decoder (`yaml_nodes`,
`yaml_values`), which reads everything else: merge keys, tags, tabs, multi-line flow collections, errors. It caches
parsed lines, because most lines of manifests recur.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import length_hint
from typing import TYPE_CHECKING, Any

from kapivara.codec.decoded import Decoded
from kapivara.codec.yaml.plain.brackets import read_brackets, read_flat_brackets
from kapivara.codec.yaml.plain.lines import (
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
    from kapivara.codec.yaml.plain.brackets import Anchors

_UNSURE_CHARACTER = lazy_pattern("[\0-\t\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Tabs, control characters, byte order marks, and all line breaks but one: the exact decoder reads or rejects them.

None of them is printable, which is a faster check. Listed one by one, they compile in a tenth of the 5 ms that the
complement would take.
"""
_DEEPEST = 500  # levels; the exact decoder reads deeper documents
_KNOWN_LINES, _KNOWN_LENGTH = 20_000, 200
_KNOWN_ORDERS, _KNOWN_KEYS = 1_000, 32


class PlainReader:
    """Decodes the documents of one text, or of many similar texts, each by a call of `read`.

    `most_parsed` limits the number of parsed lines: new lines, and lines with more than a scalar. A document that turns
    out not to be plain goes to the exact decoder, and both share the time of a request.
    """

    def __init__(self, most_parsed: int | None = None) -> None:
        self._known = _KnownLines(most_parsed)
        self._moves = _KnownMoves()

    @property
    def parsed(self) -> int:
        """The number of parsed lines."""
        return self._known.parsed

    def read(self, text: str, *, sort_keys: bool = True, lines_before: int = 0) -> tuple[Decoded, int] | None:
        """Decodes a document, which may start with `---`; returns it and its first line, counted from 0.

        None for a document with comments only; raises UnsureError. Keys are sorted, unless `sort_keys` is False. Errors
        count the lines before the text.
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
        from kapivara.codec.yaml.exact.duplicates import DuplicateKeys
        from kapivara.codec.yaml.plain.duplicates import note_duplicates  # few documents have any

        noted = DuplicateKeys(lines_before)
        if note_duplicates(lines, int(marked), self._known, noted) != doubled:
            raise UnsureError
        return noted.decoded(root[""]), start

    def _read_lines(self, lines: list[str], first: int, root: JsonObject, objects: list[JsonObject]) -> tuple[int, int]:
        """Stores the content of the lines from `first` on under the empty key of `root`.

        Returns the line where the content starts, or -1, and the number of duplicate keys.

        Hot, because a body may have half a million lines, so it is one loop with local names: `current` is the
        innermost collection, `inner` the depth of its content, `around` are the enclosing collections; `opened` is the
        key whose value is due, if any. It collects all objects: there is no duplicate key if they have as many keys as
        lines gave, which are all lines except `others`.
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
        """Appends lines to the plain scalar of the line before, if it has one; returns the line after them.

        `after` is the line after the last text of several lines, which cannot be continued.
        """
        kind, _, _, key, value = self._known[lines[at - 1]]
        if at == after or kind != PLAIN or type(value) is not str:
            raise UnsureError
        from kapivara.codec.yaml.plain.texts import continued_text  # most texts end in their line

        text, after = continued_text(lines, at, inner // 2)
        if after == at:
            raise UnsureError
        _require_plain(text)
        current[-1 if key is None else key] = f"{value} {text}"
        return after

    def _read_more(self, lines: list[str], at: int, line: Line) -> tuple[JsonValue, int]:
        """Decodes a value that is more than a scalar in its line; returns it and the line after it."""
        self._known.count()
        kind, depth, width, key, value = line
        if kind == BEGUN:
            from kapivara.codec.yaml.plain.texts import begun_text  # as above

            text, after = begun_text(lines, at + 1, depth // 2 + (0 if key is None else width), value)
            _require_plain("".join(lines[at + 1 : after]))
            return text, after
        if kind == BRACKETS:
            return (read_brackets(value) if type(value) is str else value.copy()), at + 1
        raise UnsureError


def _no_anchors() -> Anchors:
    from kapivara.codec.yaml.plain.brackets import Anchors  # few documents have any

    return Anchors()


class _KnownLines(dict[str, Line]):
    """A cache of parsed lines; parses new lines up to the limit."""

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
        """Counts a parsed line; raises UnsureError beyond the limit."""
        if self.parsed == self._most_parsed:
            raise UnsureError
        self.parsed += 1


class _KnownMoves(dict[tuple[str, ...], tuple[str, ...]]):
    """Maps the keys of an object to the keys to move to its end, one after the other, so that all are sorted.

    Objects with the same keys in the same order recur.
    """

    def __missing__(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        in_order = sorted(keys)
        staying = 0
        for key in keys:  # the first ones stay if they are in order
            if key == in_order[staying]:
                staying += 1
        moved = tuple(in_order[staying:])
        if len(keys) <= _KNOWN_KEYS:
            if len(self) >= _KNOWN_ORDERS:
                self.clear()
            self[keys] = moved
        return moved


def _require_plain(text: str) -> None:
    """Raises UnsureError if a text without line breaks has a character for the exact decoder."""
    if not text.isprintable() and _UNSURE_CHARACTER.search(text):
        raise UnsureError


def _last(rest: Iterator[str], lines: list[str]) -> int:
    """Returns the number of the last line taken."""
    return len(lines) - length_hint(rest) - 1


def _skip(rest: Iterator[str], count: int) -> None:
    next(islice(rest, count, count), None)
