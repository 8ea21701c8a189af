"""Work that is put off until the event loop comes around again, and then done piece after piece, for a while at most.

However much of it there is, the loop looks at all else that has come after so many milliseconds.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

_SECONDS_AT_ONCE = 0.002


class Turns:
    """What waits for its turn, in order; after `seconds_at_once` the rest waits until the loop has come around."""

    def __init__(self, seconds_at_once: float = _SECONDS_AT_ONCE) -> None:
        self._seconds_at_once = seconds_at_once
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_due = False

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, work: Callable[[], None]) -> None:
        """Has work done behind what waits already, and not at once."""
        self._waiting.append(work)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        self._is_due = False
        begun = perf_counter()
        try:
            for _ in range(len(self._waiting)):  # what is added meanwhile waits for the next time
                self._waiting.popleft()()
                if perf_counter() - begun > self._seconds_at_once:
                    break
        finally:  # what fails is told by the loop, and holds up nothing else
            if self._waiting and not self._is_due:
                self._is_due = True
                asyncio.get_running_loop().call_soon(self._run)
