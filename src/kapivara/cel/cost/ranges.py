"""Ranges of sizes and of costs, in arithmetic that stops at the largest unsigned 64-bit number.

Upstream: cel-go checker/cost.go SizeEstimate, CostEstimate (0.29).
"""

from __future__ import annotations

from math import ceil

from kapivara.values.record import record

UNBOUNDED = 2**64 - 1
"""The largest number there is: a size that nothing bounds, a cost beyond all limits."""

_TWO_TO_64 = 2.0**64


def add(left: int, right: int) -> int:
    """The sum, or `UNBOUNDED`."""
    return min(left + right, UNBOUNDED)


def multiply(left: int, right: int) -> int:
    """The product, or `UNBOUNDED`."""
    return min(left * right, UNBOUNDED)


def scale(number: int, factor: float) -> int:
    """The product with a factor, in floating point as upstream, rounded up; or `UNBOUNDED`."""
    product = float(number) * factor
    return UNBOUNDED if product >= _TWO_TO_64 else ceil(product)


@record
class SizeEstimate:
    """The least and the greatest size of a string, bytes, list or map: what `size()` may give."""

    min: int
    max: int

    def plus(self, other: SizeEstimate) -> SizeEstimate:
        """The sizes of two things put together."""
        return SizeEstimate(add(self.min, other.min), add(self.max, other.max))

    def times(self, other: SizeEstimate) -> SizeEstimate:
        """The sizes of so many things, each of such a size."""
        return SizeEstimate(multiply(self.min, other.min), multiply(self.max, other.max))

    def union(self, other: SizeEstimate) -> SizeEstimate:
        """The range that covers both."""
        return SizeEstimate(min(self.min, other.min), max(self.max, other.max))

    def repeated(self, cost: CostEstimate) -> CostEstimate:
        """The cost of doing something for each unit."""
        return CostEstimate(multiply(self.min, cost.min), multiply(self.max, cost.max))


@record
class CostEstimate:
    """The least and the greatest cost."""

    min: int
    max: int

    def plus(self, other: CostEstimate) -> CostEstimate:
        """The cost of both."""
        return CostEstimate(add(self.min, other.min), add(self.max, other.max))

    def union(self, other: CostEstimate) -> CostEstimate:
        """The cost of either."""
        return CostEstimate(min(self.min, other.min), max(self.max, other.max))


UNKNOWN_SIZE = SizeEstimate(0, UNBOUNDED)
"""The size of what nothing is known about."""


def fixed_size(size: int) -> SizeEstimate:
    """A size that is known."""
    return SizeEstimate(size, size)


def fixed_cost(cost: int) -> CostEstimate:
    """A cost that is known."""
    return CostEstimate(cost, cost)


FREE = CostEstimate(0, 0)
"""The cost of what costs nothing."""

UNKNOWN_COST = CostEstimate(0, UNBOUNDED)
"""The widest range."""
