"""Waiting for what others do: a thread blocks, work on an event loop is suspended, and the loop goes on meanwhile.

Whoever waits need not know which of both it does: requests are answered by plain functions, on the event loop of a
server as in threads. On the loop they run as `SuspendableWork`, in a greenlet of their own, so that a call to another
machine deep inside can leave all that is under way as it is, and return to it. Locks are not held meanwhile.
"""

from __future__ import annotations

import asyncio
from _thread import allocate_lock, get_ident
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from greenlet import getcurrent, greenlet

Begin: TypeAlias = Callable[[Callable[[], None]], object]
"""Begins something, and has a function called once it has ended: from any thread, maybe at once, once or not at all."""


class SuspendableWork(greenlet):  # type: ignore[misc]  # a class of C
    """Work on the running event loop that may wait; `done` is called when it has ended.

    `resumed` and `paused` are called around each stretch that it runs without waiting.
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
        """Runs the work until it waits, or to its end."""
        self._resumed()
        self.switch(*arguments)
        self._paused()
        if self.dead:
            self._done()

    def wait(self, begin: Begin, seconds: float | None) -> bool:
        """Leaves the work until something has ended; False where that takes longer. To be called by the work itself."""
        awaited = self._awaited = object()
        begin(lambda: self._wake(awaited))
        timer = None if seconds is None else self.loop.call_later(seconds, self._return, awaited, False)
        in_time: bool = self.parent.switch()
        if timer is not None:
            timer.cancel()
        return in_time

    def _wake(self, awaited: object) -> None:
        call = self.loop.call_soon if get_ident() == self._thread else self.loop.call_soon_threadsafe
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            call(self._return, awaited, True)

    def _return(self, awaited: object, in_time: bool) -> None:
        if self._awaited is awaited:
            self._awaited = None
            self.go_on(in_time)


def current_loop() -> asyncio.AbstractEventLoop | None:
    """Returns the event loop that the work belongs to which calls this; None where it would block its thread."""
    current = getcurrent()
    return current.loop if isinstance(current, SuspendableWork) else None


def wait_for(begin: Begin, seconds: float | None = None) -> bool:
    """Begins something, and returns once it has ended; False where that takes longer than so many seconds."""
    current = getcurrent()
    if isinstance(current, SuspendableWork):
        return current.wait(begin, seconds)
    ended = allocate_lock()
    ended.acquire()

    def tell() -> None:
        with suppress(RuntimeError):  # it was told before
            ended.release()

    begin(tell)
    return ended.acquire(timeout=-1 if seconds is None else seconds)


def sleep(seconds: float) -> None:
    """Waits for a while."""
    wait_for(lambda _: None, seconds)
