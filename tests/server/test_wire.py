"""Tests of clients that read slowly, send too much or send slowly: the limits of memory and time for them."""

from __future__ import annotations

import asyncio
import contextlib
import json

import pytest
from tests.server.served import CHUNKED, CLOSE, MIB, PATIENCE, Handler, bodies, get, post, run, say

from kapivara.server.http1.limits import Limits

pytestmark = pytest.mark.usefixtures("each_loop")


def test_streams():
    said = say(get(b"/stream") + get(b"/b", CLOSE))
    head, _, rest = said.partition(b"\r\n\r\n")
    assert b"transfer-encoding: chunked" in head
    assert rest.startswith(b"3\r\none\r\n3\r\ntwo\r\n0\r\n\r\nHTTP/1.1 200 OK")


def test_streams_without_chunks():
    head, _, body = say(get(b"/stream", b"Connection: keep-alive", version=b"1.0")).partition(b"\r\n\r\n")
    assert (body, b"keep-alive" in head, b"chunked" in head) == (b"onetwo", False, False)


def test_streams_of_which_only_the_head_is_asked_for():
    async def test(served):
        return await served.talk(get(b"/stream", method=b"HEAD") + get(b"/b", CLOSE))

    assert run(test).partition(b"\r\n\r\n")[2].startswith(b"HTTP/1.1 200 OK")


def endless():
    while True:
        yield b"x" * 65536


def test_streams_go_as_fast_as_their_client_reads():
    """The rest stays at its source, which ends when the client disconnects."""
    made = []

    def count():
        for piece in endless():
            made.append(len(piece))
            yield piece

    async def test(served):
        reader, writer = await served.connect(get(b"/stream"))
        await served.until(lambda: served.connections.unread.total > 0)
        before = -1
        while before != len(made):  # until the source produces nothing more
            before = len(made)
            await asyncio.sleep(0.05)
        kept = served.connections.unread.total
        await reader.readexactly(MIB)
        writer.transport.abort()
        await asyncio.wait_for(served.handler.closed.wait(), PATIENCE)
        await served.until(lambda: served.connections.unread.total == 0)
        return kept

    assert run(test, pieces=count()) < MIB
    assert sum(made) < 64 * MIB


def test_streams_that_fail_are_cut_off(caplog):
    def fail():
        yield b"one"
        raise ValueError("oops")

    said = say(get(b"/stream"), pieces=fail())
    assert said.endswith(b"3\r\none\r\n")
    assert "a stream failed" in caplog.text


def test_streams_end_in_good_order_when_the_server_stops():
    async def test(served):
        reader, _writer = await served.connect(get(b"/stream"))
        await reader.readuntil(b"3\r\none\r\n")
        served.connections.finish_up()
        return await served.read(reader)

    handler = Handler(pieces=(b"one", None))
    assert run(test, handler=handler) == b"0\r\n\r\n"
    assert handler.closed.is_set()


def test_large_answers_arrive_whole():
    said = say(get(b"/big?5000000") + get(b"/b", CLOSE))
    (code, body), after = bodies(said)
    assert (code, len(body), after) == (200, 5_000_000, (200, b"GET /b 0"))


def test_answers_that_nobody_reads_end_the_connection():
    async def test(served):
        await served.connect(get(b"/big?60000000"))
        await served.until(lambda: served.connections.unread.total > 0)
        begun = served.now
        await served.until(lambda: not len(served.connections), pause=1.0)
        return served.now - begun

    assert 60 <= run(test) < 130


def test_answers_that_are_read_slowly_arrive():
    async def test(served):
        reader, _ = await served.connect(get(b"/big?40000000", CLOSE))
        for _ in range(18):
            await reader.readexactly(2 * MIB)
            await served.pass_time(10.0)
        return len(await served.read(reader))

    assert run(test) > 40_000_000 - 36 * MIB


def test_unread_answers_are_bounded_together():
    """The least recently read one ends."""

    async def test(served):
        await served.connect(get(b"/big?20000000"))
        await served.until(lambda: served.connections.unread.total > 0)
        second = await served.connect(get(b"/big?20000000", CLOSE))
        await served.until(lambda: len(served.connections) == 1)
        return await second[0].read()

    assert len(run(test, limits=Limits(unread=20 * MIB))) > 20_000_000


def test_requests_sent_ahead_stay_outside():
    async def test(served):
        _, writer = await served.connect()
        flood = get(b"/later") + get(b"/b") * 300_000

        async def send():
            with contextlib.suppress(ConnectionError):
                writer.write(flood)
                await writer.drain()

        sending = asyncio.ensure_future(send())
        await served.until(lambda: served.handler.asked)
        for _ in range(50):
            await asyncio.sleep(0.001)
        kept = served.connections.waiting.total
        sending.cancel()
        writer.transport.abort()
        return kept, len(flood)

    kept, sent = run(test)
    assert 0 < kept <= 256 * 1024 < sent


def test_half_sent_heads_are_bounded_together():
    async def test(served):
        start = b"GET / HTTP/1.1\r\nHost: localhost\r\nx: "
        large = await served.connect(start + b"a" * 80_000)
        await served.until(lambda: served.connections.waiting.total > 80_000)
        small = await served.connect(start + b"b" * 30_000)
        said = await served.read(large[0])
        await served.until(lambda: served.connections.waiting.total > 30_000)
        small[1].write(b"\r\n" + CLOSE + b"\r\n\r\n")
        fine = await served.read(small[0])
        return said, fine, served.connections.waiting.total

    said, fine, left = run(test, limits=Limits(linger_seconds=0.1, waiting=100_000))
    assert said.startswith(b"HTTP/1.1 431 ")
    assert fine.startswith(b"HTTP/1.1 200 ")
    assert left == 0


