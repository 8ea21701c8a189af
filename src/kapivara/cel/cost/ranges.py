"""Ranges of sizes and costs, with arithmetic that saturates at the largest unsigned 64-bit number.

Upstream: cel-go checker/cost.go SizeEstimate, CostEstimate (0.29).
"""

from __future__ import annotations

from math import ceil

from kapivara.values.record import record

UNBOUNDED = 2**64 - 1
"""The largest number: a size without bound, a cost beyond all limits."""

_TWO_TO_64 = 2.0**64


def add(left: int, right: int) -> int:
    """Returns the sum, or `UNBOUNDED`."""
    return min(left + right, UNBOUNDED)


def multiply(left: int, right: int) -> int:
    """Returns the product, or `UNBOUNDED`."""
    return min(left * right, UNBOUNDED)


def scale(number: int, factor: float) -> int:
    """Returns the product with a factor, computed in floating point as upstream and rounded up; or `UNBOUNDED`."""
    product = float(number) * factor
    return UNBOUNDED if product >= _TWO_TO_64 else ceil(product)


@record
class SizeEstimate:
    """The lowest and the highest size of a string, bytes, list or map: the possible results of `size()`."""

    min: int
    max: int

    def plus(self, other: SizeEstimate) -> SizeEstimate:
        """Returns the size of two values concatenated."""
        return SizeEstimate(add(self.min, other.min), add(self.max, other.max))

    def times(self, other: SizeEstimate) -> SizeEstimate:
        """Returns the total size of `self` values that have size `other` each."""
        return SizeEstimate(multiply(self.min, other.min), multiply(self.max, other.max))

    def union(self, other: SizeEstimate) -> SizeEstimate:
        """Returns the range that covers both."""
        return SizeEstimate(min(self.min, other.min), max(self.max, other.max))

    def repeated(self, cost: CostEstimate) -> CostEstimate:
        """Returns the cost of one step per unit of size."""
        return CostEstimate(multiply(self.min, cost.min), multiply(self.max, cost.max))


@record
class CostEstimate:
    """The lowest and the highest cost."""

    min: int
    max: int

    def plus(self, other: CostEstimate) -> CostEstimate:
        """Returns the cost of both."""
        return CostEstimate(add(self.min, other.min), add(self.max, other.max))

    def union(self, other: CostEstimate) -> CostEstimate:
        """Returns the range that covers both costs."""
        return CostEstimate(min(self.min, other.min), max(self.max, other.max))


UNKNOWN_SIZE = SizeEstimate(0, UNBOUNDED)
"""The size of an unknown value."""


def fixed_size(size: int) -> SizeEstimate:
    """Returns the range of a known size."""
    return SizeEstimate(size, size)


def fixed_cost(cost: int) -> CostEstimate:
    """Returns the range of a known cost."""
    return CostEstimate(cost, cost)


FREE = CostEstimate(0, 0)
"""Zero cost."""

UNKNOWN_COST = CostEstimate(0, UNBOUNDED)
"""The widest range."""
