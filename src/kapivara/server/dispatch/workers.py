"""Threads for work that would block the event loop.

Leaner than the standard library's executor: jobs use one queue, and results return in groups, with one wake-up of the
loop for all that are ready. Threads start on demand, and none prevents the process from ending.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeAlias, TypeVar

_Result = TypeVar("_Result")
Work: TypeAlias = Callable[[], _Result]
Done: TypeAlias = Callable[[_Result | BaseException], None]
"""Receives the result of work, or its exception."""

MOST_THREADS = 20
_PATIENCE_SECONDS = 2.0
_TURN_SECONDS = 0.001


@contextmanager
def short_turns() -> Iterator[None]:
    """Makes threads release the interpreter lock after a millisecond if another thread waits for it.

    With Python's default of five, an event loop beside busy threads is three times slower, and the threads are no
    faster.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURN_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class Workers:
    """Threads for one event loop, up to `most`. Only `_work` runs in them."""

    def __init__(self, most: int = MOST_THREADS):
        self._most = most
        self._jobs: SimpleQueue[tuple[Work[Any], Done[Any]] | None] = SimpleQueue()
        self._done: deque[tuple[Done[Any], Any]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = False
        self._under_way = 0
        self._threads: list[threading.Thread] = []

    def run(self, work: Work[_Result], done: Done[_Result]) -> None:
        """Runs work in a thread; calls `done` on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._under_way += 1
        if self._under_way > len(self._threads) < self._most:
            self._start_thread()
        self._jobs.put((work, done))

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._work, name=f"request-{len(self._threads)}", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system allows no more: the existing ones do the work
            if self._threads:
                return
            self._under_way -= 1
            raise
        self._threads.append(thread)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, done = job
            try:
                result = work()
            except BaseException as failure:  # `done` gets the exception
                result = failure
            self._done.append((done, result))
            if not self._woken and self._loop is not None:
                self._woken = True
                with suppress(RuntimeError):  # the loop is closed, so no caller waits
                    self._loop.call_soon_threadsafe(self._hand_out)
            del job, work, done, result  # an idle thread must not keep objects alive

    def _hand_out(self) -> None:
        """Passes on finished results; later results wake the loop again."""
        self._woken = False
        while self._done:
            done, result = self._done.popleft()
            self._under_way -= 1
            done(result)

    def close(self) -> None:
        """Ends the threads; abandons one that is still busy after a moment."""
        for _ in self._threads:
            self._jobs.put(None)
        end = monotonic() + _PATIENCE_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
