"""apply-unchanged: server-side apply of an unchanged Deployment of 10 KB, against a PUT of the same object."""

from __future__ import annotations

from bench.create_in_process import answer
from bench.harness import Benchmark, Pair, calling
from bench.strict_fields import DEPLOYMENTS
from bench.ten_kilobytes import body
from kapivara.meta.media_types import APPLY_PATCH
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage


def prepare() -> Pair:
    """Creates two objects; one is then applied repeatedly, the other is put repeatedly."""
    registry = Registry(MemoryStorage())
    query = {"fieldManager": ["bench"]}
    apply = Request(
        "patch", DEPLOYMENTS, "default", "applied", query=query, body=body("applied"), media_type=APPLY_PATCH
    )
    put = Request("update", DEPLOYMENTS, "default", "put", query=query, body=body("put"))
    answer(registry, apply)
    answer(registry, Request("create", DEPLOYMENTS, "default", query=query, body=body("put")))
    return Pair(calling(lambda: answer(registry, apply)), calling(lambda: answer(registry, put)))


BENCHMARK = Benchmark("apply-unchanged", 3, prepare)
