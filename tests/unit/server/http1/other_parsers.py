"""Reads the requests in some bytes with our connection, with h11, and with llhttp (by httptools)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

import h11
import httptools
from tests.server.in_process import Pipe
from tests.server.served import Handler

from kapivara.server.http1.answer import Answer
from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits

_MOST = 2 * 1024 * 1024


class Request(NamedTuple):
    """A complete request; header names are in lower case, and a Content-Length has no leading zeros."""

    method: bytes
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Reading(NamedTuple):
    """The complete requests in some bytes, and whether the bytes after them are rejected."""

    requests: tuple[Request, ...]
    is_refused: bool


def _request(
    method: bytes, target: bytes, headers: Iterable[tuple[bytes, bytes]], body: bytes, length: int | None = None
) -> Request:
    """Makes a request; `length` replaces the value of its Content-Length."""
    pairs = (
        (name, (b"%d" % (int(value) if length is None else length)) if _is_length(name, value) else value)
        for name, value in headers
    )
    return Request(method, target, tuple(pairs), body)


def _is_length(name: bytes, value: bytes) -> bool:
    return name == b"content-length" and value.isdigit()


class _Recorder(Handler):
    """Answers each request at once, and keeps it."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Request] = []

    def begin(self, head: Any, _deadline: Any) -> Any:
        return _Recorded(self, head)


class _Recorded:
    """A request that waits for its body."""

    reads_body = True

    def __init__(self, recorder: _Recorder, head: Any):
        self._recorder = recorder
        self._head = head

    def finish(self, body: bytes, reply: Any) -> None:
        head = self._head
        length = head.length if head.is_kept else None  # a head that repeats the last one changes only its length
        request = _request(head.method.encode(), head.url, head.all_below(b""), body, length)
        self._recorder.requests.append(request)
        reply(self, Answer(200, b"", []))

    def refuse(self, refusal: Any) -> Any:
        return self._recorder.refuse(refusal)


def read_ours(data: bytes) -> Reading:
    """Reads the requests with our connection."""

    async def main() -> Reading:
        pipe, recorder = Pipe(), _Recorder()
        connection = Connection(Connections(Limits()), recorder)
        connection.connection_made(pipe)
        connection.data_received(data)
        for _ in range(100):
            await asyncio.sleep(0)
        connection.connection_lost(None)
        codes = [int(line[9:12]) for line in bytes(pipe.written).split(b"\r\n") if line.startswith(b"HTTP/1.")]
        return Reading(tuple(recorder.requests), any(code >= 400 for code in codes))

    return asyncio.run(main())


def read_h11(data: bytes) -> Reading:
    """Reads the requests with h11."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=_MOST)
    requests: list[Request] = []
    begun: h11.Request | None = None
    body = bytearray()
    connection.receive_data(data)
    while True:
        try:
            event = connection.next_event()
        except h11.RemoteProtocolError:
            return Reading(tuple(requests), True)
        if isinstance(event, h11.Request):
            begun, body = event, bytearray()
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, h11.EndOfMessage) and begun is not None:
            requests.append(_request(begun.method, begun.target, begun.headers, bytes(body)))
            connection.send(h11.Response(status_code=404, headers=[("content-length", "0")]))
            connection.send(h11.EndOfMessage())
            if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                return Reading(tuple(requests), False)
            connection.start_next_cycle()
        else:
            return Reading(tuple(requests), False)


class _Callbacks:
    """Collects what llhttp reports."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.parser: Any = None

    def on_message_begin(self) -> None:
        self._target = self._body = b""
        self._headers: list[tuple[bytes, bytes]] = []

    def on_url(self, url: bytes) -> None:
        self._target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.lower(), value.rstrip(b" \t")))

    def on_headers_complete(self) -> None:
        self._method = self.parser.get_method()
        self._head = tuple(self._headers)  # without trailers

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        self.requests.append(_request(self._method, self._target, self._head, self._body))


def read_llhttp(data: bytes) -> Reading:
    """Reads the requests with llhttp."""
    callbacks = _Callbacks()
    callbacks.parser = httptools.HttpRequestParser(callbacks)
    try:
        callbacks.parser.feed_data(data)
    except httptools.HttpParserUpgrade:
        return Reading(tuple(callbacks.requests), False)
    except httptools.HttpParserError:
        return Reading(tuple(callbacks.requests), True)
    return Reading(tuple(callbacks.requests), False)
