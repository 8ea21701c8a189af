"""Explains why a rule is expensive: the unbounded lists, maps and strings behind its cost, and bounds that would help.

The cost is estimated repeatedly, each time with one of the sizes limited. Upstream has no equivalent: its message is
only "try adding maxItems, maxProperties, and maxLength".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import repeat
from typing import Protocol

from kapivara.cel.cost.calls import ITEMS, VALUES, SizeEstimator
from kapivara.cel.cost.estimator import estimate
from kapivara.cel.cost.ranges import UNBOUNDED, SizeEstimate, multiply
from kapivara.cel.tree.checked import CheckedAst
from kapivara.values.record import record

DataPath = tuple[str, ...]
"""The path of data below its variable, without the variable's name."""


@record
class Keyword:
    """A keyword that would limit a size, such as `maxLength`, and the part of the size that one unit stands for."""

    name: str
    unit: int = 1


class Declarations(SizeEstimator, Protocol):
    """Declared sizes, with the information which of them have no bound but the largest request."""

    def unbounded_at(self, path: tuple[str, ...]) -> Keyword | None:
        """Returns the keyword that would limit the value at a path; None where it has one already, or none applies."""


@record
class Repetition:
    """How often a rule may run for one object.

    `times` is the number of runs; `unbounded` are the unbounded lists and maps above the rule, with their keywords;
    `factor` is the number of runs in one item of each of these.
    """

    times: int = 1
    unbounded: tuple[tuple[str, str], ...] = ()
    factor: int = 1


@record
class Bound:
    """A keyword to set: `maxItems: 100` at `self.list`."""

    where: str
    keyword: str
    value: int


@record
class Driver:
    """An unbounded value that adds to the cost: its assumed size, and the cost if its size were one."""

    where: str
    keyword: str
    size: int
    cost_of_one: int


@record
class CostExplanation:
    """The cost of a rule, of one run and of all runs; its drivers, most expensive first; and remedies.

    Each remedy is a set of bounds that brings the rule below the limit; a rule below the limit has none.
    """

    cost: int
    total: int
    drivers: tuple[Driver, ...]
    remedies: tuple[tuple[Bound, ...], ...]


