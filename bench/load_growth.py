"""The costs of many stored objects: creates, pages of lists, a whole list, and the start of a server."""

from __future__ import annotations

import itertools
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.create_in_process import ROUTES, answer, make_bodies, make_registry
from bench.hostile_http import Server
from bench.load_report import Figure
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.sqlite.storage import SqliteStorage

FEW, SOME, MANY = 1_000, 10_000, 100_000
PAGE = 500
NAMESPACES = "default", "other"
NAMESPACE = GroupVersionResource("", "v1", "namespaces")
_CREATES = 300
_ROUNDS = 9
_RELIST = f"a page of {PAGE} behind another, after a write"

Query = dict[str, list[str]]


def stored_objects() -> Iterator[Figure]:
    """Costs with 1,000, 10,000 and 100,000 objects over SQLite, in processor time."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        state = Path(folder) / "state"
        storage = SqliteStorage(state)
        registry, make = make_registry(storage), make_bodies()
        answer(registry, Request("create", NAMESPACE, body=b'{"metadata": {"name": "%b"}}' % NAMESPACES[1].encode()))
        costs: dict[int, dict[str, float]] = {}
        stored = 0
        for count in (FEW, SOME, MANY):
            for _ in range(count - stored):
                _create(registry, make(), NAMESPACES[stored % 2])
                stored += 1
            if count == SOME:
                yield Figure(f"list of {SOME}", _best(partial(_list, registry)) * 1000, "ms")
            costs[count] = {"a create": min(_create_seconds(registry, make) for _ in range(_ROUNDS))}
            stored += _CREATES * _ROUNDS
            costs[count] |= _page_costs(registry, make)
            storage.close()  # and open it again, to lose its caches
            if count == SOME:
                shutil.copytree(state, Path(folder) / "copy")
            storage = SqliteStorage(state)
            registry = Registry(storage)
            costs[count][f"a page of {PAGE} after a start"] = _best(partial(_list, registry, limit=[str(PAGE)]))
            for name, seconds in costs[count].items():
                yield Figure(f"{name}, {count} stored", seconds * 1e6, "us")
        storage.close()
        for count, name in itertools.product((SOME, MANY), costs[FEW]):
            yield Figure(
                f"{name}, {count} stored against {FEW}", costs[count][name] / costs[FEW][name], "", at_most=1.3
            )
        yield Figure(f"start with {SOME} stored", _start_seconds(Path(folder) / "copy"), "s", at_most=1.5)


def _page_costs(registry: Registry, make: Callable[[], bytes]) -> dict[str, float]:
    """Returns the times of pages of lists, for each kind of request."""
    limit: Query = {"limit": [str(PAGE)]}
    selected: Query = {**limit, "labelSelector": ["!absent"]}
    token = json.loads(_list(registry, **limit))["metadata"]["continue"]
    behind: Query = {**limit, "continue": [token]}
    costs = {
        f"a page of {PAGE}": _best(lambda: _list(registry, **limit)),
        f"a page of {PAGE} of all namespaces": _best(lambda: _list(registry, "", **limit)),
        f"a page of {PAGE} by labels": _best(lambda: _list(registry, **selected)),
        f"a page of {PAGE} behind another": _best(lambda: _list(registry, **behind)),
    }
    _create(registry, make())
    return costs | {_RELIST: _best(lambda: _list(registry, **behind))}


def _create(registry: Registry, body: bytes, namespace: str = NAMESPACES[0]) -> None:
    body = body.replace(b'"namespace": "default"', b'"namespace": "%b"' % namespace.encode())
    answer(registry, Request("create", ROUTES, namespace, body=body, user_agent="bench/1"))


def _create_seconds(registry: Registry, make: Callable[[], bytes]) -> float:
    bodies = [make() for _ in range(_CREATES)]
    begun = time.process_time()
    for body in bodies:
        _create(registry, body)
    return (time.process_time() - begun) / _CREATES


def _list(registry: Registry, namespace: str = NAMESPACES[0], **query: list[str]) -> bytes:
    return answer(registry, Request("list", ROUTES, namespace, query=query))


def _best(work: Callable[[], object]) -> float:
    return min(_seconds(work) for _ in range(_ROUNDS))


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _start_seconds(data: Path) -> float:
    """Returns the time until a server is ready, the best of three."""
    times = []
    for _ in range(3):
        begun = time.monotonic()
        server = Server("--anonymous", storage=("--data", str(data)))
        times.append(time.monotonic() - begun)
        server.stop()
    return min(times)
