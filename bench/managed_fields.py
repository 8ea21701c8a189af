"""managed-fields: creates of a Deployment of 10 KB that record field managers, against some that do not."""

from __future__ import annotations

import itertools

from bench.create_in_process import answer
from bench.harness import Benchmark, Pair, Side, consuming
from bench.strict_fields import DEPLOYMENTS
from bench.ten_kilobytes import body
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage


def prepare() -> Pair:
    """Creates two registries; one that only validates objects records no managers."""
    return Pair(_creating(Registry(MemoryStorage())), _creating(Registry(MemoryStorage(), assume_namespaces=True)))


def _creating(registry: Registry) -> Side:
    numbers = itertools.count()

    def make() -> Request:
        return Request("create", DEPLOYMENTS, "default", body=body(f"large-{next(numbers):09}"))

    return consuming(make, lambda request: answer(registry, request))  # type: ignore[arg-type]


BENCHMARK = Benchmark("managed-fields", 1.15, prepare)
