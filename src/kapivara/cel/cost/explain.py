"""Why a rule is dear: which unbounded lists, maps and strings drive its cost, and the bounds that would help.

The cost is estimated again and again, each time with one of the sizes held down. Upstream has nothing like it: its
message says only "try adding maxItems, maxProperties, and maxLength".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import repeat
from typing import Protocol

from kapivara.cel.checked import CheckedAst
from kapivara.cel.cost.calls import ITEMS, VALUES, SizeEstimator
from kapivara.cel.cost.estimator import estimate
from kapivara.cel.cost.ranges import UNBOUNDED, SizeEstimate, multiply
from kapivara.values.record import record

DataPath = tuple[str, ...]
"""Where data stands below the variable that holds it: a path without its start."""


@record
class Keyword:
    """What would bound a size: `maxLength` and the like, and how much of the size one of it stands for."""

    name: str
    unit: int = 1


class Declarations(SizeEstimator, Protocol):
    """Sizes, and which of them nothing bounds but the largest request."""

    def unbounded_at(self, path: tuple[str, ...]) -> Keyword | None:
        """The keyword that would bound what stands at a path; None where there is one already, or none can."""


@record
class Repetition:
    """How often a rule may run for one object.

    `times` as things are; `unbounded` the lists and maps above it that nothing bounds, with their keywords; `factor`
    how often it may run in one item of each of these.
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
    """Something unbounded that adds to the cost: its size as assumed, and the cost if there were but one of it."""

    where: str
    keyword: str
    size: int
    cost_of_one: int


@record
class CostExplanation:
    """The cost of a rule, of one run and of all; what drives it, dearest first; and what would help.

    Each remedy is a set of bounds that brings the rule under the limit; none is offered for a rule that is under it.
    """

    cost: int
    total: int
    drivers: tuple[Driver, ...]
    remedies: tuple[tuple[Bound, ...], ...]


def explain(
    checked: CheckedAst, declared: Declarations, limit: int, repetition: Repetition | None = None
) -> CostExplanation:
    """Explains the cost of a rule; `limit` is what all its runs may cost together."""
    times = repetition or Repetition()
    search = _Search(checked, declared)
    cost = search.cost({})
    total = multiply(cost, times.times)
    ranked = sorted(search.found, key=lambda place: search.cost({place: 1}))
    if cost < UNBOUNDED:  # past that, one bound alone may not show
        ranked = [place for place in ranked if search.cost({place: 1}) < cost]
    drivers = tuple(search.driver(place) for place in ranked)
    if total <= limit:
        return CostExplanation(cost, total, drivers, ())
    remedies = _outer_remedies(cost, limit, times) + _inner_remedies(search, ranked, limit // max(times.times, 1))
    return CostExplanation(cost, total, drivers, tuple(remedies or _joint_remedies(search, ranked, limit, times)))


def _outer_remedies(cost: int, limit: int, times: Repetition) -> list[tuple[Bound, ...]]:
    """Bounds for what is above the rule: all of it, as the server counts by bounds only where there are all."""
    if not times.unbounded:
        return []
    once, depth = multiply(cost, times.factor), len(times.unbounded)
    value = _largest(limit, lambda each: reduce(multiply, repeat(each, depth), once) <= limit)
    return [tuple(Bound(where, keyword, value) for where, keyword in times.unbounded)] if value else []


def _inner_remedies(search: _Search, ranked: list[DataPath], limit: int) -> list[tuple[Bound, ...]]:
    """Bounds for what the rule reads: each that does it alone, then the same number for as few as it takes together."""
    remedies = [found for place in ranked if (found := search.remedy([place], limit))]
    for count in range(2, len(ranked) + 1):
        if found := search.remedy(ranked[:count], limit):
            return [*remedies, found]
    return remedies


def _joint_remedies(search: _Search, ranked: list[DataPath], limit: int, times: Repetition) -> list[tuple[Bound, ...]]:
    """One number as the bound of all that is above the rule, and of as little as it takes of what the rule reads."""
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
    """Estimates of one rule under bounds; knows what it has asked for that nothing bounds."""

    def __init__(self, checked: CheckedAst, declared: Declarations):
        self._checked = checked
        self._declared = declared
        self._costs: dict[tuple[tuple[DataPath, int], ...], int] = {}
        self.found: dict[DataPath, tuple[Keyword, int]] = {}

    def cost(self, bounds: Mapping[DataPath, int]) -> int:
        """The greatest cost of one run, with so many of what stands at each place."""
        key = tuple(bounds.items())
        if key not in self._costs:
            self._costs[key] = estimate(self._checked, _Held(self._declared, self, bounds)).max
        return self._costs[key]

    def note(self, path: tuple[str, ...], size: SizeEstimate) -> None:
        """Takes note of a size that was asked for."""
        if path[1:] not in self.found and (keyword := self._declared.unbounded_at(path)) is not None:
            self.found[path[1:]] = keyword, size.max

    def driver(self, place: DataPath) -> Driver:
        """What is known of one place."""
        keyword, size = self.found[place]
        return Driver(_text(place), keyword.name, size // keyword.unit, self.cost({place: 1}))

    def remedy(self, places: Sequence[DataPath], limit: int) -> tuple[Bound, ...]:
        """The largest number that, as the bound of each of some places, keeps a run to its limit; empty if none."""
        most = max(self.found[place][1] // self.found[place][0].unit for place in places)
        value = _largest(most, lambda each: self.cost(dict.fromkeys(places, each)) <= limit)
        return self.bounds(places, value) if value else ()

    def bounds(self, places: Sequence[DataPath], value: int) -> tuple[Bound, ...]:
        """One number as the bound of each of some places."""
        return tuple(Bound(_text(place), self.found[place][0].name, value) for place in places)

    def held(self, path: tuple[str, ...], size: SizeEstimate, bounds: Mapping[DataPath, int]) -> SizeEstimate:
        """A size under a bound of its place."""
        bound = bounds.get(path[1:])
        if bound is None or path[1:] not in self.found:
            return size
        return SizeEstimate(size.min, min(size.max, bound * self.found[path[1:]][0].unit))


class _Held:
    """Declared sizes, some of them held down."""

    def __init__(self, declared: Declarations, search: _Search, bounds: Mapping[DataPath, int]):
        self._declared = declared
        self._search = search
        self._bounds = bounds

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """The declared size, or the bound where that is less."""
        size = self._declared.size_at(path)
        if size is None:
            return None
        self._search.note(path, size)
        return self._search.held(path, size, self._bounds)


def _largest(most: int, fits: Callable[[int], bool]) -> int:
    """The largest number from 1 on that fits, where smaller ones do too; 0 where there is none."""
    least, beyond = 0, most + 1
    while beyond - least > 1:
        middle = (least + beyond) // 2
        if fits(middle):
            least = middle
        else:
            beyond = middle
    return least


def _text(place: DataPath) -> str:
    """A place as people write it: `self.list[].name`."""
    steps = ["[]" if step in (ITEMS, VALUES) else f".{step}" for step in place]
    return "self" + "".join(steps)
