"""A queue of deferred work on the event loop, which runs for a limited time per iteration.

However much work there is, the loop handles other events after that time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

_SECONDS_AT_ONCE = 0.002


class LoopQueue:
    """Queued work, in order; after `seconds_at_once` the rest waits for the next iteration of the loop."""

    def __init__(self, seconds_at_once: float = _SECONDS_AT_ONCE) -> None:
        self._seconds_at_once = seconds_at_once
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_due = False

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, work: Callable[[], None]) -> None:
        """Queues work."""
        self._waiting.append(work)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        self._is_due = False
        begun = perf_counter()
        try:
            for _ in range(len(self._waiting)):  # work added now waits for the next iteration
                self._waiting.popleft()()
                if perf_counter() - begun > self._seconds_at_once:
                    break
        finally:  # the loop logs the failure, and the rest continues
            if self._waiting and not self._is_due:
                self._is_due = True
                asyncio.get_running_loop().call_soon(self._run)
