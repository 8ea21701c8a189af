"""list-objects: a list of 10,000 objects, from the storage to the bytes of the response, against `json.loads` of each.

The objects are HTTPRoutes of the Gateway API, in a storage in memory.
"""

from __future__ import annotations

import json

from bench.create_in_process import ROUTES, answer, make_bodies, make_registry
from bench.harness import Benchmark, Pair, calling
from kapivara.registry.requests.request import Request

OBJECTS = 10_000


def prepare() -> Pair:
    """Creates the objects; the reference decodes one listed object as often."""
    registry, make = make_registry(), make_bodies()
    for _ in range(OBJECTS):
        answer(registry, Request("create", ROUTES, "default", body=make()))
    listed = json.loads(answer(registry, Request("list", ROUTES, "default")))["items"]
    if len(listed) != OBJECTS:
        raise AssertionError(f"{len(listed)} objects are listed")
    item = json.dumps(listed[0]).encode()

    def loads() -> None:
        for _ in range(OBJECTS):
            json.loads(item)

    return Pair(calling(lambda: answer(registry, Request("list", ROUTES, "default"))), calling(loads), rounds=3)


BENCHMARK = Benchmark("list-objects", 1, prepare)
