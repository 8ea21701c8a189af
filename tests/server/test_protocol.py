"""Clients that take their time: each part of a request has its own, and a connection does not wait for ever."""

from __future__ import annotations

import asyncio
import json

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.protocol import BoundedProtocol, split_url
from kapivara.storage.memory import MemoryStorage

POST = b"POST /api/v1/namespaces HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n"
GET = b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n"


class Timer:
    """What is to be done at some time, unless it is cancelled."""

    def __init__(self, when, work):
        self.when = when
        self.work = work

    def cancel(self):
        self.work = lambda: None


class Clock:
    """An event loop whose timers go by a clock of the test's own: how busy the machine is does not matter."""

    def __init__(self, loop):
        self.now = 0.0
        self._loop = loop
        self._timers = []

    def __getattr__(self, name):
        return getattr(self._loop, name)

    def call_later(self, delay, callback, *arguments):
        timer = Timer(self.now + delay, lambda: callback(*arguments))
        self._timers.append(timer)
        return timer

    def advance(self, seconds):
        end = self.now + seconds
        while due := [timer for timer in self._timers if timer.when <= end]:
            timer = min(due, key=lambda each: each.when)
            self._timers.remove(timer)
            self.now = timer.when
            timer.work()
        self.now = end


class Impatient(BoundedProtocol):
    """The protocol, with little time; it counts what it was sent."""

    head_seconds = 0.3
    body_seconds = 0.5
    received = 0
    lost = False

    def data_received(self, data):
        self.received += len(data)
        super().data_received(data)

    def connection_lost(self, exc):
        super().connection_lost(exc)
        self.lost = True


async def turn():
    """Lets everything happen that needs no timer."""
    for _ in range(50):
        await asyncio.sleep(0)


def talk(*pieces, pause=0.0):
    """Sends pieces to a server and reads until it ends the connection; -> what it said, and after how long."""

    async def run():
        application = Application(Registry(MemoryStorage()))
        config = Config(application, lifespan="off", log_config=None, timeout_keep_alive=2, access_log=False)
        config.load()
        loop = asyncio.get_running_loop()
        clock = Clock(loop)
        protocol = Impatient(config, ServerState(), {}, clock)
        server = await loop.create_server(lambda: protocol, "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            reading = asyncio.ensure_future(reader.read())
            sent = 0
            for piece in pieces:
                writer.write(piece)
                sent += len(piece)
                while protocol.received < sent and not protocol.lost:
                    await turn()
                await turn()
                if protocol.lost:
                    break
                clock.advance(pause)
            while not protocol.lost:
                await turn()
                clock.advance(0.1)
                assert clock.now < 1000
            try:
                said = await reading
            except ConnectionError:
                said = b""
            finally:
                writer.close()
            return said, clock.now

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("pieces", "pause"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([b"GET /readyz HT"], 0, id="half-a-head"),
        pytest.param([b"GET /readyz HTTP/1.1\r\n", *[b"x: y\r\n"] * 20], 0.05, id="a-head-that-drips"),
    ],
)
def test_heads_that_do_not_come_end_the_connection(pieces, pause):
    said, took = talk(*pieces, pause=pause)
    assert said == b""
    assert 0.3 <= took < 0.5


@pytest.mark.parametrize("pieces", [[POST], [POST, b"{", b"}"]], ids=["none", "half"])
def test_bodies_that_do_not_come_are_refused(pieces):
    said, took = talk(*pieces, pause=0.05)
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 504 Gateway Timeout\r\n")
    status = json.loads(body)
    assert (status["code"], status["reason"]) == (504, "Timeout")
    assert status["message"] == "Timeout: request did not complete within the allotted timeout"
    assert 0.5 <= took < 0.5 + 0.7  # it lingers


def test_the_next_request_has_its_own_time():
    said, _ = talk(GET, GET[:9], GET[9:], pause=0.2)
    assert said.count(b"HTTP/1.1 200 OK") == 2


def test_requests_in_time():
    said, _ = talk(POST, b'{"a": [1, 2, 3, 44]}', pause=0.1)
    assert said.startswith(b"HTTP/1.1 422")


def get(target, pieces=1):
    """The pieces of a GET that asks the server to end the connection."""
    head = b"GET " + target + b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    size = -(-len(head) // pieces)
    return [head[start : start + size] for start in range(0, len(head), size)]


LONG = b"a" * 80_000


@pytest.mark.parametrize(
    ("target", "code", "told"),
    [
        pytest.param(b"/api/v1/namespaces/" + LONG, 404, b'"reason":"NotFound"', id="path"),
        pytest.param(
            b"/api/v1/namespaces?labelSelector=%61%3D" + LONG[:63] + b"%20" * 30_000, 200, b"List", id="query"
        ),
        pytest.param(b"http://x/readyz?" + LONG, 200, b"ok", id="absolute"),
        pytest.param(b"/readyz?" + LONG * 10, 200, b"ok", id="almost-too-long"),
        pytest.param(b"/readyz?" + LONG * 20, 431, b"431 Request Header Fields Too Large", id="too-long"),
    ],
)
@pytest.mark.parametrize("pieces", [1, 40])
def test_long_urls(target, code, told, pieces):
    said, _ = talk(*get(target, pieces))
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % code)
    assert told in body


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        (b"/a/b?c=d#e", (b"/a/b", b"c=d")),
        (b"/a?b?c", (b"/a", b"b?c")),
        (b"/a", (b"/a", b"")),
        (b"https://host:80/a?b", (b"/a", b"b")),
        (b"https://host", (b"/", b"")),
        (b"*", (b"/", b"")),
    ],
)
def test_split_url(url, parts):
    assert split_url(url) == parts
