"""create-in-process: a create from the bytes of its body to those of the response, against `json.loads` of the body.

The object is an HTTPRoute of the Gateway API with all its CEL rules; the registry is that of a server, with a storage
in memory. This measures a whole write except for the connection and the disk.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from bench.harness import Benchmark, Pair, calling, consuming, shared_folder
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.server.responses.answers import outcome_answer
from kapivara.server.responses.negotiation import Representation
from kapivara.storage import Storage
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
ROUTES = GroupVersionResource("gateway.networking.k8s.io", "v1", "httproutes")


def make_registry(storage: Storage | None = None) -> Registry:
    """Returns a registry that serves HTTPRoutes, with a storage in memory unless one is given."""
    registry = Registry(storage or MemoryStorage())
    crd = (shared_folder("realworld") / "gateway" / "HTTPRoute.crd.json").read_bytes()
    answer(registry, Request("create", DEFINITIONS, body=crd))
    return registry


def make_bodies() -> Callable[[], bytes]:
    """Returns a function that makes bodies with distinct names."""
    route = json.loads((shared_folder("bench") / "httproute.json").read_bytes())
    numbers = itertools.count()

    def make() -> bytes:
        route["metadata"]["name"] = f"route-{next(numbers):09}"
        return json.dumps(route).encode()

    return make


def answer(registry: Registry, request: Request) -> bytes:
    """Handles a request as the server does; returns the body of the response."""
    answered = outcome_answer(registry.handle(request), Representation())
    if answered.code >= 400:
        raise AssertionError(answered.body)
    return answered.body


def prepare() -> Pair:
    """Makes the bodies outside the timing; rounds are short and many, so that some are undisturbed."""
    registry, make = make_registry(), make_bodies()
    data = make()

    def create(body: Any) -> None:
        answer(registry, Request("create", ROUTES, "default", body=body, user_agent="bench/1"))

    return Pair(consuming(make, create), calling(lambda: json.loads(data)), rounds=60, seconds=0.02)


BENCHMARK = Benchmark("create-in-process", 14, prepare)
