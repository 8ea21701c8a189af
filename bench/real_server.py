"""Durable creates, ours against those of a real kube-apiserver over etcd: the wall time of one, at 16 connections.

The real server is started by whoever measures, and told by `KAPIVARA_REAL_SERVER` (https://127.0.0.1:6443) and
`KAPIVARA_REAL_TOKEN`; its etcd must not skip fsync. Both sides are asked by the same client, one after the other, as
each serves this machine by default: ours by HTTP, the real one by HTTPS, which it cannot do without.
"""

from __future__ import annotations

import itertools
import json
import os
import selectors
import socket
import ssl
import tempfile
import time
from collections.abc import Iterable, Mapping
from typing import Any, cast
from urllib.parse import urlsplit

from bench.durable_creates import CONNECTIONS
from bench.harness import Pair, UnavailableError
from bench.hostile_http import Server, head

CREATES = 3_000
TOKEN = "secret"
_numbers = itertools.count(time.time_ns())


def compare(path: bytes, obj: Mapping[str, Any]) -> Pair:
    """Measures creates of an object, each under a name of its own; ours by a server of its own in each round."""
    real, token = os.environ.get("KAPIVARA_REAL_SERVER", ""), os.environ.get("KAPIVARA_REAL_TOKEN", "")
    if not real:
        raise UnavailableError("no $KAPIVARA_REAL_SERVER to compare with")
    url = urlsplit(real)

    def ours(_: int) -> float:
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--token", TOKEN, storage=("--data", f"{folder}/state"))
            try:
                return _measure(server.address, _requests(path, obj, TOKEN), tls=False)
            finally:
                server.stop()

    def theirs(_: int) -> float:
        return _measure((url.hostname or "", url.port or 443), _requests(path, obj, token), tls=True)

    return Pair(ours, theirs, rounds=2, seconds=0)


def _requests(path: bytes, obj: Mapping[str, Any], token: str) -> list[bytes]:
    requests = []
    for number in itertools.islice(_numbers, CREATES):
        body = json.dumps({**obj, "metadata": {**obj["metadata"], "name": f"bench-{number}"}}).encode()
        headers = b"Content-Length: %d" % len(body), b"Authorization: Bearer " + token.encode()
        requests.append(head(b"POST " + path, *headers) + body)
    return requests


def _measure(address: tuple[str, int], requests: list[bytes], *, tls: bool) -> float:
    """Sends some requests to warm up, then the others; -> seconds for one of these."""
    warming = len(requests) // 10
    _send(address, requests[:warming], tls=tls)
    started = time.perf_counter()
    _send(address, requests[warming:], tls=tls)
    return (time.perf_counter() - started) / (len(requests) - warming)


def _send(address: tuple[str, int], requests: Iterable[bytes], *, tls: bool) -> None:
    waiting = iter(requests)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with selectors.DefaultSelector() as selector:
        for request in itertools.islice(waiting, CONNECTIONS):
            connection = socket.create_connection(address)
            if tls:
                connection = context.wrap_socket(connection)
            selector.register(connection, selectors.EVENT_READ)
            connection.sendall(request)
        while selector.get_map():
            for key, _ in selector.select():
                connection = cast("socket.socket", key.fileobj)
                if not (answer := _read_answer(connection)).startswith(b"HTTP/1.1 201"):
                    raise AssertionError(answer)
                if request := next(waiting, b""):
                    connection.sendall(request)
                else:
                    selector.unregister(connection)
                    connection.close()


def _read_answer(connection: socket.socket) -> bytes:
    """Reads one answer whole; a long one of the real server comes in chunks."""
    received = b""
    while more := connection.recv(65536):
        received += more
        start, _, body = received.partition(b"\r\n\r\n")
        _, counted, length = start.lower().partition(b"\r\ncontent-length:")
        if len(body) >= int(length.split(b"\r\n")[0]) if counted else body.endswith(b"\r\n0\r\n\r\n"):
            break
    return received
