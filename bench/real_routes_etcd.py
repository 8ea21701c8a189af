"""real-routes-etcd: the same creates, with kapivara over an etcd with the settings of the real server's."""

from __future__ import annotations

from bench.harness import Benchmark, Pair
from bench.real_routes import compare_routes
from bench.real_server import in_etcd


def prepare() -> Pair:
    """Gives each server an etcd of its own."""
    return compare_routes(in_etcd)


BENCHMARK = Benchmark("real-routes-etcd", round(1 / 3, 3), prepare)
