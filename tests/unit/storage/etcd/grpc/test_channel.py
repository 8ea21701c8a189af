"""Tests of channels: calls from threads and on the loop, to a server of the test."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("hpack")

from hpack import Encoder

from kapivara.storage.etcd.grpc.call import CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE, CallError, message_bytes
from kapivara.storage.etcd.grpc.channel import GrpcChannel, LoopThread, wait_in_thread
from kapivara.storage.etcd.grpc.http2_frames import DATA, END_HEADERS, END_STREAM, HEADERS, frame, read_frames

PREFACE = len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
PATIENCE = 120


class Echo(asyncio.Protocol):
    """Answers each message with itself; `silent` with nothing."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.input = b""
        self.is_open = False
        self.encoder = Encoder()
        self.encoder.header_table_size = 0

    def data_received(self, data: bytes) -> None:
        self.input += data
        if not self.is_open and len(self.input) >= PREFACE:
            self.is_open, self.input = True, self.input[PREFACE:]
        if not self.is_open:
            return
        frames, self.input = read_frames(self.input)
        for each in frames:
            if each.kind == DATA and each.payload[5:] != b"silent":
                head = self.encoder.encode([(":status", "200"), ("content-type", "application/grpc")])
                end = self.encoder.encode([("grpc-status", "0")])
                self.transport.write(
                    frame(HEADERS, END_HEADERS, each.stream, head)
                    + frame(DATA, 0, each.stream, message_bytes(each.payload[5:]))
                    + frame(HEADERS, END_HEADERS | END_STREAM, each.stream, end)
                )


@pytest.fixture
def threads() -> Iterator[LoopThread]:
    thread = LoopThread("test")
    yield thread
    thread.close()


@pytest.fixture
def port(threads: LoopThread) -> Iterator[int]:
    async def start() -> asyncio.Server:
        return await threads.loop.create_server(Echo, "127.0.0.1", 0)

    async def stop(server: asyncio.Server) -> None:
        server.close()

    server = asyncio.run_coroutine_threadsafe(start(), threads.loop).result(PATIENCE)
    yield server.sockets[0].getsockname()[1]
    asyncio.run_coroutine_threadsafe(stop(server), threads.loop).result(PATIENCE)


@pytest.fixture
def channel(threads: LoopThread, port: int) -> Iterator[GrpcChannel]:
    channel = GrpcChannel("127.0.0.1", port, None, threads.loop)
    yield channel
    channel.close()


def test_calls_of_many_threads(channel: GrpcChannel) -> None:
    answers = {}

    def ask(number: int) -> None:
        answers[number] = channel.call("/a.B/C", b"%d" % number, seconds=PATIENCE, metadata=())

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert answers == {number: b"%d" % number for number in range(20)}


def test_a_stream(channel: GrpcChannel) -> None:
    assert list(channel.stream("/a.B/C", b"one", seconds=PATIENCE, metadata=())) == [b"one"]


def test_a_call_without_an_answer_ends(channel: GrpcChannel) -> None:
    with pytest.raises(CallError) as late:
        channel.call("/a.B/C", b"silent", seconds=0.05, metadata=())
    assert late.value.code == DEADLINE_EXCEEDED


def test_callers_wait_as_they_were_told_to(threads: LoopThread, port: int) -> None:
    waits = []

    def wait_for(begin: Callable[[Callable[[], None]], object], seconds: float | None) -> bool:
        waits.append(seconds)
        return wait_in_thread(begin, seconds)

    channel = GrpcChannel("127.0.0.1", port, None, threads.loop, wait_for=wait_for)
    assert channel.call("/a.B/C", b"one", seconds=PATIENCE, metadata=()) == b"one"
    assert waits == [PATIENCE]
    channel.close()


def test_no_server_is_there(threads: LoopThread) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    channel = GrpcChannel("127.0.0.1", port, None, threads.loop)
    with pytest.raises(CallError) as refused:
        channel.call("/a.B/C", b"one", seconds=PATIENCE, metadata=())
    assert (refused.value.code, refused.value.was_sent) == (UNAVAILABLE, False)
    channel.close()


def test_a_closed_channel(channel: GrpcChannel) -> None:
    channel.call("/a.B/C", b"one", seconds=PATIENCE, metadata=())
    channel.close()
    with pytest.raises(CallError) as refused:
        channel.call("/a.B/C", b"one", seconds=PATIENCE, metadata=())
    assert refused.value.code == CANCELLED


def test_waiting_ends_at_once_if_the_callback_was_called_before() -> None:
    assert wait_in_thread(lambda done: (done(), done()), None)
    assert not wait_in_thread(lambda _: None, 0.0)
