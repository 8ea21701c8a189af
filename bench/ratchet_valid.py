"""ratchet-valid: the update of a valid object with ratcheting, against the same without.

The measurement covers whole dry runs: the body is decoded, defaulted, compared for its generation, and validated.
"""

from __future__ import annotations

from bench.harness import Benchmark, Pair, calling
from bench.ratchet_objects import World, widget


def prepare() -> Pair:
    """Creates two registries that differ in the feature gate."""
    ours, reference = (World(widget("one", 10), ratcheting=each) for each in (True, False))
    one, other = ours.update("one"), reference.update("one")
    return Pair(calling(lambda: ours.handle(one)), calling(lambda: reference.handle(other)), rounds=150, seconds=0.01)


BENCHMARK = Benchmark("ratchet-valid", 1.05, prepare)
