"""Equality of values: numbers by value across types, lists and maps by their content; other types never mix.

CEL's cost counts the elements of two lists, but not their content: comparisons of nested values charge a `Budget` for
each list and map, after checking that the lengths are equal.
Upstream: cel-go common/types/{util,compare,list,map}.go Equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError, again, kept
from kapivara.cel.types import Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.lists import JoinedList
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.uint import UInt
from kapivara.values.absent import ABSENT

NUMBERS = frozenset((int, float, UInt))
_HOLDERS = (list, dict, CelMap, OptionalValue)
PLAIN = frozenset((str, int, bool, float, bytes, UInt, type(None), Timestamp, Duration))
"""Types for which Python's `==` between two values of the same type is CEL's equality."""
_TEXT = frozenset((str, bytes))
_ALIKE = ({str}, {int}, {bool}, {bytes})
"""Element types whose lists Python compares as CEL does, if all elements have one of them."""


def equal(budget: Budget, one: Any, other: Any) -> bool:
    """Returns whether two values are equal; values of different types are unequal, numbers excepted."""
    kind, other_kind = type(one), type(other)
    if kind is other_kind:
        if kind in PLAIN:
            return bool(one == other)
        if kind is dict or kind is list:
            return _Comparison(budget).of_parts(one, other)
        if kind is Type:
            return _equal_types(one, other)
    elif kind in NUMBERS and other_kind in NUMBERS:
        # Kept: for a comparison with a double, an integer is rounded to a double.
        if kind is float or other_kind is float:
            return float(one) == float(other)
        return bool(one == other)
    own = getattr(one, "cel_equal", None)  # data with its own equality, used if it is on the left
    if own is not None and other is not None:
        return bool(own(budget, other))
    if isinstance(one, _HOLDERS):
        return _Comparison(budget).of_parts(one, other)
    if kind in PLAIN or other is None:
        return False
    budget.take(getattr(one, "cel_weight", 0))
    return bool(one == other)  # values of libraries define their equality


def different(budget: Budget, one: Any, other: Any) -> bool:
    """Returns whether two values are not equal; values that cannot be compared are different."""
    try:
        return not equal(budget, one, other)
    except CelError:
        return True


def found_equal(budget: Budget, one: Any, other: Any) -> bool:
    """Returns whether two values are equal; a failing comparison counts as a difference, as in searches."""
    if type(one) is str:
        budget.take_glance(len(one))
    try:
        return equal(budget, one, other)
    except CelError:
        return False


def any_holds(test: Callable[[Any], bool], candidates: Iterable[Any]) -> bool:
    """Returns whether a test is true for any candidate; if it is true for none, raises its first error."""
    failure: Exception | None = None
    for each in candidates:
        try:
            if test(each):
                return True
        except CelError as caught:
            failure = failure or kept(caught)
    if failure is not None:
        raise again(failure)
    return False


def _equal_types(one: Type, other: Type) -> bool:
    from kapivara.cel.values.typing import runtime_name

    return runtime_name(one) == runtime_name(other)


class _Comparison:
    """One comparison of nested values.

    Pairs that are equal, or cannot be compared, are cached: an expression can create a value that occurs so often in
    another one that not all occurrences can be visited.
    """

    __slots__ = ("_budget", "_failed", "_known")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._known: set[tuple[int, int]] = set()
        self._failed: dict[tuple[int, int], Exception] = {}

    def _same(self, one: Any, other: Any) -> bool:
        """Returns whether two parts do not differ; kept: those that cannot be compared do not."""
        try:
            return self._equal(one, other)
        except CelError:
            return True

    def _equal(self, one: Any, other: Any) -> bool:
        kind = type(one)
        if kind in PLAIN:
            if kind in _TEXT:
                self._budget.take_glance(len(one))
            return bool(one == other) if kind is type(other) else equal(self._budget, one, other)
        if kind is not dict and kind is not list and (hasattr(one, "cel_equal") or not isinstance(one, _HOLDERS)):
            return equal(self._budget, one, other)
        pair = id(one), id(other)
        if pair in self._known:
            return True
        if pair in self._failed:
            raise again(self._failed[pair])
        try:
            if not self.of_parts(one, other):
                return False
        except CelError as failure:
            self._failed[pair] = kept(failure)
            raise again(failure) from None
        self._known.add(pair)
        return True

    def of_parts(self, one: Any, other: Any) -> bool:
        """Returns whether two lists or maps have equal content."""
        if type(one) is dict and type(other) is dict:
            if len(one) != len(other):
                return False
            self._budget.take_places(len(one) + 1)
            for key, value in one.items():  # noqa: SIM110  a generator costs a third more here
                if key not in other or not self._same(value, other[key]):
                    return False
            return True
        if isinstance(one, list):
            if not isinstance(other, list) or len(one) != len(other):
                return False
            self._budget.take_places(len(one) + 1)
            if type(one) is list and type(other) is list and (kinds := {*map(type, one), *map(type, other)}) in _ALIKE:
                if kinds <= _TEXT:
                    self._budget.take_glance(sum(map(len, one)))
                return one == other
            if type(one) is JoinedList:
                return self._of_joined(one, other)
            for mine, theirs in zip(one, other, strict=True):  # noqa: SIM110  `all` would recurse on the C stack
                if not self._same(mine, theirs):
                    return False
            return True
        if isinstance(one, OptionalValue):
            if not isinstance(other, OptionalValue) or one.has_value is not other.has_value:
                return False
            return not one.has_value or self._equal(one.held, other.held)
        if not isinstance(other, (dict, CelMap)) or len(one) != len(other):
            return False
        self._budget.take_places(len(one) + 1)
        for key, value in one.items():
            found = other.get(key, ABSENT)
            if found is ABSENT or not self._same(value, found):
                return False
        return True

    def _of_joined(self, one: JoinedList, other: list[Any]) -> bool:
        """Compares element by element; kept: a failing comparison raises its error unless two others differ."""
        failure: Exception | None = None
        for mine, theirs in zip(one, other, strict=True):
            try:
                if not self._equal(mine, theirs):
                    return False
            except CelError as caught:
                failure = failure or kept(caught)
        if failure is not None:
            raise again(failure)
        return True
