"""real-config-maps: durable creates of a ConfigMap, against those of a real server and etcd (`real_server.py`)."""

from __future__ import annotations

from bench.harness import Benchmark, Pair
from bench.real_server import compare

CONFIG_MAP = {
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {"labels": {"app": "shop", "tier": "web"}},
    "data": {"mode": "production", "shop.yaml": "listen: 8080\ncache: /var/cache/shop\n" * 8},
}


def prepare() -> Pair:
    """Creates them in the default namespace."""
    return compare(b"/api/v1/namespaces/default/configmaps", CONFIG_MAP)


BENCHMARK = Benchmark("real-config-maps", round(1 / 1.5, 2), prepare)
