"""real-deployments: durable creates of a Deployment of 2.3 KB, against those of a real server and etcd."""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair
from bench.real_server import compare
from bench.validate_deployments import deployment_bytes


def prepare() -> Pair:
    """Creates them in the default namespace."""
    return compare(b"/apis/apps/v1/namespaces/default/deployments", json.loads(deployment_bytes()))


BENCHMARK = Benchmark("real-deployments", 0.5, prepare)
