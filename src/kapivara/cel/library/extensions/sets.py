"""The sets extension: lists used as sets.

Upstream: cel-go ext/sets.go.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.cost.library_table import SETS_EQUIVALENT, SETS_PRODUCT
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import LIST_T, function, library
from kapivara.cel.library.extensions.lists import HASHABLE
from kapivara.cel.library.standard.containers import found_in_list, in_list
from kapivara.cel.types import BOOL

_BOTH = (LIST_T, LIST_T)


def contains(budget: Budget, items: list[Any], part: list[Any]) -> bool:
    """Returns whether a list contains every element of another."""
    if _are_alike(items, part):
        return set(items).issuperset(part)
    return all(in_list(budget, item, items) for item in part)


def equivalent(budget: Budget, one: list[Any], other: list[Any]) -> bool:
    """Returns whether two lists contain the same elements, regardless of order and repetition."""
    return contains(budget, one, other) and contains(budget, other, one)


def intersects(budget: Budget, one: list[Any], other: list[Any]) -> bool:
    """Returns whether two lists have a common element."""
    if _are_alike(one, other):
        return not set(one).isdisjoint(other)
    return any(found_in_list(budget, item, other) for item in one)


def _are_alike(one: list[Any], other: list[Any]) -> bool:
    """Returns whether Python's sets suffice: all elements have one type with Python's equality."""
    kinds = {*map(type, one), *map(type, other)}
    return len(kinds) <= 1 and kinds <= HASHABLE


SETS = library(
    function(
        "sets.contains",
        Overload("list_sets_contains_list", _BOTH, BOOL, contains, fails=False, cost=SETS_PRODUCT, budgeted=True),
        doc="Whether a list has every element of another.",
        examples=(("sets.contains([1, 2, 3], [2, 2])", "true"), ("sets.contains([], [1])", "false")),
    ),
    function(
        "sets.equivalent",
        Overload(
            "list_sets_equivalent_list", _BOTH, BOOL, equivalent, fails=False, cost=SETS_EQUIVALENT, budgeted=True
        ),
        doc="Whether two lists have the same elements, however often.",
        examples=(("sets.equivalent([1], [1, 1])", "true"),),
    ),
    function(
        "sets.intersects",
        Overload("list_sets_intersects_list", _BOTH, BOOL, intersects, fails=False, cost=SETS_PRODUCT, budgeted=True),
        doc="Whether two lists have an element in common.",
        examples=(("sets.intersects([1], [1, 2])", "true"), ("sets.intersects([1], [])", "false")),
    ),
    since=(1, 29),
)
