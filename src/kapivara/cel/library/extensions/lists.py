"""The lists extension: slices, flattening, sorting, ranges, reversal, distinct elements.

Upstream: cel-go ext/lists.go (version 3).
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.cost.list_table import (
    DISTINCT,
    FLATTEN,
    RANGE,
    REVERSE,
    SLICE,
    SORT,
    SORT_BY,
    SORT_BY_TEXT,
    SORT_TEXT,
)
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import LIST_T, function, library
from kapivara.cel.types import BOOL, BYTES, DOUBLE, DURATION, DYN, INT, STRING, TIMESTAMP, UINT, list_of
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.equality import found_equal
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import runtime_name, type_of_value, type_text
from kapivara.cel.values.uint import UInt

_MANY = 1_000
_MAX_RANGE = 1_000_000
_COMPARABLE = (INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES)
_COMPARABLE_CLASSES = frozenset((int, UInt, float, bool, Duration, Timestamp, str, bytes))
HASHABLE = frozenset((str, int, UInt, bool, bytes))
"""Types of which Python's sets find equal values as CEL does, if all values have one type."""
_LIST_DYN = list_of(DYN)


def slice_list(items: list[Any], start: int, end: int) -> list[Any]:
    """Returns the elements between two indexes; raises CelError."""
    if start < 0 or end < 0:
        raise CelError(f"cannot slice({start}, {end}), negative indexes not supported")
    if start > end:
        raise CelError(f"cannot slice({start}, {end}), start index must be less than or equal to end index")
    if len(items) < end:
        raise CelError(f"cannot slice({start}, {end}), list is length {len(items)}")
    return items[start:end]


def flatten(budget: Budget, items: Any) -> list[Any]:
    """Returns the elements of the lists in a list; other elements are kept."""
    if not isinstance(items, list):
        raise CelError(f"no such overload: {type_text(type_of_value(items))}.flatten()")
    return _flatten(budget, items, 1)


def flatten_to(budget: Budget, items: Any, depth: Any) -> list[Any]:
    """Returns the elements of nested lists, down to a depth."""
    if not isinstance(items, list) or type(depth) is not int:
        types = type_text(type_of_value(items)), type_text(type_of_value(depth))
        raise CelError(f"no such overload: {types[0]}.flatten({types[1]})")
    if depth < 0:
        raise CelError("level must be non-negative")
    return _flatten(budget, items, depth)


def _flatten(budget: Budget, items: list[Any], depth: int) -> list[Any]:
    """Flattens a list and charges the budget: the cost counts only the outermost list."""
    for _ in range(depth):
        if not any(isinstance(item, list) for item in items):
            break
        budget.take_places(sum(len(item) if isinstance(item, list) else 1 for item in items))
        items = [part for item in items for part in (item if isinstance(item, list) else (item,))]
    return [*items]


def sort(items: list[Any]) -> list[Any]:
    """Returns the elements in ascending order; raises CelError."""
    return sort_by_keys(items, items)


def sort_by_keys(items: list[Any], keys: list[Any]) -> list[Any]:
    """Returns the elements sorted by their keys, which are at the same indexes of another list; raises CelError."""
    if len(items) != len(keys):
        raise CelError(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, "
            f"but got {len(items)} and {len(keys)} elements respectively"
        )
    if not items:
        return items
    kind = type(keys[0])
    if kind not in _COMPARABLE_CLASSES:
        raise CelError("list elements must be comparable")
    if any(type(key) is not kind for key in keys):
        raise CelError("list elements must have the same type")
    return [items[place] for place in sorted(range(len(items)), key=keys.__getitem__)]


def make_range(size: int) -> list[int]:
    """Returns the numbers from 0 up to `size`, exclusive; raises CelError."""
    if size < 0:
        raise CelError(f"lists.range: size must be non-negative, got {size}")
    if size > _MAX_RANGE:
        raise CelError(f"lists.range: size {size} exceeds maximum allowed ({_MAX_RANGE})")
    return list(range(size)) if size < _MANY else _numbers.first(size)


