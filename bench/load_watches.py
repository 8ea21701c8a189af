"""Watches under load: 1,000 on one resource with 16 writers, creates with 100, idle ones, ones that never read."""

from __future__ import annotations

import json
import socket
import tempfile
import time
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from bench.create_in_process import make_bodies
from bench.harness import shared_folder
from bench.hostile_http import Server, head
from bench.load_clients import Write, numbered, read_answer, write
from bench.load_readers import Watched, watching
from bench.load_report import Figure

WRITERS = 16
WATCHERS = 1_000
CHECKED = 10  # of the watches, where time is measured: checking takes time from the others
WRITES = 800
PACED_WRITES = 100
PACE_SECONDS = 0.1
SOME_WATCHERS = 100
ROUTES_WRITTEN = 640
ROUNDS = 8
IDLE_WATCHERS = 10_000
NEVER_READING = 50
UNREAD_WRITES = 6_000
HALF_OPEN = 400
MIB = 1024 * 1024

DEFINITIONS = b"/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
BERTH_PATH = b"/apis/load.example.com/v1/namespaces/default/berths"
ROUTE_PATH = b"/apis/gateway.networking.k8s.io/v1/namespaces/default/httproutes"
_SCHEMA = {
    "type": "object",
    "properties": {
        "spec": {
            "type": "object",
            "required": ["length", "depth", "name"],
            "properties": {
                "length": {"type": "integer", "minimum": 1},
                "depth": {"type": "integer", "minimum": 1},
                "name": {"type": "string", "maxLength": 63},
                "tags": {"type": "array", "maxItems": 10, "items": {"type": "string", "maxLength": 20}},
            },
            "x-kubernetes-validations": [
                {"rule": "self.length > self.depth", "message": "longer than deep"},
                {"rule": "!has(self.tags) || self.tags.all(t, t.startsWith('t'))", "message": "tags begin with t"},
                {"rule": "self.name.matches('^[a-z]+-[0-9]+$')", "message": "a word and a number"},
            ],
        }
    },
}
BERTHS = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "berths.load.example.com"},
    "spec": {
        "group": "load.example.com",
        "names": {"plural": "berths", "kind": "Berth"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": _SCHEMA}}],
    },
}


@contextmanager
def serving(definition: bytes, *, data: str = "") -> Iterator[Server]:
    """Yields a server that has a CRD."""
    server = Server("--anonymous", storage=("--data", data) if data else ("--memory",))
    try:
        answer = _ask(server, head(b"POST " + DEFINITIONS, b"Content-Length: %d" % len(definition)) + definition)
        if not answer.startswith(b"HTTP/1.1 201"):
            raise AssertionError(answer)
        yield server
    finally:
        server.stop()


def berths() -> Iterator[bytes]:
    """Yields bodies of custom resources with CEL rules."""
    for name in numbered("berth"):
        spec = {"length": 9, "depth": 3, "name": name, "tags": ["ta", "tb"]}
        yield json.dumps(
            {"apiVersion": "load.example.com/v1", "kind": "Berth", "metadata": {"name": name}, "spec": spec}
        ).encode()


def many_watchers() -> Iterator[Figure]:
    """1,000 watches with 16 writers: missing events, delays, costs."""
    with serving(json.dumps(BERTHS).encode()) as server:
        bodies = berths()
        write(server.address, BERTH_PATH, islice(bodies, 50), connections=1)
        before = server.memory("VmRSS")
        with watching(server.address, _watch_path(server, BERTH_PATH), WATCHERS) as watchers:
            yield Figure("memory of a watcher", (server.memory("VmRSS") - before) / WATCHERS / 1024, "KiB", at_most=64)
            writes = write(server.address, BERTH_PATH, islice(bodies, WRITES), connections=WRITERS)
            told = watchers.finish(len(writes))
        yield from _compare("flat out", writes, told)
        path = _watch_path(server, BERTH_PATH)
        with (
            watching(server.address, path, WATCHERS - CHECKED, "drain"),
            watching(server.address, path, CHECKED) as watchers,
        ):
            writes = write(server.address, BERTH_PATH, islice(bodies, WRITES), connections=WRITERS)
            yield Figure(f"creates a second, {WATCHERS} watchers", _rate(writes), "/s")
            yield from _delays("flat out", writes, watchers.finish(len(writes)))
            path = _watch_path(server, BERTH_PATH)
            with watching(server.address, path, CHECKED) as watchers:
                slow = islice(bodies, PACED_WRITES)
                writes = write(server.address, BERTH_PATH, slow, connections=1, pause=PACE_SECONDS)
                yield from _delays("10 writes a second", writes, watchers.finish(len(writes)))


