"""Writers for `bench.load`, which keep connections busy."""

from __future__ import annotations

import itertools
import selectors
import socket
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from bench.hostile_http import head
from bench.load_readers import VERSION, Address


@dataclass(frozen=True)
class Write:
    """An acknowledged write: its resource version, and the times of request and response."""

    version: int
    sent: float
    answered: float


def write(
    address: Address, path: bytes, bodies: Iterable[bytes], *, connections: int, pause: float = 0.0
) -> list[Write]:
    """Creates objects over several connections, one after another on each, with a pause before each request."""
    requests = (head(b"POST " + path, b"Content-Length: %d" % len(body)) + body for body in bodies)
    writes: list[Write] = []
    sent: dict[socket.socket, float] = {}
    with selectors.DefaultSelector() as selector:

        def send(connection: socket.socket) -> bool:
            if request := next(requests, b""):
                time.sleep(pause)
                sent[connection] = time.monotonic()
                connection.sendall(request)
            return bool(request)

        for _ in range(connections):
            connection = socket.create_connection(address, timeout=60)
            selector.register(connection, selectors.EVENT_READ)
            send(connection)
        while selector.get_map():
            for key, _ in selector.select():
                connection = cast("socket.socket", key.fileobj)
                writes.append(Write(_created(connection), sent[connection], time.monotonic()))
                if not send(connection):
                    selector.unregister(connection)
                    connection.close()
    return writes


def _created(connection: socket.socket) -> int:
    """Reads the response to a create; returns the resource version."""
    answer = read_answer(connection)
    found = VERSION.search(answer)
    if not answer.startswith(b"HTTP/1.1 201") or found is None:
        raise AssertionError(answer)
    return int(found[1])


def read_answer(connection: socket.socket) -> bytes:
    """Reads one complete response."""
    received = connection.recv(65536)
    while True:
        start, blank, body = received.partition(b"\r\n\r\n")
        if blank and len(body) >= int(start.lower().partition(b"content-length:")[2].split(b"\r\n")[0]):
            return received
        if not (more := connection.recv(65536)):
            return received
        received += more


def numbered(prefix: str) -> Iterator[str]:
    """Yields distinct names."""
    return (f"{prefix}-{number:09}" for number in itertools.count())
