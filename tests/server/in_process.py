"""Runs an application without a network: an httpx transport that parses and writes real HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits


class Pipe(asyncio.Transport):
    """A transport that keeps the written bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.closed = False
        self.half_closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.half_closed = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass


class InProcess(httpx.BaseTransport):
    """Sends the requests of an httpx client to an application that answers at once."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return asyncio.run(self._answer(request))

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        pipe = Pipe()
        connection = Connection(Connections(Limits()), self._app)
        connection.connection_made(pipe)
        body = request.read()
        lines = [f"{request.method} ".encode() + request.url.raw_path + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in request.headers.raw]
        connection.data_received(b"\r\n".join([*lines, b"", body]))
        await asyncio.sleep(0)  # large requests wait for their turn
        head, _, content = bytes(pipe.written).partition(b"\r\n\r\n")
        status, *headers = head.split(b"\r\n")
        pairs = [line.partition(b": ")[::2] for line in headers]
        return httpx.Response(int(status.split(b" ")[1]), headers=pairs, content=content)


def client_of(app: Any) -> httpx.Client:
    """Returns a client of an application that answers at once."""
    return httpx.Client(transport=InProcess(app), base_url="http://localhost")
