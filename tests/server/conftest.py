"""Fixtures for tests of the server: bare sockets and event loops."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server import served
from tests.server.asking import USERS, WRITER, Asking, serve

from kapivara.authorization.modes import AuthorizationMode
from kapivara.server.auth.authentication import Access


class Socket:
    """A connection to a server, byte by byte."""

    def __init__(self, url: str, patience: float = 30.0):
        scheme, _, address = url.partition("://")
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=patience)
        if scheme == "https":
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket)

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read_to_end(self) -> bytes:
        """Returns everything that the server sends until it ends the connection, in any way."""
        received = bytearray()
        try:
            while piece := self.socket.recv(65536):
                received += piece
        except ConnectionError:
            pass
        return bytes(received)

    def read_answer(self) -> tuple[int, bytes]:
        """Reads one response with a length; returns its code and body."""
        received = bytearray()
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, _, body = bytes(received).partition(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        while len(body) < int(fields[b"content-length"]):
            body += self._more()
        return int(head.split(b" ")[1]), body

    def _more(self) -> bytes:
        piece = self.socket.recv(65536)
        assert piece, "the server ended the connection"
        return piece

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def connect() -> Iterator[Callable[..., Socket]]:
    """Opens bare connections to servers and closes them afterwards."""
    opened: list[Socket] = []

    def connect(url: str, data: bytes = b"", **options: Any) -> Socket:
        opened.append(Socket(url, **options))
        opened[-1].send(data)
        return opened[-1]

    yield connect
    for each in opened:
        each.close()


@pytest.fixture(params=[served.new_loop, asyncio.SelectorEventLoop], ids=["uvloop", "asyncio"])
def each_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs a test in the event loop of servers, and in asyncio's, which they use without uvloop."""
    served.LOOPS.append(request.param)
    yield
    served.LOOPS.pop()


@pytest.fixture
def ask() -> Asking:
    """A server with RBAC."""
    return serve(AuthorizationMode.RBAC, Access("admin", users=USERS))


@pytest.fixture
def writer(ask: Asking) -> Asking:
    """A server with a user who may write roles and read pods."""
    ask.allow("writer", WRITER, "jane")
    return ask