def _compare(pace: str, writes: list[Write], told: list[Watched]) -> Iterator[Figure]:
    versions = sorted(each.version for each in writes)
    lost = sum(len({*versions} - {*each.versions}) for each in told)
    doubled = sum(len(each.versions) - len({*each.versions}) for each in told)
    unordered = sum(each.versions != sorted(each.versions) for each in told)
    yield Figure(f"events lost, {pace}", lost, "", at_most=0)
    yield Figure(f"events doubled, {pace}", doubled, "", at_most=0)
    yield Figure(f"watchers with events out of order, {pace}", unordered, "", at_most=0)


def _delays(pace: str, writes: list[Write], told: list[Watched]) -> Iterator[Figure]:
    """Yields the delays of events after the responses to their writes, and the number of writes answered in between.

    The second figure states how far behind watches are, independently of the machine's present speed.
    """
    answered = {each.version: each.answered for each in writes}
    times = sorted(answered.values())
    came = [
        (answered[version], at)
        for each in told
        for version, at in zip(each.versions, each.times, strict=True)
        if version in answered
    ]
    late = sorted(max(0.0, at - since) for since, at in came)
    behind = sorted(max(0, bisect_right(times, at) - bisect_right(times, since)) for since, at in came)
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        at = int(share * (len(came) - 1))
        yield Figure(f"delivery after the answer, {name}, {pace}", late[at] * 1000, "ms")
        yield Figure(f"writes answered before the delivery, {name}, {pace}", behind[at], "")


def creates_beside_watchers() -> Iterator[Figure]:
    """Durable creates of HTTPRoutes per second, without watches and with 100; the best of alternating rounds."""
    definition = (shared_folder("realworld") / "gateway" / "HTTPRoute.crd.json").read_bytes()
    with tempfile.TemporaryDirectory() as folder, serving(definition, data=f"{folder}/state") as server:
        make = make_bodies()
        write(server.address, ROUTE_PATH, [make() for _ in range(300)], connections=WRITERS)
        rounds: dict[int, list[_Round]] = {0: [], SOME_WATCHERS: []}
        for _ in range(ROUNDS):
            for count, measured in rounds.items():
                with watching(server.address, _watch_path(server, ROUTE_PATH), count, "drain"):
                    measured.append(_create_routes(server, [make() for _ in range(ROUTES_WRITTEN)]))
        rates = {count: max(each.rate for each in measured) for count, measured in rounds.items()}
        costs = {count: min(each.processor_seconds for each in measured) for count, measured in rounds.items()}
        for count in rounds:
            yield Figure(f"durable creates a second, {count} watchers", rates[count], "/s")
            yield Figure(f"processor time of a create, {count} watchers", costs[count] * 1e6, "us")
        against = f"{SOME_WATCHERS} watchers against none"
        yield Figure(f"creates a second, {against}", rates[SOME_WATCHERS] / rates[0], "", at_least=0.7)
        yield Figure(f"creates a second of its processor, {against}", costs[0] / costs[SOME_WATCHERS], "", at_least=0.7)
        with watching(server.address, _watch_path(server, ROUTE_PATH), SOME_WATCHERS) as watchers:
            bodies = [make() for _ in range(ROUTES_WRITTEN)]
            writes = write(server.address, ROUTE_PATH, bodies, connections=WRITERS)
            told = watchers.finish(len(writes))
        yield from _compare("durable", writes, told)
        yield from _delays("durable", writes, told)


