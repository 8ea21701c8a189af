"""Runs the event loop of a server: starts, reports readiness, and stops gracefully.

After SIGTERM, SIGINT or SIGHUP the readiness check fails; after a delay, if any, the server accepts no connections and
closes idle ones. Running requests get ten seconds, then they are rejected. A second signal stops at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

from kapivara.server.http1.acceptor import Acceptor
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.handler import Handler
from kapivara.server.http1.limits import Limits

if TYPE_CHECKING:
    from kapivara.server.tls.rotation import ServerTls

_STOP_SECONDS = 10.0
_FAREWELL_SECONDS = 1.0


def _do_nothing() -> None:
    """Does nothing."""


class Serving:
    """Serves a handler on a listening socket until stopped. Then it calls `on_stop` and continues for `delay` seconds,
    in which load balancers can react. `acceptor` accepts connections.
    """

    def __init__(
        self,
        handler: Handler,
        listener: socket.socket,
        *,
        limits: Limits,
        tls: ServerTls | None = None,
        on_stop: Callable[[], None] = _do_nothing,
        delay: float = 0.0,
        acceptor: Callable[..., Acceptor] | None = None,
    ):
        self._on_stop = on_stop
        self._delay = delay
        self._handler = handler
        self._acceptor_on = acceptor or Acceptor
        self._listener = listener
        self._limits = limits
        self._tls = tls
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_told = False
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()
        self._gone = asyncio.Event()

    def run(
        self,
        on_ready: Callable[[], None],
        on_end: Callable[[], None] = _do_nothing,
        *,
        stops_on_signals: bool = True,
    ) -> None:
        """Serves until stopped; calls `on_ready` once the server responds. If `on_ready` raises, the server ends.

        Calls `on_end` after the last response. Both run on the event loop.
        """
        signals = self._signals() if stops_on_signals else contextlib.nullcontext()
        with asyncio.Runner(loop_factory=new_loop) as runner, signals:
            runner.run(self._serve(on_ready, on_end))

    def stop(self, *, at_once: bool = False) -> None:
        """Stops the server, after the current requests or at once; from any thread."""
        for event in (self._stop, self._hurry) if at_once else (self._stop,):
            if self._loop is None:  # not started yet, so `run` will stop at once
                event.set()
            else:
                with contextlib.suppress(RuntimeError):  # the loop is closed, so it has stopped
                    self._loop.call_soon_threadsafe(event.set)

    async def _serve(self, on_ready: Callable[[], None], on_end: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        connections = Connections(self._limits)
        acceptor = self._acceptor_on(self._listener, connections, self._handler, self._tls)
        acceptor.on_end = self.stop
        acceptor.start()
        expiring = self._loop.create_task(self._expire_overdue(connections))
        try:
            on_ready()
            await self._stop.wait()
            self._on_stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._delay):
                    await self._hurry.wait()
        finally:
            acceptor.stop()
            await self._drain(connections)
            expiring.cancel()
            on_end()
            await asyncio.sleep(0)

    async def _expire_overdue(self, connections: Connections) -> None:
        while True:
            await asyncio.sleep(self._limits.tick)
            connections.expire_overdue()
            connections.drop_gone()

    async def _drain(self, connections: Connections) -> None:
        """Waits for running requests, then rejects them, and closes all connections."""
        connections.on_room = self._gone.set
        connections.finish_up()
        await self._wait_for_none(connections, _STOP_SECONDS, self._hurry)
        connections.give_up()
        await self._wait_for_none(connections, _FAREWELL_SECONDS, asyncio.Event())
        connections.drop()
        await asyncio.sleep(0)

    async def _wait_for_none(self, connections: Connections, seconds: float, hurry: asyncio.Event) -> None:
        """Waits until no connection is left, the time is up, or `hurry` is set."""
        impatience = asyncio.ensure_future(hurry.wait())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(connections) and not hurry.is_set():
                    self._gone.clear()
                    gone = asyncio.ensure_future(self._gone.wait())
                    await asyncio.wait((gone, impatience), return_when=asyncio.FIRST_COMPLETED)
                    gone.cancel()
        impatience.cancel()

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Installs signal handlers that stop the server; restores the old ones."""
        before = {each: signal.signal(each, self._handle_signal) for each in stop_signals()}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def _handle_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.stop(at_once=self._is_told)
        self._is_told = True


def stop_signals() -> tuple[signal.Signals, ...]:
    """Returns the signals that stop a server; SIGHUP only if it is not ignored (nohup)."""
    hangup: signal.Signals | None = getattr(signal, "SIGHUP", None)  # Windows has none
    if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:
        return signal.SIGINT, signal.SIGTERM
    return signal.SIGINT, signal.SIGTERM, hangup


def new_loop() -> asyncio.AbstractEventLoop:
    """Returns the event loop of a server: uvloop if available, which handles a third more requests."""
    try:
        import uvloop
    except ImportError:
        return asyncio.SelectorEventLoop()
    return uvloop.new_event_loop()