def explain(
    checked: CheckedAst, declared: Declarations, limit: int, repetition: Repetition | None = None
) -> CostExplanation:
    """Explains the cost of a rule; `limit` is the most that all its runs may cost together."""
    times = repetition or Repetition()
    search = _Search(checked, declared)
    cost = search.cost({})
    total = multiply(cost, times.times)
    ranked = sorted(search.found, key=lambda place: search.cost({place: 1}))
    if cost < UNBOUNDED:  # above that, a single bound may have no visible effect
        ranked = [place for place in ranked if search.cost({place: 1}) < cost]
    drivers = tuple(search.driver(place) for place in ranked)
    if total <= limit:
        return CostExplanation(cost, total, drivers, ())
    remedies = _outer_remedies(cost, limit, times) + _inner_remedies(search, ranked, limit // max(times.times, 1))
    return CostExplanation(cost, total, drivers, tuple(remedies or _joint_remedies(search, ranked, limit, times)))


def _outer_remedies(cost: int, limit: int, times: Repetition) -> list[tuple[Bound, ...]]:
    """Returns bounds for all values above the rule, because the server counts by bounds only if all have one."""
    if not times.unbounded:
        return []
    once, depth = multiply(cost, times.factor), len(times.unbounded)
    value = _largest(limit, lambda each: reduce(multiply, repeat(each, depth), once) <= limit)
    return [tuple(Bound(where, keyword, value) for where, keyword in times.unbounded)] if value else []


def _inner_remedies(search: _Search, ranked: list[DataPath], limit: int) -> list[tuple[Bound, ...]]:
    """Returns bounds for values that the rule reads: each that suffices alone, and the fewest that do together."""
    remedies = [found for place in ranked if (found := search.remedy([place], limit))]
    for count in range(2, len(ranked) + 1):
        if found := search.remedy(ranked[:count], limit):
            return [*remedies, found]
    return remedies


def _joint_remedies(search: _Search, ranked: list[DataPath], limit: int, times: Repetition) -> list[tuple[Bound, ...]]:
    """Returns one number as the bound of all values above the rule and of as few as possible that the rule reads."""
    count = len(times.unbounded)
    for some in range(1, len(ranked) + 1) if count else ():
        places = ranked[:some]

        def fits(each: int, places: list[DataPath] = places) -> bool:
            cost = multiply(search.cost(dict.fromkeys(places, each)), times.factor)
            return reduce(multiply, repeat(each, count), cost) <= limit

        if value := _largest(limit, fits):
            above = [Bound(where, keyword, value) for where, keyword in times.unbounded]
            return [(*above, *search.bounds(places, value))]
    return []


class _Search:
    """Estimates of one rule under bounds; collects the unbounded sizes that the estimates use."""

    def __init__(self, checked: CheckedAst, declared: Declarations):
        self._checked = checked
        self._declared = declared
        self._costs: dict[tuple[tuple[DataPath, int], ...], int] = {}
        self.found: dict[DataPath, tuple[Keyword, int]] = {}

    def cost(self, bounds: Mapping[DataPath, int]) -> int:
        """Returns the highest cost of one run, with the given bounds of sizes by path."""
        key = tuple(bounds.items())
        if key not in self._costs:
            self._costs[key] = estimate(self._checked, _Held(self._declared, self, bounds)).max
        return self._costs[key]

    def note(self, path: tuple[str, ...], size: SizeEstimate) -> None:
        """Records an unbounded size that an estimate uses."""
        if path[1:] not in self.found and (keyword := self._declared.unbounded_at(path)) is not None:
            self.found[path[1:]] = keyword, size.max

    def driver(self, place: DataPath) -> Driver:
        """Returns the driver for a path."""
        keyword, size = self.found[place]
        return Driver(_text(place), keyword.name, size // keyword.unit, self.cost({place: 1}))

    def remedy(self, places: Sequence[DataPath], limit: int) -> tuple[Bound, ...]:
        """Returns the largest common bound of some paths that keeps a run within its limit; empty if there is none."""
        most = max(self.found[place][1] // self.found[place][0].unit for place in places)
        value = _largest(most, lambda each: self.cost(dict.fromkeys(places, each)) <= limit)
        return self.bounds(places, value) if value else ()

    def bounds(self, places: Sequence[DataPath], value: int) -> tuple[Bound, ...]:
        """Returns one number as the bound of each of some paths."""
        return tuple(Bound(_text(place), self.found[place][0].name, value) for place in places)

    def held(self, path: tuple[str, ...], size: SizeEstimate, bounds: Mapping[DataPath, int]) -> SizeEstimate:
        """Returns a size, limited by the bound of its path."""
        bound = bounds.get(path[1:])
        if bound is None or path[1:] not in self.found:
            return size
        return SizeEstimate(size.min, min(size.max, bound * self.found[path[1:]][0].unit))


class _Held:
    """Declared sizes, some of which are limited."""

    def __init__(self, declared: Declarations, search: _Search, bounds: Mapping[DataPath, int]):
        self._declared = declared
        self._search = search
        self._bounds = bounds

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """Returns the declared size, or the bound where that is lower."""
        size = self._declared.size_at(path)
        if size is None:
            return None
        self._search.note(path, size)
        return self._search.held(path, size, self._bounds)


def _largest(most: int, fits: Callable[[int], bool]) -> int:
    """Returns the largest number from 1 on that fits, where all smaller ones fit, too; 0 where none fits."""
    least, beyond = 0, most + 1
    while beyond - least > 1:
        middle = (least + beyond) // 2
        if fits(middle):
            least = middle
        else:
            beyond = middle
    return least


def _text(place: DataPath) -> str:
    """Returns a path in the notation of users: `self.list[].name`."""
    steps = ["[]" if step in (ITEMS, VALUES) else f".{step}" for step in place]
    return "self" + "".join(steps)
