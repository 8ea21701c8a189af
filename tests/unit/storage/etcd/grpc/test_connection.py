"""Tests of calls as frames on one connection, with the test as the other side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("hpack")

from hpack import Encoder

from kapivara.storage.etcd.grpc.call import CANCELLED, UNAVAILABLE, UNKNOWN, CallError, GrpcCall, message_bytes
from kapivara.storage.etcd.grpc.connection import GrpcConnection
from kapivara.storage.etcd.grpc.http2_frames import (
    ACK,
    CANCEL,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    INITIAL_WINDOW_SIZE,
    PING,
    REFUSED_STREAM,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    Frame,
    frame,
    read_frames,
)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEAD = [(":status", "200"), ("content-type", "application/grpc")]
WELL = [("grpc-status", "0"), ("grpc-message", "")]


class Wire(asyncio.Transport):
    """Keeps the sent bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.is_gone = False

    def write(self, data: Any) -> None:
        self.sent += data

    def abort(self) -> None:
        self.is_gone = True

    def is_closing(self) -> bool:
        return self.is_gone

    def take(self) -> list[Frame]:
        """Returns the frames that were sent since the last call."""
        frames, rest = read_frames(self.sent.removeprefix(PREFACE))
        assert not rest
        self.sent = b""
        return frames


class Peer:
    """A connection and its other side."""

    def __init__(self) -> None:
        self.wire, self.lost = Wire(), list[GrpcConnection]()
        self.connection = GrpcConnection("etcd:2379", is_secure=False, lost=self.lost.append)
        self.connection.connection_made(self.wire)
        self.encoder = Encoder()
        self.encoder.header_table_size = 0

    def begin(self, message: bytes = b"ask", *, closes: bool = True) -> GrpcCall:
        call = GrpcCall("/a.B/C", (("token", "t"),), message, closes=closes)
        self.connection.begin(call)
        return call

    def send(self, *frames: bytes) -> None:
        self.connection.data_received(b"".join(frames))

    def headers(self, stream: int, headers: list[tuple[str, str]], flags: int = END_HEADERS) -> bytes:
        return frame(HEADERS, flags, stream, self.encoder.encode(headers))

    def answer(self, stream: int, message: bytes) -> None:
        trailers = self.headers(stream, WELL, END_HEADERS | END_STREAM)
        self.send(self.headers(stream, HEAD), frame(DATA, 0, stream, message_bytes(message)), trailers)


def on_loop(test: Callable[[Peer], None]) -> Callable[[], None]:
    """Runs a test on an event loop, with a connection."""

    def run() -> None:
        async def work() -> None:
            peer = Peer()
            test(peer)
            peer.connection.close()

        asyncio.run(work())

    run.__name__ = test.__name__
    return run


@on_loop
def test_a_call_and_its_answer(peer: Peer) -> None:
    assert [each.kind for each in peer.wire.take()] == [SETTINGS, WINDOW_UPDATE]
    first, second = peer.begin(), peer.begin(b"other")
    head, data, *others = peer.wire.take()
    assert (head.kind, head.flags, head.stream) == (HEADERS, END_HEADERS, 1)
    assert data == Frame(DATA, END_STREAM, 1, b"\0\0\0\0\3ask")
    assert [each.stream for each in others] == [3, 3]
    peer.answer(3, b"two")
    assert (first.code, second.code, second.take()) == (None, 0, b"two")
    peer.answer(1, b"one")
    assert (first.take(), first.take()) == (b"one", None)


@on_loop
def test_what_is_refused_is_told_in_its_words(peer: Peer) -> None:
    call = peer.begin()
    trailers = [*HEAD, ("grpc-status", "9"), ("grpc-message", "no 100%25 %C3%A9")]
    peer.send(peer.headers(1, trailers, END_HEADERS | END_STREAM))
    with pytest.raises(CallError, match="no 100% é") as refusal:
        call.take()
    assert refusal.value.code == 9


@on_loop
def test_a_message_in_pieces_and_several_in_one(peer: Peer) -> None:
    call = peer.begin(closes=False)
    told: list[int] = []
    call.when_news(lambda: told.append(1))
    data = message_bytes(b"a" * 20_000) + message_bytes(b"b") + message_bytes(b"")
    peer.send(peer.headers(1, HEAD))
    for start in range(0, len(data), 7_001):
        sent = frame(DATA, 0, 1, data[start : start + 7_001])
        peer.send(sent[:5])
        peer.send(sent[5:])
    assert told == [1]
    assert [call.take() for _ in range(4)] == [b"a" * 20_000, b"b", b"", None]


@on_loop
def test_no_more_is_sent_than_is_allowed(peer: Peer) -> None:
    peer.wire.take()
    call = peer.begin(b"x" * 100_000)
    frames = peer.wire.take()[1:]
    assert (sum(len(each.payload) for each in frames), {each.flags for each in frames}) == (65_535, {0})
    peer.send(frame(SETTINGS, 0, 0, INITIAL_WINDOW_SIZE.to_bytes(2, "big") + (70_000).to_bytes(4, "big")))
    assert peer.wire.take() == [Frame(SETTINGS, ACK, 0, b"")]
    peer.send(frame(WINDOW_UPDATE, 0, 0, (1_000_000).to_bytes(4, "big")))
    assert sum(len(each.payload) for each in peer.wire.take()) == 70_000 - 65_535
    peer.send(frame(WINDOW_UPDATE, 0, 1, (1_000_000).to_bytes(4, "big")))
    rest = peer.wire.take()
    assert (sum(len(each.payload) for each in rest), rest[-1].flags) == (100_005 - 70_000, END_STREAM)
    peer.answer(1, b"done")
    assert call.take() == b"done"


