"""A histogram for metrics: the number of values in each bucket."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

DEFAULT_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The default bounds in seconds, those of Prometheus."""


class Histogram:
    """The number of values in each bucket (the last one is unbounded), and their sum."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: Sequence[float]):
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        """Counts a value in the first bucket whose bound it does not exceed."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value
