"""ratchet-valid: the update of a valid object with ratcheting, against the same without.

Whole requests: a body is read, defaulted, compared for its generation, judged. Nothing is stored.
"""

from __future__ import annotations

from bench.harness import Benchmark, Pair, calling
from bench.ratchet_objects import World, widget


def prepare() -> Pair:
    """Makes two registries that differ in the feature gate."""
    ours, reference = (World(widget("one", 10), ratcheting=each) for each in (True, False))
    one, other = ours.update("one"), reference.update("one")
    return Pair(calling(lambda: ours.handle(one)), calling(lambda: reference.handle(other)), rounds=150, seconds=0.01)


BENCHMARK = Benchmark("ratchet-valid", 1.05, prepare)
