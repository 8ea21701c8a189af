"""ratchet-at-rest: the update of an object that is invalid at rest in one field, against that of a valid one.

Whole requests, as in ratchet-valid; the update leaves the invalid field alone.
"""

from __future__ import annotations

from bench.harness import Benchmark, Pair, calling
from bench.ratchet_objects import World, widget


def prepare() -> Pair:
    """Stores both objects before the definition is tightened."""
    world = World(widget("good", 10), widget("bad", 10, title="far too long a title"))
    good, bad = world.update("good"), world.update("bad")
    return Pair(calling(lambda: world.handle(bad)), calling(lambda: world.handle(good)))


BENCHMARK = Benchmark("ratchet-at-rest", 3, prepare)
