"""create-in-process: a create from the bytes of its body to the bytes of its answer, against `json.loads` of the body.

The object is an HTTPRoute of the Gateway API with all its CEL rules; the registry is a server's own, over a storage in
memory: what is measured is all that a write takes but for the connection and the disk.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from bench.harness import Benchmark, Pair, calling, consuming, shared_folder
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.request import Request
from kapivara.server.answers import outcome_answer
from kapivara.server.negotiation import Representation
from kapivara.storage import Storage
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
ROUTES = GroupVersionResource("gateway.networking.k8s.io", "v1", "httproutes")


def make_registry(storage: Storage | None = None) -> Registry:
    """Makes a registry that serves HTTPRoutes, over a storage in memory unless one is given."""
    registry = Registry(storage or MemoryStorage())
    crd = (shared_folder("realworld") / "gateway" / "HTTPRoute.crd.json").read_bytes()
    answer(registry, Request("create", DEFINITIONS, body=crd))
    return registry


def make_bodies() -> Callable[[], bytes]:
    """Returns what makes bodies, each with a name of its own."""
    route = json.loads((shared_folder("bench") / "httproute.json").read_bytes())
    numbers = itertools.count()

    def make() -> bytes:
        route["metadata"]["name"] = f"route-{next(numbers):09}"
        return json.dumps(route).encode()

    return make


def answer(registry: Registry, request: Request) -> bytes:
    """Has a request answered as the server does; -> the body of the answer."""
    answered = outcome_answer(registry.handle(request), Representation())
    if answered.code >= 400:
        raise AssertionError(answered.body)
    return answered.body


def prepare() -> Pair:
    """Makes the bodies outside the timing; rounds are short and many, so that some of them are undisturbed."""
    registry, make = make_registry(), make_bodies()
    data = make()

    def create(body: Any) -> None:
        answer(registry, Request("create", ROUTES, "default", body=body, user_agent="bench/1"))

    return Pair(consuming(make, create), calling(lambda: json.loads(data)), rounds=60, seconds=0.02)


BENCHMARK = Benchmark("create-in-process", 14, prepare)
