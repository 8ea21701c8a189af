"""The kinds of cost of functions. Each has one formula for estimates and run time.

A formula takes sizes and is monotonic in each of them. Estimates evaluate it at the lowest and at the highest sizes,
which gives a range; at run time it is evaluated at the actual sizes. Where upstream itself uses different rules on the
two sides, so does the kind of cost. `doc` is the text of the reference.

Upstream: cel-go interpreter/runtimecost.go actualSize, k8s apiserver/pkg/cel/library/cost.go traversalCost (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.cost.calls import CallEstimate, StaticCall
from kapivara.cel.cost.ranges import UNBOUNDED, UNKNOWN_COST, CostEstimate, SizeEstimate, fixed_cost
from kapivara.cel.functions import Overload, OverloadCost
from kapivara.cel.types import CelKind
from kapivara.cel.values import CelMap, OptionalValue
from kapivara.values.record import record

_SIZED = (str, bytes, list, dict, CelMap)
_HOLDERS = (list, dict, CelMap)


def size_of(value: Any) -> int:
    """Returns the size as `size()` does; for an optional, that of its value; 1 for values without a size.

    Other classes may define `cel_size()`: a network is as large as the bytes of its prefix.
    """
    if isinstance(value, _SIZED):
        return len(value)
    if isinstance(value, OptionalValue):
        return size_of(value.held) if value.has_value else 1
    measure = getattr(value, "cel_size", None)
    return 1 if measure is None else int(measure())


def traversal(value: Any) -> int:
    """Returns the cost of traversing a value: strings by their bytes, rounded down, other scalars 1."""
    return _traversal(value, {})


def _traversal(value: Any, known: dict[int, tuple[int, Any]]) -> int:
    """Returns the cost of traversing a value, given that of others by identity.

    A value that occurs several times is traversed once. The values stay alive beside their costs, so that no other
    value gets the identity of one.
    """
    if isinstance(value, str):
        return int((len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))) * 0.1)
    if isinstance(value, bytes):
        return int(len(value) * 0.1)
    if not isinstance(value, _HOLDERS):
        return 1
    found = known.get(id(value))
    if found is not None:
        return found[0]
    if isinstance(value, list):
        cost = sum([_traversal(part, known) for part in value])
    else:
        parts = getattr(value, "cel_parts", value.items)  # objects of data have more parts than their fields
        cost = sum([_traversal(key, known) + _traversal(inner, known) for key, inner in parts()])
    cost = min(cost, UNBOUNDED)
    known[id(value)] = cost, value
    return cost


_SCANNED = frozenset((CelKind.STRING, CelKind.BYTES))
_SCALARS = _SCANNED | {CelKind.BOOL, CelKind.DOUBLE, CelKind.DURATION, CelKind.INT, CelKind.TIMESTAMP, CelKind.UINT}

Formula = Callable[..., int]
ResultSize = Callable[..., SizeEstimate]


@record(eq=False)
class Fixed:
    """A constant cost."""

    cost: int
    by_name: bool = True
    by_result: bool = False
    unpaid = 0

    @property
    def doc(self) -> str:
        """The cost as text for the reference."""
        return f"{self.cost:,}"

    def estimate(self, call: StaticCall) -> CallEstimate:  # noqa: ARG002 the protocol's signature
        """Returns the cost; the size of the result is unknown."""
        return CallEstimate(fixed_cost(self.cost))

    def bound(self, call: StaticCall) -> CallEstimate:
        """Returns the cost."""
        return self.estimate(call)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """Returns the cost."""
        return self.cost


@record(eq=False)
class Sized:
    """A cost that depends on the sizes of the operands at `places`.

    `result_size` computes the size of the result from the sizes of these operands. `assumed` replaces the size of the
    first one in estimates, for types whose size only their values know. `by_name` means that a call with several
    possible overloads has this cost too, as for costs that upstream looks up by the function's name.
    """

    formula: Formula
    places: tuple[int, ...]
    result_size: ResultSize | None = None
    assumed: SizeEstimate | None = None
    by_name: bool = False
    by_result: bool = False
    doc: str = ""
    unpaid = 0

    def estimate(self, call: StaticCall) -> CallEstimate:
        """Returns the formula at the lowest and at the highest sizes."""
        sizes = [call.size(place) for place in self.places]
        if self.assumed is not None:
            sizes[0] = self.assumed
        least, most = self.formula(*[size.min for size in sizes]), self.formula(*[size.max for size in sizes])
        return CallEstimate(CostEstimate(least, most), self.result_size(*sizes) if self.result_size else None)

    def bound(self, call: StaticCall) -> CallEstimate:
        """Returns the estimate, which no call exceeds, because the formula is monotonic."""
        return self.estimate(call)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """Returns the formula at the actual sizes."""
        return self.formula(*[size_of(args[place]) for place in self.places])


@record(eq=False)
class Compared:
    """The cost of comparing two values, which depends on the smaller one, except for types in `cheap`.

    `cheap` maps names of types to the highest cost of comparing two of them in estimates; at run time it is always 1.
    """

    formula: Formula
    cheap: dict[str, Callable[[StaticCall], int]]
    by_name: bool = True
    by_result: bool = False
    doc: str = ""
    unpaid = 1

    def estimate(self, call: StaticCall) -> CallEstimate:
        """Returns a range from one step to the smaller of the highest sizes; zero where that is zero."""
        left, right = call.operands
        if left.type == right.type and left.type.name in self.cheap:
            return CallEstimate(CostEstimate(1, self.cheap[left.type.name](call)))
        smaller = min(call.size(0).max, call.size(1).max)
        return CallEstimate(CostEstimate(self.formula(min(smaller, 1)), self.formula(smaller)))

    def bound(self, call: StaticCall) -> CallEstimate:
        """Returns the estimate plus one step: comparing values without a size costs one, but is estimated as zero."""
        return CallEstimate(self.estimate(call).cost.plus(fixed_cost(self.unpaid)))

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """Returns the cost by the smaller of the two values."""
        left, right = args
        kind = getattr(left, "cel_type", None)
        if kind is not None and kind.name in self.cheap:
            return 1
        return self.formula(min(size_of(left), size_of(right)))


@record(eq=False)
class ListScan:
    """The cost of visiting every item of a list, or of searching a string.

    Estimates count 1 per item, plus a traversal for items that are strings; at run time, strings count by their bytes
    alone, rounded down (kept: upstream's two sides differ here).
    """

    traverse: Formula
    dynamic: Formula | None = None
    by_name: bool = True
    by_result: bool = False
    doc: str = ""
    unpaid = None

    def estimate(self, call: StaticCall) -> CallEstimate:
        """Returns the number of items times the cost of one; for other targets, a traversal or `dynamic`."""
        size, item = call.size(0), call.item_type(0)
        if item is None:
            search = self.dynamic or self.traverse
            return CallEstimate(CostEstimate(search(size.min), search(size.max)))
        cost = fixed_cost(1)
        if item.kind in (CelKind.STRING, CelKind.BYTES):
            inner = call.item_size(0)
            cost = cost.plus(CostEstimate(self.traverse(inner.min), self.traverse(inner.max)))
        return CallEstimate(size.repeated(cost))

    def bound(self, call: StaticCall) -> CallEstimate:
        """Returns the estimate for strings and lists of scalars; unknown for other items, which are charged fully."""
        target, item = call.operands[0].type, call.item_type(0)
        known = target.kind in _SCANNED if item is None else target.kind is CelKind.LIST and item.kind in _SCALARS
        return self.estimate(call) if known else CallEstimate(UNKNOWN_COST)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """Returns the cost of traversing the target."""
        return traversal(args[0])


@record(eq=False)
class Special:
    """A cost with different rules on the two sides, which the table defines.

    `by_result` means that the cost at run time depends on the result, and is charged after the call. `most` is the
    highest cost at run time, where that may exceed the estimate. `panics` means that upstream's cost tracking aborts
    the evaluation where an operand has failed or has another type: then `actual` raises `CelPanicError`.
    """

    before: Callable[[StaticCall], CallEstimate]
    after: Callable[[tuple[Any, ...], Any], int]
    most: Callable[[StaticCall], CallEstimate] | None = None
    by_name: bool = False
    by_result: bool = False
    panics: bool = False
    doc: str = ""

    @property
    def unpaid(self) -> int | None:
        """The most that a run may cost beyond the estimate: zero if the table has one function for both, else None."""
        return 0 if self.most is None else None

    def estimate(self, call: StaticCall) -> CallEstimate:
        """Returns the table's estimate."""
        return self.before(call)

    def bound(self, call: StaticCall) -> CallEstimate:
        """Returns the table's bound."""
        return self.before(call) if self.most is None else self.most(call)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:
        """Returns the table's cost at run time."""
        return self.after(args, result)


def cost_at_run_time(overloads: tuple[Overload, ...]) -> OverloadCost | None:
    """Returns the cost of a call with the given possible overloads; None is the language's default, 1.

    Where several overloads remain after type checking, upstream finds only a cost that belongs to the function's name,
    not the cost of one of them.
    Upstream: cel-go interpreter/planner.go resolveFunction, runtimecost.go costCall.
    """
    if len(overloads) == 1:
        return overloads[0].cost
    named = (overload.cost for overload in overloads if getattr(overload.cost, "by_name", False))
    return next(named, None)