@on_loop
def test_who_does_not_take_what_comes_gets_no_more(peer: Peer) -> None:
    call = peer.begin(closes=False)
    peer.wire.take()
    message = message_bytes(b"x" * 16_000)
    for _ in range(1_000):
        peer.send(frame(DATA, 0, 1, message))
    allowed = sum(int.from_bytes(each.payload, "big") for each in peer.wire.take() if each.stream == 1)
    assert 4_000_000 < allowed < 9_000_000
    while call.take() is not None:
        peer.connection.note_taken(call)
    assert sum(int.from_bytes(each.payload, "big") for each in peer.wire.take()) + allowed == 1_000 * len(message)


@on_loop
def test_headers_that_go_on_and_what_is_padded(peer: Peer) -> None:
    call = peer.begin()
    block = peer.encoder.encode(WELL)
    peer.send(
        peer.headers(1, HEAD),
        frame(DATA, 0x8, 1, b"\x02" + message_bytes(b"ok") + b"\0\0"),
        frame(HEADERS, END_STREAM | 0x8 | 0x20, 1, b"\1" + b"\0" * 5 + block[:4] + b"\0"),
        frame(CONTINUATION, END_HEADERS, 1, block[4:]),
    )
    assert (call.code, call.take()) == (0, b"ok")


@on_loop
def test_a_ping_is_answered(peer: Peer) -> None:
    peer.wire.take()
    peer.send(frame(PING, 0, 0, b"12345678"), frame(PING, ACK, 0, b"12345678"), frame(0xAA, 0, 0, b"unknown"))
    assert peer.wire.take() == [Frame(PING, ACK, 0, b"12345678")]


@on_loop
def test_what_goes_away_has_done_what_it_says(peer: Peer) -> None:
    first, second = peer.begin(), peer.begin()
    peer.send(frame(GOAWAY, 0, 0, (1).to_bytes(4, "big") + b"\0\0\0\0"))
    assert peer.lost == [peer.connection]
    assert (first.code, second.code, second.was_sent) == (None, UNAVAILABLE, False)
    peer.answer(1, b"still")
    assert first.take() == b"still"


@on_loop
def test_streams_that_are_reset(peer: Peer) -> None:
    first, second = peer.begin(), peer.begin()
    for stream, code in ((1, REFUSED_STREAM), (3, CANCEL)):
        peer.send(frame(RST_STREAM, 0, stream, code.to_bytes(4, "big")))
    assert [(each.code, each.was_sent) for each in (first, second)] == [(UNAVAILABLE, False), (UNAVAILABLE, True)]


@on_loop
def test_who_does_not_wait_any_more_says_so(peer: Peer) -> None:
    call = peer.begin()
    peer.wire.take()
    peer.connection.cancel(call, CANCELLED, "enough")
    assert peer.wire.take() == [Frame(RST_STREAM, 0, 1, CANCEL.to_bytes(4, "big"))]
    peer.answer(1, b"too late")
    with pytest.raises(CallError, match="enough"):
        call.take()


@pytest.mark.parametrize(
    "data",
    [b"HTTP/1.1 400 Bad Request\r\n\r\n", frame(SETTINGS, 0, 0, b"odd"), frame(HEADERS, END_HEADERS, 1, b"\xff\xff")],
    ids=["HTTP/1.1", "settings cut short", "no headers"],
)
def test_what_is_no_http_2_ends_the_connection(data: bytes) -> None:
    async def work() -> None:
        peer = Peer()
        call = peer.begin()
        peer.send(data)
        assert (call.code, call.was_sent, peer.wire.is_gone) == (UNAVAILABLE, True, True)
        later = peer.begin()
        assert (later.code, later.was_sent) == (UNAVAILABLE, False)

    asyncio.run(work())


@on_loop
def test_what_is_no_grpc_is_told(peer: Peer) -> None:
    call = peer.begin()
    peer.send(peer.headers(1, [(":status", "404")], END_HEADERS | END_STREAM))
    assert (call.code, call.details) == (UNKNOWN, "what answers is no gRPC (HTTP status 404)")


def test_a_connection_that_is_dead_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kapivara.storage.etcd.grpc.connection._SILENT_SECONDS", 0.01)
    monkeypatch.setattr("kapivara.storage.etcd.grpc.connection._SIGN_SECONDS", 0.01)

    async def work() -> None:
        peer = Peer()
        call = peer.begin()
        ended = asyncio.Event()
        call.when_news(ended.set)
        await asyncio.wait_for(ended.wait(), 60)
        assert (call.code, call.details) == (UNAVAILABLE, "the connection is dead")
        assert PING in [each.kind for each in peer.wire.take()]

    asyncio.run(work())
