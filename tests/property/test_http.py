"""Tests that requests that are cut into any pieces give the same responses, and that no input breaks the server."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from tests.server.in_process import Pipe
from tests.server.served import Handler

from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits

HOST = b"Host: localhost\r\n"
REQUESTS = [
    b"GET /1 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /2" + b"x" * 300 + b" HTTP/1.1\n" + HOST + b"\n",
    b"POST /3 HTTP/1.1\r\n" + HOST + b"Content-Length: 12\r\n\r\nGET / HTTP/1",
    b"POST /4 HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\nT: u\r\n\r\n",
    b"PUT /refused HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nabcde",
    b"PUT /later/stream HTTP/1.1\r\n" + HOST + b"Folded: a\r\n b\r\n\r\n",
    b"HEAD /5 HTTP/1.1\r\n" + HOST + b"\r\n",
]
PIECES = [
    *(b"\r\n", b"\n", b"\r", b" ", b":", b"0", b"5\r\nabcde\r\n", b"0\r\n\r\n", b"\x00", b"\xff", b"x: y\r\n"),
    *(b"GET ", b"POST ", b"/ ", b"/%zz ", b"HTTP/1.1\r\n", b"HTTP/1.0\r\n", b"HTTP/2.0\r\n", b"Content-Length: 5\r\n"),
    *(b"Transfer-Encoding: chunked\r\n", b"Expect: 100-continue\r\n", b"Connection: close\r\n", b"Upgrade: h2c\r\n"),
    *REQUESTS,
]


class Prompt(Handler):
    """Answers each request at once, in the same turn of the loop."""

    def begin(self, head: Any, deadline: Any) -> Any:
        exchange: Any = super().begin(head, deadline)
        if head.path.startswith("/later"):
            loop = asyncio.get_running_loop()
            return exchange if not hasattr(exchange, "finish") else _Later(exchange, loop)
        return exchange


class _Later:
    """An exchange that is answered in the next turn of the loop."""

    def __init__(self, exchange: Any, loop: asyncio.AbstractEventLoop):
        self._exchange = exchange
        self._loop = loop
        self.reads_body = True

    def finish(self, body: bytes, reply: Any) -> None:
        self._exchange.finish(body, lambda _, answer: reply(self, answer))
        self._loop.call_soon(self._exchange.answer)

    def refuse(self, refusal: Any) -> Any:
        return self._exchange.refuse(refusal)


def talk(pieces: list[bytes]) -> tuple[list[bytes], bool]:
    """Sends pieces; returns the response without dates, and whether the connection was closed."""

    async def main() -> tuple[list[bytes], bool]:
        pipe = Pipe()
        connections = Connections(Limits())
        connection = Connection(connections, Prompt())
        connection.connection_made(pipe)
        for piece in pieces:
            connection.data_received(piece)
            for _ in range(3):
                await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        closed = pipe.closed or pipe.half_closed
        connection.connection_lost(None)
        assert (connections.bodies, connections.waiting.total, len(connections)) == (0, 0, 0)
        said = bytes(pipe.written).split(b"\r\n")
        return [line for line in said if not line.startswith(b"date: ")], closed

    return asyncio.run(main())


@given(st.lists(st.sampled_from(REQUESTS), max_size=5), st.lists(st.integers(1, 120), min_size=1, max_size=8))
@example([REQUESTS[1], REQUESTS[1]], [330, 3, 400])
def test_pieces_do_not_matter(requests: list[bytes], sizes: list[int]) -> None:
    data = b"".join(requests)
    pieces, at = [], 0
    while at < len(data):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(data[at : at + size])
        at += size
    whole, _ = talk([data])
    assert talk(pieces)[0] == whole
    assert b"\r\n".join(whole).count(b"HTTP/1.1 ") == len(requests)


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=20)), max_size=12), st.integers(1, 50))
def test_whatever_comes_the_same_is_said(parts: list[bytes], size: int) -> None:
    data = b"".join(parts)
    whole = talk([data])
    assert talk([data[at : at + size] for at in range(0, len(data), size)]) == whole
