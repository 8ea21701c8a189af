"""When the time for a request is up: an object that travels with it, asked wherever work may take long."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final


class DeadlineExceededError(Exception):
    """The time for a request is up: whoever works for it ends, and nothing is stored."""


class Deadline:
    """The end of a request's time, so many seconds from now, by a clock that may be a test's own.

    `check` is asked by those who work, in any thread.
    """

    __slots__ = ("_clock", "end")

    def __init__(self, seconds: float = inf, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self.end = clock() + seconds

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self.end < inf and self._clock() >= self.end

    def check(self) -> None:
        """Raises `DeadlineExceededError` where the time is up."""
        if self.passed:
            raise DeadlineExceededError

    def shorten(self, seconds: float) -> None:
        """Ends the time so many seconds from now, where that is earlier."""
        self.end = min(self.end, self._clock() + seconds)

    def cancel(self) -> None:
        """Ends the time now: nobody waits any more."""
        self.end = -inf


NO_DEADLINE: Final = Deadline()
"""For work that may take as long as it takes; not to be cancelled."""
