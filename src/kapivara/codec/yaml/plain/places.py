"""Finds the positions of fields in a plain YAML document, for `Positions`, on demand.

An error in a CRD of ten thousand lines needs the positions of a few fields. `plain_yaml` has decoded the document, so
its lines are what they look like; `yaml_places` finds the same positions in any YAML.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from operator import itemgetter

from kapivara.codec.positions import Children, PositionTree
from kapivara.codec.yaml.plain.lines import ALIAS, ANCHOR, BRACKETS, EMPTY, KEY, Line, read_line


def plain_places(text: str) -> PositionTree:
    """Returns the positions in a document that `PlainReader` has decoded and that is an object or a list."""
    lines = text.split("\n")
    if lines[0].rstrip(" ") == "---":
        lines[0] = ""
    return _Places(lines).root()


class _Alias(PositionTree):
    """A field whose value is an alias."""

    __slots__ = ()


class _Places:
    """The lines of one document by their depths.

    The content of a field or an item is deeper than it, or consists of items in the same column below a field. So the
    fields of an object are all lines of one depth between two others. Texts of several lines are deeper than their
    field, and no field is looked up there.
    """

    def __init__(self, lines: Sequence[str]):
        self._lines = lines
        self._anchors: list[tuple[int, str, PositionTree]] | None = None
        by_depth: defaultdict[int, list[int]] = defaultdict(list)
        for number, line in enumerate(lines):
            content = line.lstrip(" ")
            if content and content[0] != "#":
                by_depth[2 * (len(line) - len(content)) + (content[:2] == "- ")].append(number)
        self._by_depth = dict(by_depth)
        self._first = min((numbers[0] for numbers in self._by_depth.values()), default=-1)

    def root(self) -> PositionTree:
        """Returns the position of the document."""
        _, depth, *_ = read_line(self._lines[self._first])
        at = self._first + 1, depth // 2 + 1
        return PositionTree(at, partial(self._collection, self._first, len(self._lines)))

    def _collection(self, first: int, end: int) -> Children:
        """Returns the fields or items that start in a line and end before another line."""
        _, depth, width, *_ = read_line(self._lines[first])
        numbers = self._by_depth[depth]
        starts = [*numbers[bisect_left(numbers, first) : bisect_left(numbers, end)], end]
        ranges = pairwise(starts)
        return [self._item(*each) for each in ranges] if width else dict(self._field(*each) for each in ranges)

    def _item(self, first: int, end: int) -> PositionTree:
        line = read_line(self._lines[first])
        _, depth, width, key, _ = line
        column = depth // 2 + width
        if key is None:
            return self._value(line, (first, column), column, end)
        return PositionTree((first + 1, column + 1), partial(self._fields_of_item, first, end))

    def _fields_of_item(self, first: int, end: int) -> Children:
        """Returns the fields of an object in a list; the first field follows the dash."""
        _, depth, width, *_ = read_line(self._lines[first])
        numbers = self._by_depth.get(2 * (depth // 2 + width), [])
        starts = [first, *numbers[bisect_left(numbers, first) : bisect_left(numbers, end)], end]
        return dict(self._field(*each) for each in pairwise(starts))

    def _field(self, first: int, end: int) -> tuple[str, PositionTree]:
        line = read_line(self._lines[first])
        _, depth, width, key, _ = line
        column = depth // 2 + width
        match = KEY.match(self._lines[first], column)
        behind = column if match is None else match.end()
        place = self._value(line, (first, column), behind, end)
        if line[0] == ANCHOR and self._anchors is not None:
            self._anchors.append((first, line[-1], place))
        return key or "", place

    def _value(self, line: Line, at: tuple[int, int], behind: int, end: int) -> PositionTree:
        """Returns the position of a value that starts at a column, or in the lines before `end`."""
        number, column = at
        place = number + 1, column + 1
        kind = line[0]
        if kind == BRACKETS:
            return PositionTree(place, partial(self._in_brackets, number, behind))
        if kind == ALIAS:
            return _Alias(place, partial(self._named, line[-1], number))
        if kind not in (EMPTY, ANCHOR):
            return PositionTree(place, value=(number + 1, behind + 1))
        below = self._next(number + 1, end)
        if below < end:
            return PositionTree(place, partial(self._collection, below, end))
        if kind == EMPTY:
            behind = len(self._lines[number][:behind].rstrip(" "))
        return PositionTree(place, value=(number + 1, behind + 1))

    def _next(self, number: int, end: int) -> int:
        """Returns the next line with content."""
        while number < end:
            content = self._lines[number].lstrip(" ")
            if content and content[0] != "#":
                break
            number += 1
        return number

    def _named(self, anchor: str, number: int) -> Children:
        """Returns the children of the value of an alias: the last anchor of that name before it."""
        if self._anchors is None:
            self._anchors = []
            waiting = [self.root()]
            while waiting:
                place = waiting.pop()
                children = None if isinstance(place, _Alias) else place.children
                waiting += children.values() if isinstance(children, dict) else children or ()
        given = [each for each in self._anchors if each[1] == anchor and each[0] < number]
        _, _, named = max(given, key=itemgetter(0))
        return named.children

    def _in_brackets(self, number: int, column: int) -> Children:
        from kapivara.codec.yaml.exact.places import yaml_places  # few of them are asked for

        before = "\n" * number + " " * column
        return yaml_places(f"{before}{self._lines[number][column:]}".encode())[0].children
