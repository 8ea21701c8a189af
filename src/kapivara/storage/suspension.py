"""Waits for other work: blocks a thread, or suspends the work on an event loop while the loop goes on.

The caller need not know which of the two happens: plain functions answer requests, on the event loop of a server as
well as in threads. On the loop they run as `SuspendableWork`, each in its own greenlet, so that a call to another
machine can leave the whole call stack in place and return to it. Callers hold no locks while they wait.
"""

from __future__ import annotations

import asyncio
from _thread import allocate_lock, get_ident
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from greenlet import getcurrent, greenlet

Begin: TypeAlias = Callable[[Callable[[], None]], object]
"""Starts something and arranges that a function is called when it has ended: from any thread, perhaps at once, and at
most once.
"""


class SuspendableWork(greenlet):  # type: ignore[misc]  # a class of C
    """Work on the running event loop that may wait; calls `done` when it has ended.

    Calls `resumed` before and `paused` after each stretch that runs without waiting.
    """

    def __init__(
        self,
        work: Callable[[], None],
        done: Callable[[], None],
        *,
        resumed: Callable[[], None],
        paused: Callable[[], None],
    ) -> None:
        super().__init__(work)
        self._done = done
        self._resumed = resumed
        self._paused = paused
        self.loop = asyncio.get_running_loop()
        self._thread = get_ident()
        self._awaited: object = None

    def go_on(self, *arguments: Any) -> None:
        """Runs the work until it waits or ends."""
        self._resumed()
        self.switch(*arguments)
        self._paused()
        if self.dead:
            self._done()

    def wait(self, begin: Begin, seconds: float | None) -> bool:
        """Suspends the work until something has ended; returns False after `seconds`. For the work itself to call."""
        awaited = self._awaited = object()
        begin(lambda: self._wake(awaited))
        timer = None if seconds is None else self.loop.call_later(seconds, self._return, awaited, False)
        in_time: bool = self.parent.switch()
        if timer is not None:
            timer.cancel()
        return in_time

    def _wake(self, awaited: object) -> None:
        call = self.loop.call_soon if get_ident() == self._thread else self.loop.call_soon_threadsafe
        with suppress(RuntimeError):  # the loop is closed, so no work waits
            call(self._return, awaited, True)

    def _return(self, awaited: object, in_time: bool) -> None:
        if self._awaited is awaited:
            self._awaited = None
            self.go_on(in_time)


def current_loop() -> asyncio.AbstractEventLoop | None:
    """Returns the event loop of the calling work; None if waiting would block the thread."""
    current = getcurrent()
    return current.loop if isinstance(current, SuspendableWork) else None


def wait_for(begin: Begin, seconds: float | None = None) -> bool:
    """Starts something and returns once it has ended; returns False after `seconds`."""
    current = getcurrent()
    if isinstance(current, SuspendableWork):
        return current.wait(begin, seconds)
    ended = allocate_lock()
    ended.acquire()

    def tell() -> None:
        with suppress(RuntimeError):  # released before
            ended.release()

    begin(tell)
    return ended.acquire(timeout=-1 if seconds is None else seconds)


def sleep(seconds: float) -> None:
    """Waits for `seconds`."""
    wait_for(lambda _: None, seconds)