class _Numbers:
    """A cache of the numbers from 0 on: creating a million takes five times as long as copying them.

    All rules share it; it holds 36 MB at most.
    """

    def __init__(self) -> None:
        self._made: list[int] = []

    def first(self, size: int) -> list[int]:
        """Returns the first `size` numbers in a new list."""
        made = self._made
        if len(made) < size:
            self._made = made = list(range(size))
        return made[:size]


_numbers = _Numbers()


def reverse(items: list[Any]) -> list[Any]:
    """Returns the elements in reverse order."""
    return items[::-1]


def distinct(budget: Budget, items: list[Any]) -> list[Any]:
    """Returns the elements without those that equal an earlier one."""
    if not items:
        return items
    kinds = set(map(type, items))
    if len(kinds) == 1 and kinds <= HASHABLE:
        return list(dict.fromkeys(items))
    found: list[Any] = []
    for item in items:
        if not any(found_equal(budget, item, other) for other in found):
            found.append(item)
    return found


LISTS = library(
    function(
        "slice",
        Overload("list_slice", (LIST_T, INT, INT), LIST_T, slice_list, member=True, cost=SLICE),
        doc="The part of a list between two places.",
        examples=(("[1, 2, 3, 4].slice(1, 3)", "[2, 3]"),),
    ),
    function(
        "flatten",
        *(
            Overload(id_, args, result, implementation, member=True, cost=FLATTEN, budgeted=True, grows=True)
            for id_, args, result, implementation in (
                ("list_flatten", (list_of(LIST_T),), LIST_T, flatten),
                ("list_flatten_int", (_LIST_DYN, INT), _LIST_DYN, flatten_to),
            )
        ),
        doc="The elements of the lists in a list, or of lists in lists down to a depth.",
        examples=(("[[1], [2, 3]].flatten()", "[1, 2, 3]"), ("[[[1]], [[2, 3]]].flatten(2)", "[1, 2, 3]")),
    ),
    function(
        "sort",
        *(
            Overload(
                f"list_{runtime_name(each)}_sort",
                (list_of(each),),
                list_of(each),
                sort,
                member=True,
                cost=SORT_TEXT if each in (STRING, BYTES) else SORT,
            )
            for each in _COMPARABLE
        ),
        doc="The elements of a list in their order.",
        examples=(("[3, 2, 1].sort()", "[1, 2, 3]"), ("['b', 'c', 'a'].sort()", "['a', 'b', 'c']")),
    ),
    function(
        "@sortByAssociatedKeys",
        *(
            Overload(
                f"list_{runtime_name(each)}_sortByAssociatedKeys",
                (LIST_T, list_of(each)),
                LIST_T,
                sort_by_keys,
                member=True,
                cost=SORT_BY_TEXT if each in (STRING, BYTES) else SORT_BY,
            )
            for each in _COMPARABLE
        ),
        doc="The elements of a list in the order of their keys: what `sortBy` becomes.",
    ),
    function(
        "lists.range",
        Overload("lists_range", (INT,), list_of(INT), make_range, cost=RANGE, grows=True),
        doc="The numbers from 0 up to, and without, a size.",
        examples=(("lists.range(3)", "[0, 1, 2]"),),
    ),
    function(
        "reverse",
        Overload(
            "list_reverse", (LIST_T,), LIST_T, reverse, member=True, inline="{0}[::-1]", fails=False, cost=REVERSE
        ),
        doc="The elements of a list backwards.",
        examples=(("[5, 3, 1].reverse()", "[1, 3, 5]"),),
    ),
    function(
        "distinct",
        Overload("list_distinct", (LIST_T,), LIST_T, distinct, member=True, fails=False, cost=DISTINCT, budgeted=True),
        doc="The elements of a list, each once.",
        examples=(("[1, 2, 2, 3, 3].distinct()", "[1, 2, 3]"),),
    ),
    since=(1, 34),
)
