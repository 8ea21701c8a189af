"""What a part of an expression can come to: which values, of which size, and whether missing data makes it fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from kapivara.values.record import record, replace

DataPath: TypeAlias = tuple[str, ...]
"""Where data stands: the name of a variable, then names of fields, `@items`, `@values`, or a constant as `['key']`."""

EITHER = frozenset((True, False))
NO_PATHS: frozenset[DataPath] = frozenset()


@record
class Facts:
    """What is declared of the data at a path; None where nothing is.

    `optional` tells that it may be missing though what holds it is there; `values` lists all that it can be, `low` and
    `high` bound a number, `least` and `most` the size of a text, a list or a map.
    """

    optional: bool = True
    values: frozenset[Any] | None = None
    low: float | None = None
    high: float | None = None
    least: int = 0
    most: int | None = None


class DataFacts(Protocol):
    """Knows what is declared of data."""

    def facts_at(self, path: DataPath) -> Facts | None:
        """What is declared of the data at a path; None where it leads nowhere."""


@record
class PossibleOutcome:
    """What a node can come to.

    `values` are all values that it can have (none at all: it surely fails), None where any may be; the rest is as for
    `Facts`. `fails` are the paths whose absence makes it fail. `path` is where its data stands, empty for what an
    expression makes; `element` is what its elements are, where the expression made it. `present` tells of an optional
    value whether it can be there, and not be there.
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
        """Its only value; raises ValueError where there are several, or any."""
        if self.values is None or len(self.values) != 1:
            raise ValueError
        return next(iter(self.values))

    def can_only_be(self, value: bool) -> bool:
        """Returns whether it has one value, and this is it; it may fail all the same."""
        return self.values is not None and len(self.values) == 1 and value in self.values

    @property
    def is_sure_failure(self) -> bool:
        """Whether it has no value at all."""
        return self.values is not None and not self.values

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """The least and the greatest number that it can be; None where nothing bounds it."""
        if self.values:
            numbers = [each for each in self.values if isinstance(each, (int, float)) and not isinstance(each, bool)]
            if len(numbers) == len(self.values):
                return min(numbers), max(numbers)
        return self.low, self.high

    def failing_with(self, *others: PossibleOutcome) -> PossibleOutcome:
        """Returns the outcome of something that fails where one of some others does, and else comes to this."""
        fails = self.fails.union(*(each.fails for each in others))
        values = frozenset() if any(each.is_sure_failure for each in others) else self.values
        return replace(self, fails=fails, values=values)


ANYTHING = PossibleOutcome()
ANY_TRUTH = PossibleOutcome(EITHER)


def truth(values: Iterable[bool], fails: frozenset[DataPath] = NO_PATHS) -> PossibleOutcome:
    """Returns the outcome of something that is true or false."""
    return PossibleOutcome(frozenset(values), fails)


def failure(path: DataPath) -> PossibleOutcome:
    """Returns the outcome of reading what is missing."""
    return PossibleOutcome(frozenset(), frozenset((path,)), path)


def either(one: PossibleOutcome, other: PossibleOutcome) -> PossibleOutcome:
    """Returns the outcome of something that is one or the other."""
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
