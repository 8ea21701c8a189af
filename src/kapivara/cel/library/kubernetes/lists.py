"""The server's list functions: order, sum, minimum and maximum, search.

Upstream: k8s.io/apiserver/pkg/cel/library/lists.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.cost.library_table import INCLUDES, LIST_SCAN
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Function, Library, Overload
from kapivara.cel.library.declare import LIST_A, A, function, library
from kapivara.cel.library.standard.arithmetic import add_durations, add_int, add_uint
from kapivara.cel.types import BOOL, BYTES, DOUBLE, DURATION, DYN, INT, STRING, TIMESTAMP, UINT, Type, list_of
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.equality import equal, found_equal
from kapivara.cel.values.ordering import ORDERED, compare
from kapivara.cel.values.uint import UInt
from kapivara.cel.values.unreadable import usable

_SUMMABLE = (("int", INT), ("uint", UINT), ("double", DOUBLE), ("duration", DURATION))
_COMPARABLE = (
    *_SUMMABLE[:3],
    ("bool", BOOL),
    ("duration", DURATION),
    ("timestamp", TIMESTAMP),
    ("string", STRING),
    ("bytes", BYTES),
)


def _is_one_kind(items: list[Any]) -> bool:
    return len(set(map(type, items))) <= 1


def _later(one: Any, other: Any) -> int:
    """Compares two values; returns 0 for values that cannot be compared, as upstream does."""
    try:
        return compare(one, other)
    except CelError:
        return 0


def _ordered(item: Any) -> Any:
    """Returns the element; raises CelError if it is unreadable or its type has no order."""
    if type(usable(item)) not in ORDERED:
        raise CelError("no such overload")
    return item


def is_sorted(items: list[Any]) -> bool:
    """Returns whether no element is less than its predecessor."""
    if _is_one_kind(items):
        return not any(one > other for one, other in pairwise(items))
    return not any(_later(one, _ordered(other)) > 0 for one, other in pairwise(items))


def minimum(items: list[Any]) -> Any:
    """Returns the least element, the first of equal ones; raises CelError for an empty list."""
    if not items:
        raise CelError("min called on empty list")
    return min(items) if _is_one_kind(items) else _preferred(items, 1)


def maximum(items: list[Any]) -> Any:
    """Returns the greatest element, the first of equal ones; raises CelError for an empty list."""
    if not items:
        raise CelError("max called on empty list")
    return max(items) if _is_one_kind(items) else _preferred(items, -1)


def _preferred(items: list[Any], sign: int) -> Any:
    result = items[0]
    for item in items[1:]:
        if _later(result, _ordered(item)) == sign:
            result = item
    return result


def _sum(zero: Any, add: Callable[[Any, Any], Any]) -> Callable[[list[Any]], Any]:
    def total(items: list[Any]) -> Any:
        result, kind = zero, type(zero)
        for item in items:
            if type(usable(item)) is not kind:
                raise CelError("no such overload")
            result = add(result, item)
        return result

    return total


def _add_doubles(one: float, other: float) -> float:
    return one + other


_ADD: dict[str, Callable[[list[Any]], Any]] = {
    "int": _sum(0, add_int),
    "uint": _sum(UInt(0), add_uint),
    "double": _sum(0.0, _add_doubles),
    "duration": _sum(Duration(0), add_durations),
}


def index_of(budget: Budget, items: list[Any], item: Any) -> int:
    """Returns the first index of an element, or -1."""
    return next((place for place, each in enumerate(items) if found_equal(budget, each, item)), -1)


def last_index_of(budget: Budget, items: list[Any], item: Any) -> int:
    """Returns the last index of an element, or -1."""
    places = range(len(items) - 1, -1, -1)
    return next((place for place in places if found_equal(budget, items[place], item)), -1)


def includes(budget: Budget, target: Any, item: Any) -> bool:
    """Returns whether a list has an element; for other targets, whether they equal the item."""
    return index_of(budget, target, item) >= 0 if isinstance(target, list) else equal(budget, target, item)


def _each(template: str, result: Type | None, implementation: Callable[..., Any], fails: bool) -> tuple[Overload, ...]:
    return tuple(
        Overload(
            template.format(name),
            (list_of(item),),
            result or item,
            implementation,
            member=True,
            fails=fails,
            cost=LIST_SCAN,
        )
        for name, item in _COMPARABLE
    )


_FUNCTIONS: tuple[Function, ...] = (
    function(
        "isSorted",
        *_each("list_{0}_is_sorted_bool", BOOL, is_sorted, False),
        doc="Whether the elements of a list are in their order.",
        examples=(("[1, 2, 2].isSorted()", "true"), ("['b', 'a'].isSorted()", "false")),
    ),
    function(
        "sum",
        *(
            Overload(f"list_{name}_sum_{name}", (list_of(item),), item, _ADD[name], member=True, cost=LIST_SCAN)
            for name, item in _SUMMABLE
        ),
        doc="The sum of the elements of a list; 0 where there are none.",
        examples=(("[1, 3].sum()", "4"), ("[duration('1m'), duration('1s')].sum()", "duration('1m1s')")),
    ),
    function(
        "max",
        *_each("list_{0}_max_{0}", None, maximum, True),
        doc="The greatest element of a list.",
        examples=(("[1, 3].max()", "3"),),
    ),
    function(
        "min",
        *_each("list_{0}_min_{0}", None, minimum, True),
        doc="The least element of a list.",
        examples=(("['a', 'b'].min()", "'a'"),),
    ),
    function(
        "indexOf",
        Overload(
            "list_a_index_of_int",
            (LIST_A, A),
            INT,
            index_of,
            member=True,
            fails=False,
            cost=LIST_SCAN,
            budgeted=True,
        ),
        doc="The first place of an element of a list; -1 where it has none.",
        examples=(("[1, 2, 2, 3].indexOf(2)", "1"),),
    ),
    function(
        "lastIndexOf",
        Overload(
            "list_a_last_index_of_int",
            (LIST_A, A),
            INT,
            last_index_of,
            member=True,
            fails=False,
            cost=LIST_SCAN,
            budgeted=True,
        ),
        doc="The last place of an element of a list; -1 where it has none.",
        examples=(("[1, 2, 2, 3].lastIndexOf(2)", "2"),),
    ),
)
_INCLUDES = function(
    "includes",
    Overload(
        "list_includes_dyn_dyn", (DYN, DYN), BOOL, includes, member=True, fails=False, cost=INCLUDES, budgeted=True
    ),
    doc="Whether a list has an element, or whether a value that is no list is equal to another.",
    examples=(("[1, 2, 3].includes(2)", "true"), ("'model-a'.includes('model-b')", "false")),
)


KUBERNETES_LISTS: Library = {**library(*_FUNCTIONS), **library(_INCLUDES, since=(1, 37))}
