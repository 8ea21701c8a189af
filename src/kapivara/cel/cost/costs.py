"""The kinds of cost that a function may have. Each has one formula, which both sides evaluate.

A formula takes sizes and grows with each of them. Before anything runs it is evaluated at the least and at the
greatest sizes, which gives the range; at run time at the sizes that there are. Where upstream itself counts by
different rules on the two sides, the kind of cost says so. `doc` tells people, who read it in the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.cost.calls import CallEstimate, StaticCall
from kapivara.cel.cost.ranges import UNKNOWN_COST, CostEstimate, SizeEstimate, fixed_cost
from kapivara.cel.cost.sizes import size_of, traversal
from kapivara.cel.functions import Overload, OverloadCost
from kapivara.cel.types import CelKind
from kapivara.values.record import record

_SCANNED = frozenset((CelKind.STRING, CelKind.BYTES))
_SCALARS = _SCANNED | {CelKind.BOOL, CelKind.DOUBLE, CelKind.DURATION, CelKind.INT, CelKind.TIMESTAMP, CelKind.UINT}

Formula = Callable[..., int]
ResultSize = Callable[..., SizeEstimate]


@record(eq=False)
class Fixed:
    """A cost that depends on nothing."""

    cost: int
    by_name: bool = True
    by_result: bool = False
    unpaid = 0

    @property
    def doc(self) -> str:
        """The cost, for people."""
        return f"{self.cost:,}"

    def estimate(self, call: StaticCall) -> CallEstimate:  # noqa: ARG002 the protocol's signature
        """The cost; nothing is known about the result."""
        return CallEstimate(fixed_cost(self.cost))

    def bound(self, call: StaticCall) -> CallEstimate:
        """The cost."""
        return self.estimate(call)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """The cost."""
        return self.cost


@record(eq=False)
class Sized:
    """A cost by the sizes of the operands at `places`.

    `result_size` makes the size of the result from the sizes of these operands. `assumed` replaces the size of the
    first one in estimates, where types have sizes that only their values know. `by_name` tells whether a call that
    may be for several overloads has this cost too: true of costs that upstream looks up by the function's name.
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
        """The formula at the least and at the greatest sizes."""
        sizes = [call.size(place) for place in self.places]
        if self.assumed is not None:
            sizes[0] = self.assumed
        least, most = self.formula(*[size.min for size in sizes]), self.formula(*[size.max for size in sizes])
        return CallEstimate(CostEstimate(least, most), self.result_size(*sizes) if self.result_size else None)

    def bound(self, call: StaticCall) -> CallEstimate:
        """What is estimated, which no call exceeds: the formula grows with the sizes."""
        return self.estimate(call)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """The formula at the sizes that there are."""
        return self.formula(*[size_of(args[place]) for place in self.places])


@record(eq=False)
class Compared:
    """The cost of comparing two values: by the smaller one. Types in `cheap` have a price of their own.

    `cheap` maps names of types to what comparing two of them may cost at most; at run time it is always 1.
    """

    formula: Formula
    cheap: dict[str, Callable[[StaticCall], int]]
    by_name: bool = True
    by_result: bool = False
    doc: str = ""
    unpaid = 1

    def estimate(self, call: StaticCall) -> CallEstimate:
        """From one step to the smaller of the greatest sizes; nothing at all where that is zero."""
        left, right = call.operands
        if left.type == right.type and left.type.name in self.cheap:
            return CallEstimate(CostEstimate(1, self.cheap[left.type.name](call)))
        smaller = min(call.size(0).max, call.size(1).max)
        return CallEstimate(CostEstimate(self.formula(min(smaller, 1)), self.formula(smaller)))

    def bound(self, call: StaticCall) -> CallEstimate:
        """One step more than is estimated: a comparison of what has no size costs that, and is estimated as nothing."""
        return CallEstimate(self.estimate(call).cost.plus(fixed_cost(self.unpaid)))

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """By the smaller of the two values."""
        left, right = args
        kind = getattr(left, "cel_type", None)
        if kind is not None and kind.name in self.cheap:
            return 1
        return self.formula(min(size_of(left), size_of(right)))


@record(eq=False)
class ListScan:
    """The cost of looking at every item of a list, or of searching a string.

    Estimates count 1 for each item, and for text in it that of traversing it; at run time text counts by its bytes
    alone, rounded down (kept: upstream's two sides differ here).
    """

    traverse: Formula
    dynamic: Formula | None = None
    by_name: bool = True
    by_result: bool = False
    doc: str = ""
    unpaid = None

    def estimate(self, call: StaticCall) -> CallEstimate:
        """Items times the cost of one; what is no list, or not known to be, as a traversal or as `dynamic` says."""
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
        """What is estimated, for text and lists of scalars; none where items hold more, for all of that is paid."""
        target, item = call.operands[0].type, call.item_type(0)
        known = target.kind in _SCANNED if item is None else target.kind is CelKind.LIST and item.kind in _SCALARS
        return self.estimate(call) if known else CallEstimate(UNKNOWN_COST)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:  # noqa: ARG002 the protocol's signature
        """The traversal of the target."""
        return traversal(args[0])


@record(eq=False)
class Special:
    """A cost whose two sides have little in common; the table says what each of them counts.

    `by_result` tells that the one at run time hangs on the result: it is due only then.
    `most` is what it can come to at run time where that may be more than was estimated. `panics` tells that upstream's
    counting breaks off the evaluation where an operand has failed or is of another type: then `actual` raises
    `CelPanicError`.
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
        """Nothing, where the table has one estimate for both."""
        return 0 if self.most is None else None

    def estimate(self, call: StaticCall) -> CallEstimate:
        """What the table says."""
        return self.before(call)

    def bound(self, call: StaticCall) -> CallEstimate:
        """What the table says."""
        return self.before(call) if self.most is None else self.most(call)

    def actual(self, args: tuple[Any, ...], result: Any) -> int:
        """What the table says."""
        return self.after(args, result)


def cost_at_run_time(overloads: tuple[Overload, ...]) -> OverloadCost | None:
    """The cost of a call by the overloads that it may be for; None is the language's default, 1.

    Where several overloads are left when the expression has been checked, upstream does not find the cost that
    belongs to one of them, only what belongs to the function's name.
    Upstream: cel-go interpreter/planner.go resolveFunction, runtimecost.go costCall.
    """
    if len(overloads) == 1:
        return overloads[0].cost
    named = (overload.cost for overload in overloads if getattr(overload.cost, "by_name", False))
    return next(named, None)
