"""Work that is put off so that others have their turn: a little of it each time around the event loop.

However many connections have more to do at once, the loop looks at all the others after two milliseconds.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

_SECONDS_AT_ONCE = 0.002


class Turns:
    """What waits for its turn, in order."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_due = False

    def add(self, work: Callable[[], None]) -> None:
        """Has work done behind what waits already, and not at once."""
        self._waiting.append(work)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        self._is_due = False
        begun = perf_counter()
        for _ in range(len(self._waiting)):  # what is added meanwhile waits for the next time
            self._waiting.popleft()()
            if perf_counter() - begun > _SECONDS_AT_ONCE:
                break
        if self._waiting and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._run)