def test_a_body_without_a_piece_of_it_is_refused():
    """A waiting body counts as well: if it were dropped, another body would take its place."""

    async def test(served):
        framed = get(b"/a", CHUNKED, method=b"POST") + b"%x\r\n" % 90_000
        body = await served.connect(framed + b"a" * 60_000)
        await served.until(lambda: served.connections.waiting.total > 0 or served.connections.bodies == 60_000)
        member = next(iter(served.connections._all))
        member.refuse_head()
        body[1].write(b"b" * 30_000 + b"\r\n0\r\n\r\n")
        return await served.read(body[0]), [each.body for each in served.handler.asked]

    said, asked = run(test, limits=Limits(linger_seconds=0.1))
    assert (said.split(b" ")[1], asked) == (b"429", [])


def test_large_heads_under_way_are_bounded_together():
    """Watches among them, until they end."""
    large = get(b"/stream", b"x: " + b"a" * 80_000)

    async def test(served):
        reader, writer = await served.connect(large)
        assert b"200" in await reader.readline()
        refused = await served.talk(large)
        small = await served.talk(get(b"/b", CLOSE))
        writer.transport.abort()
        await served.until(lambda: not len(served.connections))
        again, _ = await served.connect(large)
        return refused, small, await again.readline(), served.connections.waiting.total

    refused, small, again, waiting = run(test, limits=Limits(heads=100_000, linger_seconds=0.1), pieces=(b"one", None))
    assert (refused.split(b" ")[1], small.split(b" ")[1], again.split(b" ")[1]) == (b"429", b"200", b"200")
    assert b"retry-after: 1" in refused
    assert waiting == 0


def test_what_was_taken_is_let_go_of():
    async def test(served):
        reader, _ = await served.connect(post(b"x" * 60_000, b"y: " + b"b" * 80_000))
        await reader.readuntil(b"60000")
        return next(iter(served.connections._all))._input

    assert run(test) == b""


@pytest.mark.parametrize("ahead", [10, 20_000])
def test_requests_behind_a_stream(ahead):
    """A few are answered once it has ended; more than are kept end the connection with it."""

    async def test(served):
        reader, writer = await served.connect(get(b"/stream"))
        await reader.readuntil(b"one\r\n")
        writer.write(get(b"/b") * ahead)
        await writer.drain()
        await served.until(lambda: served.connections.waiting.total > 0 or ahead > 10)
        connection = next(iter(served.connections._all))
        await served.until(lambda: ahead == 10 or connection._passes_over)
        connection._out.end_stream()
        if ahead == 10:
            writer.write(get(b"/b", CLOSE))
        return (await served.read(reader)).count(b"GET /b")

    assert run(test, pieces=(b"one", None), limits=Limits(linger_seconds=0.1)) == (11 if ahead == 10 else 0)


@pytest.mark.parametrize("pieces", [1, 40])
@pytest.mark.parametrize(
    ("size", "code"), [(80_000, b"200"), (1_000_000, b"200"), (1_060_000, b"431")], ids=["long", "longer", "too-long"]
)
def test_long_heads(size, code, pieces):
    data = get(b"/a?" + b"a" * size, CLOSE)
    step = -(-len(data) // pieces)
    assert say(*(data[at : at + step] for at in range(0, len(data), step))).split(b" ")[1] == code


@pytest.mark.parametrize(
    ("pieces", "pause"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([b"GET / HT"], 0, id="half-a-head"),
        pytest.param([b"GET / HTTP/1.1\r\n", *[b"x: y\r\n"] * 20], 0.05, id="a-head-that-drips"),
        pytest.param([get()], 0, id="one-request-and-no-more"),
    ],
)
def test_connections_do_not_wait_for_ever(pieces, pause):
    said = say(*pieces, pause=pause, limits=Limits(head_seconds=0.3, idle_seconds=0.3))
    assert len(bodies(said)) == (1 if pieces == [get()] else 0)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(get(b"/a", b"Content-Length: 20", method=b"POST"), id="no-body"),
        pytest.param(get(b"/a", b"Content-Length: 20", method=b"POST") + b"{}", id="half-a-body"),
        pytest.param(get(b"/later"), id="no-answer"),
    ],
)
def test_requests_that_take_too_long(data):
    (code, body), *rest = bodies(say(data, limits=Limits(request_seconds=0.2, linger_seconds=0.1)))
    assert (code, rest) == (504, [])
    assert json.loads(body)["message"] == "Timeout: request did not complete within the allotted timeout"


def test_an_answer_that_comes_too_late_is_dropped():
    async def test(served):
        reader, _writer = await served.connect(get(b"/later/stream"))
        said = await served.read(reader)
        served.handler.asked[0].answer()
        await asyncio.sleep(0.01)
        return said

    assert run(test, limits=Limits(request_seconds=0.1, linger_seconds=0.05)).startswith(b"HTTP/1.1 504")


def test_the_next_request_has_its_own_time():
    limits = Limits(head_seconds=2, idle_seconds=2)
    said = say(get(), get()[:9], get()[9:], get(b"/b", CLOSE), pause=0.1, limits=limits)
    assert len(bodies(said)) == 3
