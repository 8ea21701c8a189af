"""Runs the event loop of a server: starts, says that it is ready, and stops in good order when it is told to.

On SIGTERM, SIGINT and SIGHUP it is told that the server is not ready any more, and, after a delay if there is one,
nothing new is accepted and idle connections end; requests under way get ten seconds, then they are refused. A second
signal does that at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

from kapivara.server.accepting import Acceptor
from kapivara.server.connection import Handler
from kapivara.server.connections import Connections
from kapivara.server.limits import Limits

if TYPE_CHECKING:
    from kapivara.server.tls_rotation import ServerTls

_STOP_SECONDS = 10.0
_FAREWELL_SECONDS = 1.0


def _do_nothing() -> None:
    """Tells nobody."""


class Serving:
    """Serves a handler on a listening socket, until it is told to stop: then `on_stop` is called, and it goes on as
    usual for `delay` seconds, in which load balancers may turn away. `acceptor` takes in who connects.
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
        """Serves until told to stop; `on_ready` is called once clients are answered. What it raises ends the server.

        `on_end` is called when nobody is answered any more. Both are called on the event loop.
        """
        signals = self._signals() if stops_on_signals else contextlib.nullcontext()
        with asyncio.Runner(loop_factory=new_loop) as runner, signals:
            runner.run(self._serve(on_ready, on_end))

    def stop(self, *, at_once: bool = False) -> None:
        """Has the server stop, and requests under way end first, or at once; from any thread."""
        for event in (self._stop, self._hurry) if at_once else (self._stop,):
            if self._loop is None:  # it has not begun yet, and is to end at once
                event.set()
            else:
                with contextlib.suppress(RuntimeError):  # the loop is closed: it has stopped
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
        """Lets requests under way end, for a while; then has them refused, and ends what is left."""
        connections.on_room = self._gone.set
        connections.finish_up()
        await self._wait_for_none(connections, _STOP_SECONDS, self._hurry)
        connections.give_up()
        await self._wait_for_none(connections, _FAREWELL_SECONDS, asyncio.Event())
        connections.drop()
        await asyncio.sleep(0)

    async def _wait_for_none(self, connections: Connections, seconds: float, hurry: asyncio.Event) -> None:
        """Waits until no connection is left, the time is up, or somebody is in a hurry."""
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
        """Has signals stop the server; puts back what was there."""
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
    """Returns the signals that stop a server: that its terminal is gone is one, unless it is to outlive it (nohup)."""
    hangup: signal.Signals | None = getattr(signal, "SIGHUP", None)  # Windows has none
    if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:
        return signal.SIGINT, signal.SIGTERM
    return signal.SIGINT, signal.SIGTERM, hangup


def new_loop() -> asyncio.AbstractEventLoop:
    """Makes the event loop of a server: uvloop's where it is to be had, which answers a third more."""
    try:
        import uvloop
    except ImportError:
        return asyncio.SelectorEventLoop()
    return uvloop.new_event_loop()
