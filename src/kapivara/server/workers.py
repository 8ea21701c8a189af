"""Threads beside the event loop, for work that would hold it up.

Leaner than the executor of the standard library: jobs go in by one queue, and results come back in groups, the loop
woken once for all that are ready together. Threads start as they are needed, and none keeps the process from ending.
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
"""Is told what work came to: its result, or what it raised."""

MOST_THREADS = 20
_PATIENCE_SECONDS = 2.0
_TURN_SECONDS = 0.001


@contextmanager
def short_turns() -> Iterator[None]:
    """Has a thread of the process give up the interpreter after a millisecond, where another one waits for it.

    With Python's own five, an event loop beside busy threads gets on a third as fast, and these no faster.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURN_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class Workers:
    """A few threads that work for one event loop, up to `most`. Only `_work` runs in them."""

    def __init__(self, most: int = MOST_THREADS):
        self._most = most
        self._jobs: SimpleQueue[tuple[Work[Any], Done[Any]] | None] = SimpleQueue()
        self._done: deque[tuple[Done[Any], Any]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = False
        self._under_way = 0
        self._threads: list[threading.Thread] = []

    def run(self, work: Work[_Result], done: Done[_Result]) -> None:
        """Has work done in a thread; `done` is called within the event loop."""
        self._loop = asyncio.get_running_loop()
        self._under_way += 1
        if self._under_way > len(self._threads) < self._most:
            self._start_thread()
        self._jobs.put((work, done))

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._work, name=f"request-{len(self._threads)}", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system has no more: those that there are do the work
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
            except BaseException as failure:  # who waits is told
                result = failure
            self._done.append((done, result))
            if not self._woken and self._loop is not None:
                self._woken = True
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(self._hand_out)
            del job, work, done, result  # a thread that waits holds on to nothing

    def _hand_out(self) -> None:
        """Hands out what is done; what is done from now on wakes the loop again."""
        self._woken = False
        while self._done:
            done, result = self._done.popleft()
            self._under_way -= 1
            done(result)

    def close(self) -> None:
        """Ends the threads; one that is in the middle of something gets a moment, and is then left to itself."""
        for _ in self._threads:
            self._jobs.put(None)
        end = monotonic() + _PATIENCE_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
