"""When the time for a request is up: an object that travels with it, asked wherever work may take long."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

_NEVER: Final = float("inf")  # `math` has it, and is a library to be loaded


class DeadlineExceededError(Exception):
    """The time for a request is up: whoever works for it ends, and nothing is stored."""


class Deadline:
    """The end of a request's time, so many seconds from now, by a clock that may be a test's own.

    `check` is asked by those who work, in any thread. They may be given a turn first: where that is not enough, what
    they did is begun again elsewhere.
    """

    __slots__ = ("_clock", "_is_cut", "_turn_ends", "end")

    def __init__(self, seconds: float = _NEVER, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._turn_ends = _NEVER
        self._is_cut = False
        self.end = clock() + seconds

    def check(self) -> None:
        """Raises `DeadlineExceededError` where the time, or the turn, is up."""
        if self.end < _NEVER:
            now = self._clock()
            self._is_cut = self._turn_ends <= now < self.end
            if self._is_cut or now >= self.end:
                raise DeadlineExceededError

    def seconds_left(self) -> float:
        """Returns how much of the time is left, whatever the turn: for what cannot be begun again."""
        return self.end - self._clock() if self.end < _NEVER else _NEVER

    def begin_turn(self, seconds: float) -> None:
        """Cuts the work short after so many seconds, unless its turn has ended by then."""
        self._turn_ends = self._clock() + seconds

    def renew_turn(self, seconds: float) -> None:
        """Gives the work another turn, now that what it waited for has come; unless its turn has ended."""
        if self._turn_ends < _NEVER:
            self.begin_turn(seconds)

    @property
    def is_cut(self) -> bool:
        """Whether the work was cut short with its turn: it is begun again, and what came of it counts for nothing."""
        return self._is_cut

    def end_turn(self) -> bool:
        """Tells whether the turn was too short for the work, which has all its time from now on."""
        was_cut, self._is_cut, self._turn_ends = self._is_cut, False, _NEVER
        return was_cut

    def keep_turn(self) -> None:
        """Ends the turn for work that cannot be begun again, since others have seen what it did: it goes on."""
        self._turn_ends = _NEVER

    def leave_turn(self) -> None:
        """Cuts the work short where it has a turn: it is about to wait, and does so where it is begun again."""
        if self._turn_ends < _NEVER:
            self._is_cut = True
            raise DeadlineExceededError

    def shorten(self, seconds: float) -> None:
        """Ends the time so many seconds from now, where that is earlier."""
        self.end = min(self.end, self._clock() + seconds)

    @property
    def is_cancelled(self) -> bool:
        """Whether the request was cancelled before its time was up."""
        return self.end == -_NEVER

    def cancel(self) -> None:
        """Ends the time now: nobody waits any more."""
        self.end = -_NEVER


NO_DEADLINE: Final = Deadline()
"""For work that may take as long as it takes; not to be cancelled."""
