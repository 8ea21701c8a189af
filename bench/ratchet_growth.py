"""ratchet-growth: validating the update of ratchet-list with 10,000 items, against ten times that with 1,000.

A ratio of 1 is linear growth; the bound allows for memory beyond the processor's caches.
"""

from __future__ import annotations

from bench.harness import Benchmark, Pair, calling
from bench.ratchet_list import ITEMS, judging


def prepare() -> Pair:
    """Validates both updates once in each round."""
    long, short = judging(10 * ITEMS), judging(ITEMS)

    def ten_short() -> None:
        for _ in range(10):
            short()

    return Pair(calling(long), calling(ten_short), rounds=10)


BENCHMARK = Benchmark("ratchet-growth", 2, prepare)
