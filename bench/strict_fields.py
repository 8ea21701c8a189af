"""strict-fields: a create of a Deployment of 10 KB with strict field validation, against one without.

Both are dry runs in process, from the bytes of the body to those of the response.
"""

from __future__ import annotations

from bench.create_in_process import answer
from bench.harness import Benchmark, Pair, Side, calling
from bench.ten_kilobytes import body
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

DEPLOYMENTS = GroupVersionResource("apps", "v1", "deployments")


def prepare() -> Pair:
    """Makes both sides from one registry."""
    registry, data = Registry(MemoryStorage()), body()

    def creating(mode: str) -> Side:
        query = {"dryRun": ["All"], "fieldValidation": [mode]}
        return calling(lambda: answer(registry, Request("create", DEPLOYMENTS, "default", query=query, body=data)))

    return Pair(creating("Strict"), creating("Ignore"))


BENCHMARK = Benchmark("strict-fields", 1.15, prepare)
