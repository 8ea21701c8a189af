"""Runs a server in the event loop of a test and by its clock, with an application that echoes requests."""

from __future__ import annotations

import asyncio
import contextlib

from kapivara.server.http1.acceptor import Acceptor
from kapivara.server.http1.answer import Answer, StreamAnswer
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits
from kapivara.server.listening import open_socket
from kapivara.server.processes.serving import new_loop
from kapivara.server.responses.answers import status_answer
from kapivara.server.responses.refusals import refusal_status
from kapivara.server.routing.caller import KNOWN
from kapivara.values.deadline import Deadline

LOOPS = [new_loop]
"""The last of these creates the event loop of the tests."""
PATIENCE = 120
MIB = 1024 * 1024
USUAL = Limits()


class Exchange:
    """A request whose response repeats it; below `/later`, the test decides when it is sent."""

    def __init__(self, handler, head):
        self.handler = handler
        self.head = head
        self.body = b""
        self.reply = None
        self.reads_body = head.method != "GET" or not head.path.startswith("/unread")

    def finish(self, body, reply):
        self.body, self.reply = body, reply
        self.handler.asked.append(self)
        if not self.head.path.startswith("/later"):
            self.answer()

    def answer(self):
        head = self.head
        if head.path.endswith("/big"):
            answer = Answer(200, b"x" * int(head.query or b"0"), [])
        elif head.path.endswith("/stream"):
            answer = StreamAnswer(200, Pieces(self.handler), [])
        else:
            answer = Answer(200, f"{head.method} {head.path} {len(self.body)}".encode(), [(b"x-one", b"1")])
        self.reply(self, answer)

    def refuse(self, refusal):
        return status_answer(refusal_status(refusal))


class Handler:
    """Repeats the request in the response; `/refused` without the body. Counts the requests."""

    deadline = Deadline

    def __init__(self, pieces=(b"one", b"", b"two")):
        self.pieces = pieces
        self.asked = []
        self.deadlines = []
        self.closed = asyncio.Event()

    def for_client(self, _transport):
        return self

    def refuse(self, refusal):
        return status_answer(refusal_status(refusal))

    def admit(self, head):
        return Answer(401, b"no", []) if head.path == "/forbidden" else KNOWN

    def begin(self, head, deadline):
        self.deadlines.append(deadline)
        return Answer(403, b"refused", []) if head.path == "/refused" else Exchange(self, head)


class Pieces:
    """The handler's pieces as a stream, one in each turn of the loop; after None, no more pieces come."""

    def __init__(self, handler):
        self.handler = handler
        self.pieces = iter(handler.pieces)

    def begin(self, sink):
        self.sink = sink
        self.go_on()

    def go_on(self):
        if self.sink.paused or self.handler.closed.is_set():
            return
        try:
            piece = next(self.pieces, self)
        except ValueError as failure:
            self.sink.end(failure)
            return
        if piece is self:
            self.sink.end()
        elif piece is not None:
            self.sink.write(piece)
            asyncio.get_running_loop().call_soon(self.go_on)

    def close(self):
        self.handler.closed.set()


class Served:
    """A server in this event loop, by a clock of its own, so that the speed of the machine does not matter."""

    def __init__(self, handler, limits, tls=None):
        self.handler = handler
        self.tls = tls
        self.now = 0.0
        self.connections = Connections(limits, clock=lambda: self.now)
        self.writers = []

    async def __aenter__(self):
        self.listener = open_socket("127.0.0.1", 0)
        self.acceptor = Acceptor(self.listener, self.connections, self.handler, self.tls)
        self.acceptor.start()
        return self

    async def connect(self, *pieces, pause=0.0):
        reader, writer = await asyncio.open_connection(*self.listener.getsockname())
        self.writers.append(writer)
        for piece in pieces:
            if not writer.is_closing():
                writer.write(piece)
            await self.pass_time(pause)
        return reader, writer

    async def talk(self, *pieces, pause=0.0):
        """Sends pieces; returns everything that the server sends until it ends the connection, in any way."""
        reader, _ = await self.connect(*pieces, pause=pause)
        return await self.read(reader)

    async def read(self, reader):
        """Returns everything that the server sends, however long that takes."""
        said = b""
        with contextlib.suppress(ConnectionError):
            while not reader.at_eof():
                reading = asyncio.ensure_future(reader.read(65536))
                while not reading.done():
                    await self.pass_time(0.1)
                    assert self.now < 10_000, "the connection never ends"
                said += reading.result()
        return said

    async def pass_time(self, seconds):
        """Lets everything happen that needs no time, and then advances the clock."""
        for _ in range(30):
            await asyncio.sleep(0)
        self.now += seconds
        self.connections.expire_overdue()
        self.connections.drop_gone()

    async def until(self, condition, pause=0.0):
        """Waits until a condition holds, and advances the clock in between."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pass_time(pause)
                await asyncio.sleep(0.001)

    async def __aexit__(self, *_):
        self.acceptor.stop()
        self.connections.drop()
        self.listener.close()
        for each in self.writers:
            each.transport.abort()
        await asyncio.sleep(0.01)


def run(test, handler=None, limits=USUAL, tls=None, **options):
    """Runs a test in an event loop, with a server."""

    async def main():
        async with Served(handler or Handler(**options), limits, tls) as served:
            return await test(served)

    with asyncio.Runner(loop_factory=LOOPS[-1]) as runner:
        return runner.run(main())


def say(*pieces, pause=0.0, limits=USUAL, **options):
    """Returns everything that the server sends in response to pieces."""
    return run(lambda served: served.talk(*pieces, pause=pause), limits=limits, **options)


def get(path=b"/a", *headers, method=b"GET", version=b"1.1"):
    lines = [method + b" " + path + b" HTTP/" + version, b"Host: localhost", *headers, b"", b""]
    return b"\r\n".join(lines)


def post(body, *headers, path=b"/a"):
    return get(path, b"Content-Length: %d" % len(body), *headers, method=b"POST") + body


CLOSE = b"Connection: close"
CHUNKED = b"Transfer-Encoding: chunked"


def bodies(said):
    """Returns the bodies and starts of responses with a length."""
    found = []
    while said:
        head, _, said = said.partition(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"content-length"))
        found.append((int(head.split(b" ")[1]), said[:length]))
        said = said[length:]
    return found
