"""durable-creates: the processor time of a create over HTTP, stored durably, against the same create in process.

A server over SQLite receives HTTPRoutes of the Gateway API, with all their CEL rules, from 16 concurrent connections;
the processor time of the server is counted for each request. The difference of the two sides is the work for the
connection, the event loop and the disk; waiting is not counted.

Rounds of both sides have equally many creates and alternate, and the best of each counts: a shared machine may be
half as fast for seconds. Server, client and the create in process run on one processor, so that both sides have the
same conditions. A round has eighty batches and a checkpoint of the file, so that nothing is left out.
"""

from __future__ import annotations

import itertools
import selectors
import socket
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

from bench.create_in_process import DEFINITIONS, ROUTES, make_bodies
from bench.create_in_process import prepare as prepare_in_process
from bench.harness import Benchmark, Pair, Side, UnavailableError, one_processor, shared_folder
from bench.hostile_http import Server, head
from kapivara.meta import GroupVersionResource

CONNECTIONS = 16
CREATES = 1_280
WARMING = 640
ROUNDS = 18
SERVERS = 3


def prepare() -> Pair:
    """Measures several servers, round by round; the create in process is that of `create-in-process`."""
    if not Path("/proc/self/schedstat").exists():
        raise UnavailableError("processor time is read from /proc")
    in_process = prepare_in_process().ours

    def reference(_: int) -> float:
        with one_processor():
            return in_process(CREATES)

    return Pair(_over_http(), reference, ROUNDS, seconds=0)


def _over_http() -> Side:
    make = make_bodies()
    servers = _servers(make)

    def side(_: int) -> float:
        bodies = [make() for _ in range(CREATES)]
        with one_processor():
            server = next(servers)
            before = server.thread_seconds
            create(server, bodies)
            return (server.thread_seconds - before) / CREATES

    return side


def _servers(make: Callable[[], bytes]) -> Iterator[Server]:
    """Yields the server for each round, after its one-time work."""
    while True:
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--anonymous", storage=("--data", f"{folder}/state"))
            try:
                define(server)
                create(server, [make() for _ in range(WARMING)])
                for _ in range(ROUNDS // SERVERS):
                    yield server
            finally:
                server.stop()


def define(server: Server) -> None:
    """Creates the CRD of HTTPRoutes on a server."""
    crd = (shared_folder("realworld") / "gateway" / "HTTPRoute.crd.json").read_bytes()
    _post(server, _path(DEFINITIONS), crd)


def create(server: Server, bodies: list[bytes]) -> None:
    """Creates objects over all connections with one thread, since more would take time from the server."""
    send_all([server], requests_of(bodies))


def requests_of(bodies: list[bytes]) -> list[bytes]:
    """Returns the requests that create objects."""
    path = _path(ROUTES, "default")
    return [_request(path, body) for body in bodies]


def send_all(servers: Sequence[Server], each: list[bytes]) -> None:
    """Sends requests over all connections, in equal parts to the servers, and reads their responses."""
    requests = iter(each)
    with selectors.DefaultSelector() as selector:
        for server, request in zip(itertools.cycle(servers), itertools.islice(requests, CONNECTIONS), strict=False):
            connection = socket.create_connection(server.address)
            selector.register(connection, selectors.EVENT_READ)
            connection.sendall(request)
        while selector.get_map():
            for key, _ in selector.select():
                connection = cast("socket.socket", key.fileobj)
                if not (answer := _read_answer(connection)).startswith(b"HTTP/1.1 201"):
                    raise AssertionError(answer)
                if request := next(requests, b""):
                    connection.sendall(request)
                else:
                    selector.unregister(connection)
                    connection.close()


def _post(server: Server, path: bytes, body: bytes) -> None:
    with socket.create_connection(server.address) as connection:
        connection.sendall(_request(path, body))
        if not (answer := _read_answer(connection)).startswith(b"HTTP/1.1 201"):
            raise AssertionError(answer)


def _path(gvr: GroupVersionResource, namespace: str = "") -> bytes:
    within = f"/namespaces/{namespace}" if namespace else ""
    return f"/apis/{gvr.group}/{gvr.version}{within}/{gvr.resource}".encode()


def _request(path: bytes, body: bytes) -> bytes:
    return head(b"POST " + path, b"Content-Length: %d" % len(body)) + body


def _read_answer(connection: socket.socket) -> bytes:
    """Reads one complete response."""
    received = connection.recv(65536)
    while True:
        start, blank, body = received.partition(b"\r\n\r\n")
        if blank:
            length = int(start.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            if len(body) >= length:
                return received
        if not (more := connection.recv(65536)):
            return received
        received += more


BENCHMARK = Benchmark("durable-creates", 1.6, prepare)
