"""Where in a text a field stands, found by its path as errors print it.

Nothing is computed before the first question: `load` then reads the text once more. A printed path is ambiguous
(`a.b` may be one key or two), so the tree decides how to read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from kapivara.codec.text_place import TextPlaces
from kapivara.values.lazy_pattern import lazy_pattern

_STEP = lazy_pattern(r"\.?\[([0-9]{1,9})\]|\[([^\]]*)\]|\.?([^.\[]+)")
_INDEX = lazy_pattern(r"\.?\[([0-9]{1,9})\]")
_END_OF_KEY = lazy_pattern(r"\]")
_END_OF_NAME = lazy_pattern(r"[.\[]|\Z")
_SEPARATOR = lazy_pattern(r"[.\[\]]|\A\Z")


Children: TypeAlias = "dict[str, PositionTree] | list[PositionTree] | None"


class PositionTree:
    """One field, item or document: where it starts (its key, if it has one), and what it holds.

    What it holds may be a function, which is called when somebody asks.
    `at`, and `value` for where a scalar itself starts, is whatever the `locate` of its Positions understands. `earlier`
    is the field of the same key that came before it, where it is given twice: what only that one holds is found there.
    """

    __slots__ = ("_children", "_is_plain", "_longest_key", "at", "earlier", "value")

    def __init__(self, at: Any, children: Children | Callable[[], Children] = None, value: Any = None):
        self.at = at
        self._children = children
        self.value = value
        self.earlier: PositionTree | None = None
        self._longest_key = -1
        self._is_plain: bool | None = None

    @property
    def children(self) -> Children:
        """The fields by their names, or the items; None for what holds neither."""
        if callable(self._children):
            self._children = self._children()
        return self._children

    @property
    def longest_key(self) -> int:
        """How long the longest key of an object is: longer names need not be looked for."""
        if self._longest_key < 0:
            names = self.children
            self._longest_key = max(map(len, names), default=0) if isinstance(names, dict) else 0
        return self._longest_key

    @property
    def is_plain(self) -> bool:
        """Whether no key of an object is empty, or holds what stands between the steps of a path."""
        if self._is_plain is None:
            self._is_plain = not any(map(_SEPARATOR.search, self.children or ()))  # type: ignore[arg-type]
        return self._is_plain


class Positions:
    """Finds lines and columns (both from 1) in one document."""

    __slots__ = ("_found", "_line_of", "_load", "_locate", "_owners", "_root")

    def __init__(
        self,
        load: Callable[[], PositionTree],
        locate: Callable[[Any], tuple[int, int]],
        line_of: Callable[[int], str | None],
    ):
        self._load = load
        self._locate = locate
        self._line_of = line_of
        self._root: PositionTree | None = None
        self._found: dict[str, tuple[int, int]] = {}  # one field may break many rules
        self._owners: dict[str, PositionTree | None] = {}
        """Places of objects whose fields have been looked for; None where other fields have to be searched for."""

    def find(self, field: str) -> tuple[int, int] | None:
        """Returns line and column of a field such as `spec.a[0].b` or `spec.m[key]`, else of its nearest ancestor."""
        if field not in self._found:
            self._found[field] = self._locate(self._nearest(field).at)
        return self._found[field]

    def find_inside(self, field: str, text: str, offset: int) -> tuple[int, int]:
        """Returns line and column of a character of the text that a field holds, however that is written."""
        found = self._nearest(field)
        if found.value is None:
            return self._locate(found.at)
        from kapivara.codec.scalar_places import place_in_scalar  # few errors are inside texts

        return place_in_scalar(self._line_of, self._locate(found.value), text, offset)

    def find_every(self, field: str) -> list[tuple[int, int]]:
        """Returns lines and columns of all fields of one path, the last one first; else of the nearest ancestor."""
        return [self._locate(place.at) for place in _all_of_key(self._nearest(field))]

    def _nearest(self, field: str) -> PositionTree:
        if self._root is None:
            self._root = self._load()
        path, _, name = field.rpartition(".")
        owner = self._owner(path) if path and "[" not in name else None
        if owner is not None:
            below = owner.children.get(name, owner)  # type: ignore[union-attr]  # owners are objects
            if below.earlier is None or below is owner:
                return below
        return _straight_to(field, self._root) or _Search(field).deepest(self._root)

    def _owner(self, path: str) -> PositionTree | None:
        """Returns the place of an object that breaks many rules, say by fields that it lacks."""
        if path not in self._owners:
            place = None if self._root is None else _straight_to(path, self._root, whole=True)
            is_object = place is not None and isinstance(place.children, dict) and place.is_plain
            self._owners[path] = place if is_object else None
        return self._owners[path]

    def line(self, number: int) -> str | None:
        """Returns a line of the text, by its number from 1; None where it is too long to be looked at by anybody."""
        return self._line_of(number)


def json_positions(data: bytes, start: int, places: TextPlaces) -> Positions:
    """Returns the positions in the JSON value that starts at a byte of a text known to be well formed."""

    def load() -> PositionTree:
        from kapivara.codec.json_places import json_places

        return json_places(data, start)

    return Positions(load, places.find, places.line)


def _straight_to(field: str, place: PositionTree, *, whole: bool = False) -> PositionTree | None:
    """Follows a path that can be read in one way; None where keys hold dots or brackets, or are given twice.

    Where the path leads further than there are places, the last one is returned; None, where it has to lead there.
    """
    offset = 0
    for step in _STEP.finditer(field):
        if step.start() != offset:
            return None
        offset = step.end()
        children = place.children
        if isinstance(children, list):
            if step.lastindex != 1 or int(step[1]) >= len(children):
                return None if whole else place
            place = children[int(step[1])]
        elif children is None:
            return None if whole else place
        elif not place.is_plain:
            return None
        else:
            below = children.get(step[step.lastindex or 0])
            if below is None:
                return None if whole else place
            if below.earlier is not None:
                return None
            place = below
    return place if offset == len(field) else None


class _Search:
    """Follows one path down a tree as far as it leads, trying every way to read it.

    Takes ten times as long as `_straight_to`, which counts where an object breaks thousands of rules.
    """

    def __init__(self, field: str):
        self._field = field
        self._tried: set[tuple[int, int]] = set()  # places may be shared, where YAML has aliases
        self._best = (-1, PositionTree(0))

    def deepest(self, root: PositionTree) -> PositionTree:
        """Returns the place that most of the path leads to."""
        pending = [(root, 0)]
        while pending:
            place, offset = pending.pop()
            if (id(place), offset) in self._tried:
                continue
            self._tried.add((id(place), offset))
            if offset > self._best[0]:
                self._best = (offset, place)
            if offset == len(self._field):
                break
            pending.extend(self._steps(place, offset))
        return self._best[1]

    def _steps(self, place: PositionTree, offset: int) -> Iterator[tuple[PositionTree, int]]:
        field, children = self._field, place.children
        if isinstance(children, list):
            match = _INDEX.match(field, offset)
            if match and int(match[1]) < len(children):
                yield children[int(match[1])], match.end()
        elif children is not None:
            bracket = field[offset] == "["
            start = offset + 1 if field[offset] in ".[" else offset
            end = start + place.longest_key + 1
            for match in (_END_OF_KEY if bracket else _END_OF_NAME).finditer(field, start, end):
                name = field[start : match.start()]
                if name in children:
                    later_first = _all_of_key(children[name])
                    yield from ((each, match.start() + bracket) for each in reversed(later_first))


def _all_of_key(place: PositionTree) -> list[PositionTree]:
    """Lists a field and those of the same key before it, the last one first."""
    places = [place]
    while (earlier := places[-1].earlier) is not None:
        places.append(earlier)
    return places
