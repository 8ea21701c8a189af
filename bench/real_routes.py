"""real-routes: durable creates of an HTTPRoute with all its CEL rules, against those of a real server and etcd.

Afterwards no more than 150 MB may be resident.
"""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair, shared_folder
from bench.real_server import Storage, compare, in_folder

_PATH = b"/apis/gateway.networking.k8s.io/v1/namespaces/default/httproutes"
_MOST_MEGABYTES = 150
_CREATES = 1_000  # the real server takes many seconds for them


def compare_routes(storage: Storage = in_folder) -> Pair:
    """Creates the CRD, then the routes in the default namespace."""
    route = json.loads((shared_folder("bench") / "httproute.json").read_bytes())
    definition = (shared_folder("realworld") / "gateway" / "HTTPRoute.crd.json").read_bytes()
    return compare(
        _PATH, route, definition=definition, storage=storage, most_megabytes=_MOST_MEGABYTES, creates=_CREATES
    )


BENCHMARK = Benchmark("real-routes", round(1 / 8, 3), compare_routes)
