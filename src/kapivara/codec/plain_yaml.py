"""Plain block YAML, which nearly all manifests are, line by line: a fifth of the time that libyaml's events take.

It reads a document only where it is certain of every line, and never otherwise than the exact reader (`yaml_nodes`,
`yaml_values`), which reads all else: anchors, tags, duplicate keys, tabs, brackets within brackets, errors. A line that
was understood once is known from then on, as most lines of manifests come again and again.
"""

from __future__ import annotations

from typing import Any

from kapivara.codec.plain_brackets import read_brackets, read_flat_brackets
from kapivara.codec.plain_lines import (
    BEGUN,
    BLANK,
    BLANK_LINE,
    BRACKETS,
    CLOSED,
    EMPTY,
    PLAIN,
    Line,
    UnsureError,
    read_line,
)
from kapivara.codec.plain_texts import begun_text, continued_text
from kapivara.values.json_value import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_UNSURE_CHARACTER = lazy_pattern("[^\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""Tabs, control characters, byte order marks, and every line break but one: they are read exactly, or refused."""
_DEEPEST = 500  # levels; what is deeper is read exactly
_KNOWN_LINES, _KNOWN_LENGTH = 10_000, 200


class PlainReader:
    """Reads the documents of one text, each by a call of `read`.

    How many lines it parses may be bounded: those that are new, and those with more than a scalar. What turns out not
    to be plain is read by the exact reader after all, and the two share the time of a request.
    """

    def __init__(self, most_parsed: int | None = None) -> None:
        self._known: dict[str, Line] = {}
        self._left = -1 if most_parsed is None else most_parsed

    def read(self, text: str) -> tuple[JsonValue, int] | None:
        """Returns the value of a document, which may start with `---`, and the line that it starts in, from 0.

        None where there is no document, only comments; raises UnsureError.
        """
        if _UNSURE_CHARACTER.search(text):
            raise UnsureError
        lines = text.split("\n")
        marked = lines[0].rstrip(" ") == "---"
        root: JsonObject = {"": None}
        objects: list[JsonObject] = []
        start = self._read_lines(lines, int(marked), root, objects)
        for each in objects:
            keys = sorted(each)
            if keys != [*each]:
                in_order = {key: each[key] for key in keys}
                each.clear()
                each.update(in_order)
        return (root[""], start) if marked or start >= 0 else None

    def _read_lines(self, lines: list[str], resume: int, root: JsonObject, objects: list[JsonObject]) -> int:
        """Puts what the lines from `resume` on say under the empty key of `root`; -> the line it starts in, or -1.

        Hot, as a body may hold half a million lines, and so one loop over local names: `current` is the innermost
        collection, in column `indent`, `around` are those outside; where `waiting`, the value of `key` is to come.
        All objects on the way are noted.
        """
        known, start, last = self._known, -1, BLANK_LINE
        current: Any = root
        key: str | None = ""
        indent, waiting = -1, True
        around: list[tuple[int, Any]] = []
        for at, text in enumerate(lines):
            if at < resume:
                continue
            content = text.lstrip(" ")
            line = known.get(content) or self._line(content)
            kind, width, value = line.kind, line.width, line.value
            if kind == BLANK:
                last = line
                continue
            column = len(text) - len(content)
            if waiting:
                waiting = False
                if column > indent or (width and column == indent):
                    if not around:
                        start = at
                    elif len(around) > _DEEPEST:
                        raise UnsureError
                    around.append((indent, current))
                    indent = column
                    if width:
                        current[key] = current = []
                    else:
                        current[key] = current = {}
                        objects.append(current)
            if column > indent:
                resume, last = _go_on(lines, at, indent, current, last), BLANK_LINE
                continue
            while column < indent:
                indent, current = around.pop()
            if kind > CLOSED:
                waiting = kind == EMPTY
                if not waiting:
                    value, resume = self._read_more(lines, at, column if line.key is None else column + width, line)
            last, key = line, line.key
            if not width:
                if type(current) is list:  # one that starts in the column of its key
                    indent, current = around.pop()
                if column != indent or key in current:
                    raise UnsureError
                current[key] = value
            elif column != indent or type(current) is not list:
                raise UnsureError
            elif key is None:
                current.append(value)
            else:
                around.append((indent, current))
                indent += width
                current.append({key: value})
                current = current[-1]
                objects.append(current)
        return start

    def _count(self) -> None:
        if not self._left:
            raise UnsureError
        self._left -= 1

    def _line(self, content: str) -> Line:
        self._count()
        line = read_line(content)
        if line.kind == BRACKETS:
            line.value = read_flat_brackets(line.value)
        if len(content) <= _KNOWN_LENGTH:
            if len(self._known) >= _KNOWN_LINES:
                self._known.clear()
            self._known[content] = line
        return line

    def _read_more(self, lines: list[str], at: int, indent: int, line: Line) -> tuple[JsonValue, int]:
        """Reads a value that is more than a scalar in its line; -> it, and the line after it."""
        self._count()
        if line.kind == BEGUN:
            return begun_text(lines, at + 1, indent, line.value)
        if line.kind == BRACKETS:
            return (read_brackets(line.value) if type(line.value) is str else line.value.copy()), at + 1
        raise UnsureError


def _go_on(lines: list[str], at: int, indent: int, current: Any, last: Line) -> int:
    """Adds lines to the plain scalar of the last one, if that is what it has; -> the line after them."""
    if last.kind != PLAIN or type(last.value) is not str:
        raise UnsureError
    text, resume = continued_text(lines, at, indent)
    current[-1 if last.key is None else last.key] = f"{last.value} {text}"
    return resume
