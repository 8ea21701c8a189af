"""Finds the position of a field in a text by its path, as errors print it.

Computes nothing before the first look-up, when `load` reads the text again. A printed path is ambiguous (`a.b` may be
one key or two), so the tree decides how to read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from kapivara.values.lazy_pattern import lazy_pattern

_STEP = lazy_pattern(r"\.?\[([0-9]{1,9})\]|\[([^\]]*)\]|\.?([^.\[]+)")
_INDEX = lazy_pattern(r"\.?\[([0-9]{1,9})\]")
_END_OF_KEY = lazy_pattern(r"\]")
_END_OF_NAME = lazy_pattern(r"[.\[]|\Z")
_SEPARATOR = lazy_pattern(r"[.\[\]]|\A\Z")


Children: TypeAlias = "dict[str, PositionTree] | list[PositionTree] | None"


class PositionTree:
    """One field, item or document: its start (at its key, if it has one), and its children.

    The children may be a function, called on first use. `at`, and `value` for the start of a scalar, are positions for
    `locate` of the Positions. `earlier` is the previous field of the same key, if it is a duplicate; fields that only
    that one has are found there.
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
        """The fields by name, or the items; None for a scalar."""
        if callable(self._children):
            self._children = self._children()
        return self._children

    @property
    def longest_key(self) -> int:
        """The length of the longest key of an object, a limit for look-ups."""
        if self._longest_key < 0:
            names = self.children
            self._longest_key = max(map(len, names), default=0) if isinstance(names, dict) else 0
        return self._longest_key

    @property
    def is_plain(self) -> bool:
        """Whether no key of an object is empty or contains a separator of paths."""
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
        self._found: dict[str, tuple[int, int]] = {}  # one field may violate many rules
        self._owners: dict[str, PositionTree | None] = {}
        """Positions of objects whose fields were looked up; None if the path needs a full search."""

    def find(self, field: str) -> tuple[int, int] | None:
        """Returns line and column of a field such as `spec.a[0].b` or `spec.m[key]`, or of its nearest ancestor."""
        if field not in self._found:
            self._found[field] = self._locate(self._nearest(field).at)
        return self._found[field]

    def find_inside(self, field: str, text: str, offset: int) -> tuple[int, int]:
        """Returns line and column of a character in the text of a field, however the text is written."""
        found = self._nearest(field)
        if found.value is None:
            return self._locate(found.at)
        from kapivara.codec.scalar_places import place_in_scalar  # few errors are inside texts

        return place_in_scalar(self._line_of, self._locate(found.value), text, offset)

    def find_every(self, field: str) -> list[tuple[int, int]]:
        """Returns lines and columns of all fields with a path, the last one first, or of the nearest ancestor."""
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
        """Returns the position of an object that may have many errors, such as missing fields."""
        if path not in self._owners:
            place = None if self._root is None else _straight_to(path, self._root, whole=True)
            is_object = place is not None and isinstance(place.children, dict) and place.is_plain
            self._owners[path] = place if is_object else None
        return self._owners[path]

    def line(self, number: int) -> str | None:
        """Returns a line of the text by its number from 1; None if it is too long to display."""
        return self._line_of(number)


def _straight_to(field: str, place: PositionTree, *, whole: bool = False) -> PositionTree | None:
    """Follows an unambiguous path; None if keys contain dots or brackets, or are duplicates.

    If the path leads beyond the tree, returns the last position, or None with `whole`.
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
    """Follows a path down a tree as far as possible, trying every way to read it.

    Ten times slower than `_straight_to`, which matters for objects that violate thousands of rules.
    """

    def __init__(self, field: str):
        self._field = field
        self._tried: set[tuple[int, int]] = set()  # YAML aliases share positions
        self._best = (-1, PositionTree(0))

    def deepest(self, root: PositionTree) -> PositionTree:
        """Returns the position that the longest part of the path leads to."""
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
    """Returns a field and its earlier duplicates, the last one first."""
    places = [place]
    while (earlier := places[-1].earlier) is not None:
        places.append(earlier)
    return places
