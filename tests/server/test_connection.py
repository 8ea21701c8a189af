"""Tests of one connection over a real socket: consecutive requests, their bodies, and the end."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.server.served import CHUNKED, CLOSE, MIB, bodies, get, post, run, say

from kapivara.server.http1.answer import Answer
from kapivara.server.http1.limits import Limits

pytestmark = pytest.mark.usefixtures("each_loop")


def test_requests_in_turn():
    said = say(
        get(b"/1") + post(b"abc", path=b"/2") + get(b"/3", CHUNKED) + b"2\r\nxy\r\n0\r\n\r\n" + get(b"/4", CLOSE)
    )
    assert bodies(said) == [(200, b"GET /1 0"), (200, b"POST /2 3"), (200, b"GET /3 2"), (200, b"GET /4 0")]
    assert said.count(b"connection: close") == 1


@pytest.mark.parametrize("size", [1, 2, 5])
def test_requests_in_small_pieces(size):
    data = get(b"/1") + post(b"abc", path=b"/2") + get(b"/3", CHUNKED) + b"2\r\nxy\r\n0\r\n\r\n" + get(b"/4", CLOSE)
    said = say(*(data[at : at + size] for at in range(0, len(data), size)))
    assert [body for _, body in bodies(said)] == [b"GET /1 0", b"POST /2 3", b"GET /3 2", b"GET /4 0"]


@pytest.mark.parametrize(
    ("second", "answered"),
    [
        (post(b"abcd"), [b"POST /a 4"]),
        (post(b""), [b"POST /a 0"]),
        (post(b"abcd")[:-2], []),
        (post(b"abcd") + post(b"ab"), [b"POST /a 4", b"POST /a 2"]),
        (b"\r\n" + post(b"abcd"), [b"POST /a 4"]),
        (post(b"abcd", b"X-Other: 1"), [b"POST /a 4"]),
    ],
    ids=["whole", "empty", "cut", "two", "behind a line end", "another head"],
)
def test_heads_that_say_the_same_come_with_their_bodies(second, answered):
    """A request equal to the last one, sent in different pieces."""

    async def test(served):
        reader, writer = await served.connect(post(b"abc"))
        said = await reader.readuntil(b"POST /a 3")
        writer.write(second)
        await asyncio.sleep(0.02)
        writer.write(b"cd" * second.endswith(b"ab") * (not answered) + get(b"/end", CLOSE))
        return said + await served.read(reader)

    expected = [b"POST /a 3", *(answered or [b"POST /a 4"]), b"GET /end 0"]
    assert [body for _, body in bodies(run(test))] == expected


def test_who_expects_to_be_told_to_go_on_is_told_each_time():
    async def test(served):
        reader, writer = await served.connect(post(b"abc", b"Expect: 100-continue"))
        said = await reader.readuntil(b"POST /a 3")
        writer.write(post(b"abcd", b"Expect: 100-continue"))
        said += await reader.readuntil(b"POST /a 4")
        writer.close()
        return said

    assert run(test).count(b"HTTP/1.1 100 Continue") == 2


def test_a_request_that_says_the_same_may_be_refused_without_its_body():
    async def test(served):
        reader, writer = await served.connect(post(b"abc"))
        said = await reader.readuntil(b"POST /a 3")
        served.handler.begin = lambda _head, _deadline: Answer(404, b"gone", [])
        writer.write(post(b"abcd"))
        said += await reader.readuntil(b"gone")
        writer.write(get(b"/end", CLOSE))
        return said + await served.read(reader)

    assert bodies(run(test)) == [(200, b"POST /a 3"), (404, b"gone"), (404, b"gone")]


def test_line_ends_behind_a_post():
    assert len(bodies(say(post(b"abc") + b"\r\n\r\n" + get(b"/2", CLOSE)))) == 2
    assert bodies(say(get() + b"\r\n" + get(b"/2", CLOSE)))[1] == (400, b"400 Bad Request")


def test_one_request_at_a_time():
    async def test(served):
        reader, writer = await served.connect(get(b"/later/1") + get(b"/later/2") + get(b"/3", CLOSE))
        asked = served.handler.asked
        await served.until(lambda: asked)
        writer.write(get(b"/4") * 100)
        for _ in range(20):
            await asyncio.sleep(0)
        assert [each.head.path for each in asked] == ["/later/1"]
        asked[0].answer()
        await served.until(lambda: len(asked) > 1)
        asked[1].answer()
        return await served.read(reader)

    assert [body for _, body in bodies(run(test))] == [b"GET /later/1 0", b"GET /later/2 0", b"GET /3 0"]


def test_upgrade_means_nothing():
    upgrade = (b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAAQAAP__")
    said = say(
        post(b"the body", *upgrade) + get(b"/2", b"Connection: Upgrade", b"Upgrade: websocket") + get(b"/3", CLOSE)
    )
    assert [body for _, body in bodies(said)] == [b"POST /a 8", b"GET /2 0", b"GET /3 0"]


@pytest.mark.parametrize(
    ("request_", "start", "connection"),
    [
        (get(version=b"1.0"), b"HTTP/1.0 200 OK", b""),
        (
            get(b"/a", b"Connection: keep-alive", version=b"1.0") + get(b"/b", version=b"1.0"),
            b"HTTP/1.0 200",
            b"keep-alive",
        ),
        (get(b"/a", CLOSE), b"HTTP/1.1 200 OK", b"close"),
        (get(b"/a", CLOSE, version=b"1.2"), b"HTTP/1.1 200 OK", b"close"),
    ],
    ids=["1.0", "1.0-kept", "1.1", "1.2"],
)
def test_versions(request_, start, connection):
    head = say(request_).partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert head[0].startswith(start)
    told = [line.partition(b": ")[2] for line in head if line.startswith(b"connection")]
    assert told == ([connection] if connection else [])


def test_heads_are_asked_for():
    head, _, body = say(get(b"/a", CLOSE, method=b"HEAD")).partition(b"\r\n\r\n")
    assert body == b""
    assert b"content-length: 9" in head
    assert b"x-one: 1" in head
    assert b"\r\ndate: " in head


def test_a_body_is_asked_for_where_the_client_waits():
    async def test(served):
        reader, writer = await served.connect(
            get(b"/a", b"Content-Length: 3", b"Expect: 100-continue", CLOSE, method=b"POST")
        )
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(b"abc")
        return await reader.read()

    assert bodies(run(test)) == [(200, b"POST /a 3")]


@pytest.mark.parametrize(
    ("path", "code"), [(b"/refused", 403), (b"/forbidden", 401)], ids=["by-the-application", "by-its-door"]
)
def test_a_body_is_not_asked_for_where_nobody_reads_it(path, code):
    said = say(get(path, b"Content-Length: 3", b"Expect: 100-continue", method=b"POST"))
    assert said.startswith(b"HTTP/1.1 %d " % code)
    assert b"connection: close" in said


@pytest.mark.parametrize(
    ("size", "chunked", "kept"),
    [
        (1000, False, True),
        (256 * 1024, False, True),
        (256 * 1024 + 1, False, False),
        (1000, True, True),
        (MIB, True, False),
    ],
)
def test_bodies_that_nobody_reads(size, chunked, kept):
    async def test(served):
        framing = CHUNKED if chunked else b"Content-Length: %d" % size
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (size, b"x" * size) if chunked else b"x" * size
        return await served.talk(get(b"/refused", framing, method=b"POST") + body + get(b"/b", CLOSE))

    said = run(test)
    assert said.startswith(b"HTTP/1.1 403 ")
    assert [code for code, _ in bodies(said)] == ([403, 200] if kept else [403])
    assert (b"connection: close" in said.partition(b"\r\n\r\n")[0]) is not kept


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        pytest.param(post(b"x" * (3 * MIB + 1)), True, id="a-little"),
        pytest.param(get(b"/a", b"Content-Length: %d" % 2**60, method=b"POST"), False, id="a-lot"),
        pytest.param(
            get(b"/a", CHUNKED) + b"%x\r\n%b\r\n0\r\n\r\n" % (3 * MIB + 1, b"x" * (3 * MIB + 1)), True, id="chunks"
        ),
        pytest.param(get(b"/a", CHUNKED) + b"100000\r\n%b\r\n" % (b"x" * MIB) * 8, False, id="endless-chunks"),
    ],
)
def test_bodies_that_are_too_long(data, kept):
    async def test(served):
        said = await served.talk(data + (get(b"/b", CLOSE) if kept else b""))
        assert served.connections.bodies == 0
        return said

    codes = [code for code, _ in bodies(run(test))]
    assert codes == ([413, 200] if kept else [413])


@pytest.mark.parametrize(
    ("framing", "body", "kept"),
    [
        pytest.param(b"Content-Length: 3", b"abc", True, id="sized"),
        pytest.param(CHUNKED, b"3\r\nabc\r\n0\r\n\r\n", True, id="chunked"),
        pytest.param(CHUNKED, b"zz\r\n", False, id="broken"),
        pytest.param(b"Content-Length: 300000", b"x" * 1000, False, id="long"),
    ],
)
@pytest.mark.parametrize("pieces", [1, 30])
def test_bodies_that_do_not_matter(framing, body, kept, pieces):
    data = get(b"/unread", framing) + body + (get(b"/b", CLOSE) if kept else b"")
    step = -(-len(data) // pieces)
    said = bodies(say(*(data[at : at + step] for at in range(0, len(data), step))))
    assert said == [(200, b"GET /unread 0"), *([(200, b"GET /b 0")] if kept else [])]


def test_chunks_that_are_none():
    said = say(get(b"/a", CHUNKED) + b"zz\r\n" + get(b"/b"))
    (code, body), *rest = bodies(said)
    assert (code, rest) == (500, [])
    assert json.loads(body)["message"] == "invalid byte in chunk length"


def test_bodies_of_all_requests_are_bounded():
    async def test(served):
        held = [
            await served.connect(get(b"/a", b"Content-Length: 3000", method=b"POST") + b"x" * 2000) for _ in range(5)
        ]
        await served.until(lambda: served.connections.bodies == 10_000)
        said = await served.talk(post(b"x" * 2000, CLOSE, path=b"/later"))
        for _, writer in held:
            writer.close()
        await served.until(lambda: served.connections.bodies == 0)
        return said, await served.talk(post(b"x" * 2000, CLOSE))

    refused, fine = run(test, limits=Limits(bodies=10_000))
    assert b"HTTP/1.1 429 Too Many Requests" in refused
    assert b"retry-after: 1" in refused
    assert bodies(fine) == [(200, b"POST /a 2000")]


def test_clients_that_send_no_more_are_answered():
    async def test(served):
        reader, writer = await served.connect(get(b"/later/1") + get(b"/2"))
        writer.write_eof()
        await served.until(lambda: served.handler.asked)
        await asyncio.sleep(0.05)
        served.handler.asked[0].answer()
        return await served.read(reader)

    assert [body for _, body in bodies(run(test))] == [b"GET /later/1 0", b"GET /2 0"]


@pytest.mark.parametrize("data", [b"GET / HT", get(b"/a", b"Content-Length: 9") + b"x"], ids=["head", "body"])
def test_half_a_request_is_not_answered(data):
    async def test(served):
        reader, writer = await served.connect(data)
        writer.write_eof()
        return await served.read(reader)

    assert run(test) == b""


def test_clients_that_go_leave_nothing_behind():
    async def test(served):
        _, writer = await served.connect(post(b"x" * 5000, path=b"/later"))
        await served.until(lambda: served.handler.asked)
        writer.transport.abort()
        served.handler.asked[0].answer()
        await served.until(lambda: not len(served.connections))
        return served.connections

    connections = run(test)
    assert (connections.bodies, connections.waiting.total, connections.unread.total) == (0, 0, 0)


def test_the_end_lets_requests_finish():
    async def test(served):
        idle = await served.connect()
        busy = await served.connect(get(b"/later/1"))
        half = await served.connect(get(b"/a", b"Content-Length: 9", method=b"POST") + b"x")
        await served.until(lambda: served.handler.asked and served.connections.bodies and len(served.connections) == 3)
        served.connections.finish_up()
        assert await served.read(idle[0]) == b""
        served.handler.asked[0].answer()
        said = await served.read(busy[0])
        served.connections.give_up()
        refused = await served.read(half[0])
        return said, refused

    said, refused = run(test)
    assert bodies(said) == [(200, b"GET /later/1 0")]
    assert b"connection: close" in said
    assert json.loads(bodies(refused)[0][1])["message"] == "apiserver is shutting down"


def test_answers_arrive_although_the_client_still_sends():
    """A client that sends everything before it reads, as most do, gets the response and no reset."""

    async def test(served):
        reader, writer = await served.connect()
        writer.write(get(b"/forbidden", b"Content-Length: 20000000", method=b"POST"))
        for _ in range(200):
            writer.write(b"x" * 100_000)
            await writer.drain()
        return await served.read(reader)

    assert bodies(run(test, limits=Limits())) == [(401, b"no")]
