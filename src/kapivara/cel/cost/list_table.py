"""The cost table of the lists library: functions that create a list from another one.

Upstream: cel-go ext/lists.go (0.29, version 3).
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.cost.calls import CallEstimate, StaticCall
from kapivara.cel.cost.costs import Special, size_of
from kapivara.cel.cost.ranges import UNBOUNDED, CostEstimate, SizeEstimate, add, fixed_size, multiply, scale
from kapivara.cel.cost.table import CALL, NEW_LIST, TRAVERSAL, wrap
from kapivara.cel.errors import CelPanicError
from kapivara.cel.values import Duration, Timestamp, UInt
from kapivara.cel.values.typing import go_class

_COMPARISONS = 2.0
_ADDABLE = (str, bytes, int, float, UInt, Timestamp, Duration)
"""Classes of values that upstream can add, and that lists can contain for `sum`."""


def _made(size: SizeEstimate, factor: float = 1.0) -> CallEstimate:
    """Returns the cost of a new list of a size, with a number of steps per item."""
    costs = [add(add(scale(bound, factor), CALL), NEW_LIST) for bound in (size.min, size.max)]
    return CallEstimate(CostEstimate(*costs), size)


def _counted(size: int, factor: float = 1.0) -> int:
    return add(min(int(size * factor), UNBOUNDED), CALL + NEW_LIST)


def _result_counted(_args: tuple[Any, ...], result: Any) -> int:
    return _counted(size_of(result))


def _slice_before(call: StaticCall) -> CallEstimate:
    start, end = call.number(1, 0), call.number(2, call.size(0).max)
    return _made(fixed_size(wrap(end - start)))


def _range_before(call: StaticCall) -> CallEstimate:
    return _made(fixed_size(call.number(0, UNBOUNDED)))


def _reverse_before(call: StaticCall) -> CallEstimate:
    return _made(call.size(0))


def _flatten_before(call: StaticCall) -> CallEstimate:
    depth = call.number(1, UNBOUNDED) if len(call.operands) > 1 else 1
    return _made(call.size(0), float(depth))


def _flatten_after(args: tuple[Any, ...], _result: Any) -> int:
    if len(args) > 1 and type(args[1]) is not int:
        raise CelPanicError(f"interface conversion: ref.Val is {go_class(args[1])}, not types.Int")
    depth = float(args[1]) if len(args) > 1 else 1.0
    return _counted(size_of(args[0]), depth if depth >= 0 else 1.0)


SLICE = Special(_slice_before, _result_counted, by_result=True, doc="11 + the size of the result")
RANGE = Special(_range_before, _result_counted, by_result=True, doc="11 + the size of the result")
REVERSE = Special(_reverse_before, _result_counted, by_result=True, doc="11 + the size of the result")


def _flatten_most(call: StaticCall) -> CallEstimate:
    return CallEstimate(_flatten_before(call).cost)  # the inner lists decide the length of the result


FLATTEN = Special(
    _flatten_before, _flatten_after, _flatten_most, panics=True, doc="11 + the size of the list × the depth"
)


def _compared(place: int, factor: float) -> Special:
    """The cost of comparing each item of the list at `place` with each other; strings cost more.

    Kept: estimates also use the square as the size of the result; distinct() of strings costs more at run time than was
    estimated.
    """

    def before(call: StaticCall) -> CallEstimate:
        size = call.size(place)
        return _made(size.times(size), factor)

    def after(args: tuple[Any, ...], _result: Any) -> int:
        items = args[place]
        if not isinstance(items, list):
            missing = "Contains" if isinstance(items, _ADDABLE) and type(items) is not bool else "Add"
            raise CelPanicError(
                f"interface conversion: {go_class(items)} is not traits.Lister: missing method {missing}"
            )
        text = bool(items) and isinstance(items[0], (str, bytes))
        return _counted(multiply(len(items), len(items)), _COMPARISONS + TRAVERSAL if text else _COMPARISONS)

    def most(call: StaticCall) -> CallEstimate:
        size = call.size(place)
        return CallEstimate(_made(size.times(size), _COMPARISONS + TRAVERSAL).cost, size)

    return Special(before, after, most, panics=True, doc=f"11 + {factor:g} × the square of the size")


DISTINCT = _compared(0, _COMPARISONS)
SORT = _compared(0, _COMPARISONS)
SORT_TEXT = _compared(0, _COMPARISONS + TRAVERSAL)
"""`sort` of strings and bytes."""
SORT_BY = _compared(1, _COMPARISONS)
"""`@sortByAssociatedKeys`, the expansion of `sortBy`."""
SORT_BY_TEXT = _compared(1, _COMPARISONS + TRAVERSAL)
