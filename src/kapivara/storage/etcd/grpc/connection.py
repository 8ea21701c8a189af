"""One connection to a gRPC server, which carries many calls at a time as HTTP/2 frames.

It runs on an event loop. `_STREAM_WINDOW` bounds the data that the server may send, and the server's windows bound the
data sent to it. The client pings a silent connection. Upstream: RFC 9113; gRPC over HTTP2 (doc/PROTOCOL-HTTP2.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from math import inf
from typing import cast

from hpack import Decoder
from hpack.exceptions import HPACKError

from kapivara.storage.etcd.grpc.call import CANCELLED, UNAVAILABLE, GrpcCall
from kapivara.storage.etcd.grpc.http2_frames import (
    ACK,
    CANCEL,
    CONTINUATION,
    DATA,
    DEFAULT_WINDOW,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    INITIAL_WINDOW_SIZE,
    MOST_FRAME_BYTES,
    PING,
    REFUSED_STREAM,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    Frame,
    FrameError,
    content_of,
    frame,
    header_block,
    number_of,
    opening,
    read_frames,
    reset,
    settings_of,
    window_update,
)

_STREAM_WINDOW = 16 * 1024 * 1024
_CONNECTION_WINDOW = 1024 * 1024 * 1024
_LAST_STREAM = 2**31 - 1
_MOST_KEPT = 64
_MOST_HEADERS = 1024 * 1024
_SILENT_SECONDS = 30.0
_SIGN_SECONDS = 10.0
_USER_AGENT = "kapivara"
_NOTHING = memoryview(b"")


class _Stream:
    """A running call: its send window, the unsent data, and the received bytes not yet allowed again."""

    __slots__ = ("call", "received", "unsent", "window")

    def __init__(self, call: GrpcCall, window: int) -> None:
        self.call = call
        self.window = window
        self.unsent = _NOTHING
        self.received = 0


class GrpcConnection(asyncio.Protocol):
    """A connection to `authority` (HOST:PORT). Calls `lost` when it accepts no more calls."""

    def __init__(self, authority: str, *, is_secure: bool, lost: Callable[[GrpcConnection], None]) -> None:
        self._start = ((":method", "POST"), (":scheme", "https" if is_secure else "http"), (":authority", authority))
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._streams: dict[int, _Stream] = {}
        self._numbers: dict[GrpcCall, int] = {}
        self._next = 1
        self._input = b""
        self._block = b""  # of headers
        self._is_last_block = False  # the stream ends with it
        self._window = DEFAULT_WINDOW
        self._stream_window = DEFAULT_WINDOW
        self._received = 0
        self._blocks: dict[tuple[str, tuple[tuple[str, str], ...]], bytes] = {}
        self._decoder = Decoder()
        self._read: dict[bytes, Mapping[str, str]] = {}
        self._heard_at = self._loop.time()
        self._asked_at = -inf
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the client's preface."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(opening(_STREAM_WINDOW, _CONNECTION_WINDOW))
        self._timer = self._loop.call_later(_SILENT_SECONDS, self._ask_for_sign)

    def begin(self, call: GrpcCall) -> None:
        """Starts a call."""
        number = self._next
        if self._transport is None or self._transport.is_closing() or number > _LAST_STREAM:
            call.end(UNAVAILABLE, "the connection is closed", was_sent=False)
            return
        self._next += 2
        stream = self._streams[number] = _Stream(call, self._stream_window)
        self._numbers[call] = number
        call.was_sent = True
        head = frame(HEADERS, END_HEADERS, number, self._header_block(call.path, call.metadata))
        size = len(call.data)
        if size <= MOST_FRAME_BYTES and size <= self._window and size <= stream.window:  # the common case
            self._window -= size
            stream.window -= size
            self._transport.write(head + frame(DATA, END_STREAM if call.closes else 0, number, call.data))
        else:
            self._transport.write(head)
            stream.unsent = memoryview(call.data)
            self._send(number, stream)

    def cancel(self, call: GrpcCall, code: int, details: str) -> None:
        """Ends a running call."""
        number = self._numbers.pop(call, 0)
        if number and self._transport is not None and not self._transport.is_closing():
            self._transport.write(reset(number, CANCEL))
        self._streams.pop(number, None)
        call.end(code, details)

    def note_taken(self, call: GrpcCall) -> None:
        """Lets the server send more, now that the caller took a message."""
        number = self._numbers.get(call, 0)
        if number:
            self._allow_more(number, self._streams[number])

    def close(self, code: int = CANCELLED, reason: str = "the connection is closed") -> None:
        """Closes the connection and ends all calls."""
        if self._transport is not None:
            self._transport.abort()
        self._end(code, reason)

    def _header_block(self, path: str, metadata: tuple[tuple[str, str], ...]) -> bytes:
        block = self._blocks.get((path, metadata))
        if block is None:
            if len(self._blocks) >= _MOST_KEPT:
                self._blocks.clear()
            rest = (("te", "trailers"), ("content-type", "application/grpc"), ("user-agent", _USER_AGENT))
            block = header_block((*self._start, (":path", path), *rest, *metadata))
            self._blocks[path, metadata] = block
        return block

    def _send(self, number: int, stream: _Stream) -> None:
        """Sends as much data of a stream as the windows allow."""
        transport = cast("asyncio.Transport", self._transport)
        while stream.unsent:
            size = min(len(stream.unsent), MOST_FRAME_BYTES, self._window, stream.window)
            if size <= 0:
                return
            piece, stream.unsent = stream.unsent[:size], stream.unsent[size:]
            self._window -= size
            stream.window -= size
            flags = END_STREAM if stream.call.closes and not stream.unsent else 0
            transport.write(frame(DATA, flags, number, piece))

    def data_received(self, data: bytes) -> None:
        """Reads frames; anything else closes the connection."""
        self._heard_at = self._loop.time()
        try:
            frames, self._input = read_frames(self._input + data if self._input else data)
            for each in frames:
                self._take(each)
        except (FrameError, HPACKError) as error:
            self.close(UNAVAILABLE, f"what answers is no HTTP/2: {error}")

    def _take(self, frame_: Frame) -> None:
        kind = frame_.kind
        if kind == DATA:
            self._take_data(frame_)
        elif kind in (HEADERS, CONTINUATION):
            self._take_headers(frame_)
        elif kind == WINDOW_UPDATE:
            self._take_window(frame_.stream, number_of(frame_.payload))
        elif kind == SETTINGS:
            self._take_settings(frame_)
        elif kind == PING:
            if not frame_.flags & ACK:
                self._write(frame(PING, ACK, 0, frame_.payload))
        elif kind == RST_STREAM:
            self._take_reset(frame_)
        elif kind == GOAWAY:
            self._take_farewell(number_of(frame_.payload))

    def _take_data(self, frame_: Frame) -> None:
        self._received += len(frame_.payload)
        if self._received > _CONNECTION_WINDOW // 2:
            self._write(window_update(0, self._received))
            self._received = 0
        stream = self._streams.get(frame_.stream)
        if stream is None:
            return
        stream.received += len(frame_.payload)
        stream.call.receive(content_of(frame_))
        if frame_.flags & END_STREAM:
            self._finish(frame_.stream, stream, {})
        elif stream.received > _STREAM_WINDOW // 4:
            self._allow_more(frame_.stream, stream)

    def _allow_more(self, number: int, stream: _Stream) -> None:
        if stream.received and stream.call.keeps_up:
            self._write(window_update(number, stream.received))
            stream.received = 0

    def _take_headers(self, frame_: Frame) -> None:
        if frame_.kind == HEADERS:
            self._block, self._is_last_block = content_of(frame_), bool(frame_.flags & END_STREAM)
        else:
            self._block += frame_.payload
            if len(self._block) > _MOST_HEADERS:
                raise FrameError("headers are larger than anybody needs")
        if not frame_.flags & END_HEADERS:
            return
        headers = self._headers_of(self._block)
        stream = self._streams.get(frame_.stream)
        if stream is not None and (self._is_last_block or headers.get(":status", "200") != "200"):
            self._finish(frame_.stream, stream, headers)

    def _headers_of(self, block: bytes) -> Mapping[str, str]:
        headers = self._read.get(block)
        if headers is None:
            headers = {str(name): str(value) for name, value in self._decoder.decode(block)}
            if not self._decoder.header_table_size:  # then equal blocks mean equal headers
                if len(self._read) >= _MOST_KEPT:
                    self._read.clear()
                self._read[block] = headers
        return headers

    def _finish(self, number: int, stream: _Stream, headers: Mapping[str, str]) -> None:
        del self._streams[number]
        self._numbers.pop(stream.call, None)
        stream.call.end_by(headers)

    def _take_window(self, number: int, size: int) -> None:
        if number:
            stream = self._streams.get(number)
            if stream is not None:
                stream.window += size
                self._send(number, stream)
            return
        self._window += size
        for each, stream in self._streams.items():
            if stream.unsent:
                self._send(each, stream)

    def _take_settings(self, frame_: Frame) -> None:
        if frame_.flags & ACK:
            return
        for name, value in settings_of(frame_.payload):
            if name == INITIAL_WINDOW_SIZE:
                change, self._stream_window = value - self._stream_window, value
                for stream in self._streams.values():
                    stream.window += change
        self._write(frame(SETTINGS, ACK, 0, b""))
        self._take_window(0, 0)

    def _take_reset(self, frame_: Frame) -> None:
        stream = self._streams.pop(frame_.stream, None)
        if stream is not None:
            code = number_of(frame_.payload)
            self._numbers.pop(stream.call, None)
            stream.call.end(UNAVAILABLE, f"the call was broken off ({code})", was_sent=code != REFUSED_STREAM)

    def _take_farewell(self, last: int) -> None:
        """Ends the calls that the server will not process; earlier ones continue."""
        self._lost(self)
        for number in [each for each in self._streams if each > last]:
            stream = self._streams.pop(number)
            self._numbers.pop(stream.call, None)
            stream.call.end(UNAVAILABLE, "the server is going away", was_sent=False)

    def _ask_for_sign(self) -> None:
        """Sends a PING after long silence; closes the connection if no answer follows."""
        now = self._loop.time()
        if self._asked_at > self._heard_at:
            self.close(UNAVAILABLE, "the connection is dead")
            return
        wait = self._heard_at + _SILENT_SECONDS - now
        if wait <= 0:
            self._asked_at, wait = now, _SIGN_SECONDS
            self._write(frame(PING, 0, 0, b"kapivara"))
        self._timer = self._loop.call_later(wait, self._ask_for_sign)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends all calls; their outcome is unknown."""
        self._end(UNAVAILABLE, str(exc) if exc is not None and str(exc) else "the connection was closed")

    def _end(self, code: int, reason: str) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._lost(self)
        streams, self._streams = self._streams, {}
        self._numbers.clear()
        for stream in streams.values():
            stream.call.end(code, reason)
