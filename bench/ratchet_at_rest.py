"""ratchet-at-rest: the update of an object that is stored with one invalid field, against that of a valid one.

The measurement covers whole requests, as in ratchet-valid; the update does not change the invalid field.
"""

from __future__ import annotations

from bench.harness import Benchmark, Pair, calling
from bench.ratchet_objects import World, widget


def prepare() -> Pair:
    """Stores both objects before the CRD is tightened."""
    world = World(widget("good", 10), widget("bad", 10, title="far too long a title"))
    good, bad = world.update("good"), world.update("bad")
    return Pair(calling(lambda: world.handle(bad)), calling(lambda: world.handle(good)))


BENCHMARK = Benchmark("ratchet-at-rest", 3, prepare)