@dataclass(frozen=True, slots=True)
class _Round:
    """The result of some creates: their rate per second, and the server's processor time for each."""

    rate: float
    processor_seconds: float


def _create_routes(server: Server, bodies: list[bytes]) -> _Round:
    before = server.thread_seconds
    writes = write(server.address, ROUTE_PATH, bodies, connections=WRITERS)
    return _Round(_rate(writes), (server.thread_seconds - before) / len(writes))


def idle_watchers() -> Iterator[Figure]:
    """Thousands of watches without events: their memory, and the delay of other clients."""
    with serving(json.dumps(BERTHS).encode()) as server:
        before = server.memory("VmRSS")
        with watching(server.address, _watch_path(server, BERTH_PATH), IDLE_WATCHERS):
            used = server.memory("VmRSS") - before
            yield Figure(
                f"memory of one of {IDLE_WATCHERS} idle watches", used / IDLE_WATCHERS / 1024, "KiB", at_most=64
            )
            yield Figure("longest wait of another client beside them", _longest_wait(server) * 1000, "ms", at_most=250)
            used = server.processor_seconds
            time.sleep(2)
            yield Figure("processor while nothing happens", (server.processor_seconds - used) / 2 * 100, "%", at_most=5)


def bad_clients() -> Iterator[Figure]:
    """Watches that are never read, and connections with half a request: memory, and effects on other clients."""
    with serving(json.dumps(BERTHS).encode()) as server:
        bodies = berths()
        before = server.memory("VmRSS")
        alone = _rate(write(server.address, BERTH_PATH, islice(bodies, UNREAD_WRITES), connections=WRITERS))
        stored = server.memory("VmRSS") - before
        path = _watch_path(server, BERTH_PATH)
        with (
            watching(server.address, path, NEVER_READING, "hold"),
            watching(server.address, path, 1) as reading,
        ):
            for _ in range(HALF_OPEN):
                server.connect(b"GET /api HTTP/1.1\r\nHost: ")
            before = server.memory("VmRSS")
            writes = write(server.address, BERTH_PATH, islice(bodies, UNREAD_WRITES), connections=WRITERS)
            grown = server.memory("VmRSS") - before - stored
            yield Figure(f"memory that {NEVER_READING} clients take who never read", grown / MIB, "MiB", at_most=96)
            told = reading.finish(len(writes))
            yield Figure("events lost of one who reads", len(writes) - len(told[0].versions), "", at_most=0)
            yield Figure("creates a second beside them, against alone", _rate(writes) / alone, "", at_least=0.7)
            yield Figure("longest wait of another client beside them", _longest_wait(server) * 1000, "ms", at_most=250)


def _watch_path(server: Server, path: bytes) -> str:
    listed = json.loads(_ask(server, head(b"GET " + path + b"?limit=1")).partition(b"\r\n\r\n")[2])
    version = listed["metadata"]["resourceVersion"]
    return f"{path.decode()}?watch=true&resourceVersion={version}"


def _ask(server: Server, request: bytes) -> bytes:
    with socket.create_connection(server.address, timeout=60) as connection:
        connection.sendall(request)
        return read_answer(connection)


def _longest_wait(server: Server) -> float:
    """Returns the longest of a few requests of another client."""
    longest = 0.0
    for _ in range(20):
        begun = time.monotonic()
        if not _ask(server, head(b"GET /api/v1/namespaces/default")).startswith(b"HTTP/1.1 200"):
            raise AssertionError("another client is refused")
        longest = max(longest, time.monotonic() - begun)
    return longest


def _rate(writes: list[Write]) -> float:
    return len(writes) / (max(each.answered for each in writes) - min(each.sent for each in writes))
