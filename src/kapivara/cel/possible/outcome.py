"""The possible outcome of an expression's part: values, sizes, and the missing data that makes it fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from kapivara.values.record import record, replace

DataPath: TypeAlias = tuple[str, ...]
"""The path of data: the name of a variable, then field names, `@items`, `@values`, or a constant as `['key']`."""

EITHER = frozenset((True, False))
NO_PATHS: frozenset[DataPath] = frozenset()


@record
class Facts:
    """The declarations of the data at a path; None where there are none.

    `optional` means that it may be missing although its owner exists; `values` are all possible values, `low` and
    `high` bound a number, `least` and `most` the size of a string, a list or a map.
    """

    optional: bool = True
    values: frozenset[Any] | None = None
    low: float | None = None
    high: float | None = None
    least: int = 0
    most: int | None = None


class DataFacts(Protocol):
    """Provides the declarations of data."""

    def facts_at(self, path: DataPath) -> Facts | None:
        """Returns the declarations of the data at a path; None for an unknown path."""


@record
class PossibleOutcome:
    """The possible outcome of a node.

    `values` are all possible values (empty: it always fails), None where any are possible; other fields are as in
    `Facts`. `fails` are the paths whose absence makes it fail. `path` is the path of its data, empty for a value that
    the expression creates; `element` is the outcome of its elements, if the expression creates it. `present` is whether
    an optional value can be set, and whether it can be empty.
    """

    values: frozenset[Any] | None = None
    fails: frozenset[DataPath] = NO_PATHS
    path: DataPath = ()
    low: float | None = None
    high: float | None = None
    least: int = 0
    most: int | None = None
    element: PossibleOutcome | None = None
    present: frozenset[bool] = EITHER

    @property
    def constant(self) -> Any:
        """The only possible value; raises ValueError where there are several, or any."""
        if self.values is None or len(self.values) != 1:
            raise ValueError
        return next(iter(self.values))

    def can_only_be(self, value: bool) -> bool:
        """Returns whether the value is the only possible one; the node may still fail."""
        return self.values is not None and len(self.values) == 1 and value in self.values

    @property
    def is_sure_failure(self) -> bool:
        """Whether the node always fails."""
        return self.values is not None and not self.values

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """The lowest and the highest possible number; None where there is no bound."""
        if self.values:
            numbers = [each for each in self.values if isinstance(each, (int, float)) and not isinstance(each, bool)]
            if len(numbers) == len(self.values):
                return min(numbers), max(numbers)
        return self.low, self.high

    def failing_with(self, *others: PossibleOutcome) -> PossibleOutcome:
        """Returns this outcome for a node that also fails where one of the others does."""
        fails = self.fails.union(*(each.fails for each in others))
        values = frozenset() if any(each.is_sure_failure for each in others) else self.values
        return replace(self, fails=fails, values=values)


ANYTHING = PossibleOutcome()
ANY_TRUTH = PossibleOutcome(EITHER)


def truth(values: Iterable[bool], fails: frozenset[DataPath] = NO_PATHS) -> PossibleOutcome:
    """Returns the outcome of a node that is true or false."""
    return PossibleOutcome(frozenset(values), fails)


def failure(path: DataPath) -> PossibleOutcome:
    """Returns the outcome of reading missing data."""
    return PossibleOutcome(frozenset(), frozenset((path,)), path)


def either(one: PossibleOutcome, other: PossibleOutcome) -> PossibleOutcome:
    """Returns the outcome of a node that has one or the other outcome."""
    known = one.values is not None and other.values is not None
    values = one.values | other.values if one.values is not None and other.values is not None else None
    (low, high), (other_low, other_high) = one.bounds, other.bounds
    return PossibleOutcome(
        values if known else None,
        one.fails | other.fails,
        one.path if one.path == other.path else (),
        None if low is None or other_low is None else min(low, other_low),
        None if high is None or other_high is None else max(high, other_high),
        min(one.least, other.least),
        None if one.most is None or other.most is None else max(one.most, other.most),
        present=one.present | other.present,
    )
