"""A channel to a gRPC server: connects on demand, and again after a lost connection.

A channel belongs to an event loop: that of a server, for requests answered on it, or that of a `LoopThread`, for
callers that block in threads. `call`, `stream` and `close` may be called from any thread; their work runs on that loop.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from time import monotonic
from typing import Protocol, TypeAlias

from kapivara.storage.etcd.grpc.call import CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE, CallError, GrpcCall
from kapivara.storage.etcd.grpc.connection import GrpcConnection

_CONNECT_SECONDS = 5.0
_TURNS_TO_END = 4
Metadata: TypeAlias = tuple[tuple[str, str], ...]


class WaitFor(Protocol):
    """A function that waits in the calling thread, or in the caller's own way."""

    def __call__(self, begin: Callable[[Callable[[], None]], object], seconds: float | None, /) -> bool:
        """Calls `begin` with a callback and returns once the callback is called; returns False after `seconds`.

        The callback may be called from any thread, also before `begin` returns, and more than once.
        """


def wait_in_thread(begin: Callable[[Callable[[], None]], object], seconds: float | None) -> bool:
    """Blocks the calling thread until the callback is called; returns False after `seconds`."""
    ended = threading.Event()
    begin(ended.set)
    return ended.wait(seconds)


class LoopThread:
    """An event loop in its own thread, started on first use."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The running loop."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name=self._name, daemon=True)
                self._thread.start()
            return self._loop

    def close(self) -> None:
        """Ends the thread after all work scheduled before."""
        with self._lock:
            loop, thread = self._loop, self._thread
        if loop is not None and thread is not None and not loop.is_closed():
            asyncio.run_coroutine_threadsafe(_stop_soon(loop), loop)
            thread.join()
            loop.close()


async def _stop_soon(loop: asyncio.AbstractEventLoop) -> None:
    """Stops a loop after aborted connections have run their callbacks."""
    for _ in range(_TURNS_TO_END):
        await asyncio.sleep(0)
    loop.stop()


class GrpcChannel:
    """Calls the server at `host` and `port` on an event loop, over TLS if `tls` is given.

    Callers wait with `wait_for`, by default by blocking their thread, which must not be the thread of the loop.
    """

    def __init__(
        self,
        host: str,
        port: int,
        tls: ssl.SSLContext | None,
        loop: asyncio.AbstractEventLoop,
        *,
        wait_for: WaitFor = wait_in_thread,
    ) -> None:
        self._host = host
        self._port = port
        self._tls = tls
        self._loop = loop
        self._wait_for = wait_for
        self._thread = 0
        self._connection: GrpcConnection | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._waiting: list[GrpcCall] = []
        self._is_closed = False

    def call(self, path: str, message: bytes, *, seconds: float, metadata: Metadata) -> bytes:
        """Makes a call with one response and waits for it; raises CallError."""
        call = GrpcCall(path, metadata, message)
        if not self._wait_for(lambda told: self._start(call, told), seconds):
            self._do(self._cancel, call)
            raise CallError(DEADLINE_EXCEEDED, "no answer came in time", was_sent=call.was_sent)
        return call.take() or b""

    def stream(
        self, path: str, message: bytes, *, seconds: float | None, metadata: Metadata
    ) -> Generator[bytes, None, None]:
        """Makes a call with many responses and yields them until the iterator is closed; raises CallError."""
        call = GrpcCall(path, metadata, message, closes=False)
        end = None if seconds is None else monotonic() + seconds
        self._do(self._begin, call)
        try:
            while call.code is None or call.code:
                answer = call.take()
                if answer is not None:
                    self._do(self._note_taken, call)
                    yield answer
                elif not self._wait_for(call.when_news, None if end is None else max(0.0, end - monotonic())):
                    raise CallError(DEADLINE_EXCEEDED, "no answer came in time", was_sent=True)
            while (answer := call.take()) is not None:
                yield answer
        finally:
            self._do(self._cancel, call)

    def close(self) -> None:
        """Closes the connection and ends all calls; from any thread."""
        self._do(self._close)

    def _do(self, function: Callable[..., None], *arguments: object) -> None:
        """Runs a function on the loop, directly if this is its thread."""
        if threading.get_ident() == self._thread:
            function(*arguments)
        else:
            with suppress(RuntimeError):  # the loop is closed, and so are all calls
                self._loop.call_soon_threadsafe(function, *arguments)

    def _start(self, call: GrpcCall, told: Callable[[], None]) -> None:
        call.when_news(told)
        self._do(self._begin, call)

    def _begin(self, call: GrpcCall) -> None:
        self._thread = threading.get_ident()
        if self._is_closed:
            call.end(CANCELLED, "the channel is closed", was_sent=False)
        elif self._connection is not None:
            self._connection.begin(call)
        elif call.code is None:
            self._waiting.append(call)
            if self._connecting is None:
                self._connecting = self._loop.create_task(self._connect())

    async def _connect(self) -> None:
        """Connects, then starts the waiting calls; ends them if that fails."""
        name = f"[{self._host}]" if ":" in self._host else self._host
        authority = f"{name}:{self._port}"
        failure = ""
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                _, self._connection = await self._loop.create_connection(
                    lambda: GrpcConnection(authority, is_secure=self._tls is not None, lost=self._note_lost),
                    self._host,
                    self._port,
                    ssl=self._tls,
                )
        except TimeoutError:
            failure = "no connection was made in time"
        except OSError as error:
            failure = _reason(error)
        except UnicodeError as error:  # not a host name
            failure = str(error)
        finally:
            self._connecting = None
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            if call.code is not None:
                continue
            if self._is_closed:
                call.end(CANCELLED, "the channel is closed", was_sent=False)
            elif self._connection is None:
                call.end(UNAVAILABLE, failure or "the connection was closed", was_sent=False)
            else:
                self._connection.begin(call)

    def _note_lost(self, connection: GrpcConnection) -> None:
        if self._connection is connection:
            self._connection = None

    def _note_taken(self, call: GrpcCall) -> None:
        if self._connection is not None:
            self._connection.note_taken(call)

    def _cancel(self, call: GrpcCall) -> None:
        if call in self._waiting:
            self._waiting.remove(call)
        if self._connection is not None:
            self._connection.cancel(call, CANCELLED, "the caller no longer waits for the response")

    def _close(self) -> None:
        self._is_closed = True
        if self._connecting is not None:
            self._connecting.cancel()
            self._connecting = None
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call.end(CANCELLED, "the channel is closed", was_sent=False)
        if self._connection is not None:
            self._connection.close()


def _reason(error: OSError) -> str:
    """Returns the operating system's reason for a failed connection."""
    if isinstance(error, ssl.SSLError):
        return str(getattr(error, "verify_message", "") or error.reason or error)
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno)
    return error.strerror or str(error)
