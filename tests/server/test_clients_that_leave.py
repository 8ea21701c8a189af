"""Tests of clients that disconnect: the server notices in every state of the connection and frees its resources."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tests.server.served import CHUNKED, MIB, Handler, Served, get, post, run

from kapivara.server.http1.limits import Limits
from kapivara.server.tls.files import provide_tls
from kapivara.server.tls.rotation import ServerTls

pytestmark = pytest.mark.usefixtures("each_loop")

LONG = b"x: " + b"a" * 100_000
"""A header that makes a head large, so that it waits for its turn while reading is paused."""
FEW_AHEAD = get(b"/b") * 10
MANY_AHEAD = get(b"/b") * 300_000
"""More than the kernel and the server keep."""
PATIENCE = 20


def asked(served: Served) -> bool:
    return bool(served.handler.asked)


def held(served: Served) -> bool:
    return served.connections.waiting.total > 0


def unread(served: Served) -> bool:
    return served.connections.unread.total > 0


def connected(served: Served) -> bool:
    return len(served.connections) == 1


def charged(served: Served) -> bool:
    return served.connections.bodies > 0


@dataclass
class State:
    """The state of a connection: what its client has sent, and how to see that the server has read it.

    `is_answered` if the request can still be answered to a client that has only shut down its sending side.
    """

    sent: bytes
    reached: Callable[[Served], bool]
    is_answered: bool = False


STATES = {
    "idle": State(b"", connected),
    "idle after a request": State(get(), asked),
    "half a head": State(b"GET / HT", connected),
    "half a large head": State(get(b"/a", LONG)[:-2], held),
    "half a body": State(post(b"x" * 5000)[:-9], charged),
    "half a body in chunks": State(get(b"/a", CHUNKED, method=b"POST") + b"5\r\nab", connected),
    "half a body that nobody reads": State(post(b"x" * 500, path=b"/refused")[:-9], connected),
    "half a body behind a large head": State(post(b"x" * 5000, LONG)[:-9], charged),
    "waiting for an answer": State(get(b"/later"), asked, is_answered=True),
    "waiting behind a large head": State(get(b"/later", LONG), asked, is_answered=True),
    "waiting behind a body": State(post(b"x" * 500_000, path=b"/later"), asked, is_answered=True),
    "waiting, and few requests ahead": State(get(b"/later") + FEW_AHEAD, held, is_answered=True),
    "waiting, and many requests ahead": State(get(b"/later") + MANY_AHEAD, held, is_answered=True),
    "streaming": State(get(b"/stream"), asked),
    "streaming behind a large head": State(get(b"/stream", LONG), asked),
    "streaming, and few requests ahead": State(get(b"/stream") + FEW_AHEAD, held),
    "streaming, and many requests ahead": State(get(b"/stream") + MANY_AHEAD, asked),
    "streaming behind a large head, and many requests ahead": State(get(b"/stream", LONG) + MANY_AHEAD, asked),
    "an answer half sent": State(get(b"/big?20000000"), unread, is_answered=True),
    "an answer half sent behind a large head": State(get(b"/big?20000000", LONG), unread, is_answered=True),
    "an answer half sent, and requests ahead": State(get(b"/big?20000000") + FEW_AHEAD, unread, is_answered=True),
    "an answer sent, and its request still coming": State(post(b"x" * MIB, path=b"/forbidden")[:-9], connected),
}


class Client:
    """A client that sends as much as the server takes, reads nothing, and disconnects."""

    def __init__(self, connection: socket.socket):
        self._socket = connection

    @staticmethod
    async def connect(served: Served) -> Client:
        address = served.listener.getsockname()

        def connect() -> socket.socket:
            connection = socket.create_connection(address)
            if served.tls is None:
                return connection
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            return context.wrap_socket(connection)

        connection = await asyncio.to_thread(connect)
        connection.setblocking(False)
        return Client(connection)

    async def send(self, served: Served, data: bytes) -> None:
        """Sends as much as the server takes."""
        rest, patience = memoryview(data), PATIENCE
        while rest and patience:
            try:
                rest = rest[self._socket.send(rest) :]
                patience = PATIENCE
            except (BlockingIOError, ssl.SSLWantWriteError):
                patience -= 1
            except OSError:  # the server has ended the connection
                return
            await served.pass_time(0)
            await asyncio.sleep(0.001)

    def close(self) -> None:
        """Closes as most programs do."""
        if isinstance(self._socket, ssl.SSLSocket):
            self.notify()
        self._socket.close()

    def vanish(self) -> None:
        """Closes without a TLS alert."""
        self._socket.close()

    def reset(self) -> None:
        """Closes as a client that crashes or has unread data."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def shut(self) -> None:
        """Shuts down sending, and continues to read."""
        self._socket.shutdown(socket.SHUT_WR)

    def notify(self) -> None:
        """Shuts down sending in TLS, and keeps the connection open."""
        assert isinstance(self._socket, ssl.SSLSocket)
        with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError, ssl.SSLError, OSError):
            self._socket.unwrap()


PLAIN_EVENTS = {"FIN": Client.close, "RST": Client.reset, "half-close": Client.shut}
TLS_EVENTS = {
    "close_notify and FIN": Client.close,
    "FIN": Client.vanish,
    "RST": Client.reset,
    "close_notify": Client.notify,
}


@pytest.fixture(scope="module")
def tls():
    with provide_tls(None, None, data_dir=None, host="127.0.0.1") as provided:
        yield ServerTls(provided.files, provided.renew)


def forgets_the_client(state: State, leave: Callable[[Client], None], *, waits: bool, tls: ServerTls | None = None):
    """Asserts that no timeout is needed, and that an answered request ends the connection."""

    async def test(served: Served):
        client = await Client.connect(served)
        try:
            return await seen(served, client)
        finally:
            client.vanish()

    async def seen(served: Served, client: Client):
        await client.send(served, state.sent)
        await served.until(lambda: state.reached(served))
        leave(client)
        if waits:
            await served.until(lambda: not len(served.connections) or served.handler.asked)
            for each in list(served.handler.asked):
                each.answer()
        pause = 1.0 if waits else 0.0  # one that reads nothing has its time
        await served.until(lambda: not len(served.connections), pause)
        await served.until(lambda: all(each.is_cancelled for each in served.handler.deadlines[-1:]))
        connections = served.connections
        return connections.bodies, connections.heads, connections.waiting.total, connections.unread.total

    handler = Handler(pieces=(b"one", None))
    limits = Limits(idle_seconds=PATIENCE * 1000)
    assert run(test, handler=handler, limits=limits, tls=tls) == (0, 0, 0, 0)
    assert b"/stream" not in state.sent or handler.closed.is_set()


@pytest.mark.parametrize("leave", PLAIN_EVENTS.values(), ids=PLAIN_EVENTS)
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_the_end_of_a_client_is_seen_in_every_state(state, leave):
    """A client that has shut down sending may still read, which the server finds out as it responds."""
    forgets_the_client(state, leave, waits=state.is_answered and leave is not Client.reset)


@pytest.mark.parametrize("leave", TLS_EVENTS.values(), ids=TLS_EVENTS)
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_the_end_of_a_client_is_seen_in_every_state_of_tls(state, leave, tls):
    """TLS has no half-closed state: a client that ends it has disconnected."""
    ahead = state.is_answered and leave is Client.notify  # it comes after data that no client reads
    forgets_the_client(state, leave, waits=ahead or state.reached is unread, tls=tls)
