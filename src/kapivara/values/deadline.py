"""The deadline of a request, which long computations check."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

_NEVER: Final = float("inf")  # `math.inf` would need an import


class DeadlineExceededError(Exception):
    """Raised after the deadline: the request ends, and nothing is stored."""


class Deadline:
    """The deadline of a request, in seconds from now, by a clock that tests can replace.

    Any thread may call `check`. A request may get a turn first: if that is too short, its work is discarded and started
    again elsewhere.
    """

    __slots__ = ("_clock", "_is_cut", "_turn_ends", "end")

    def __init__(self, seconds: float = _NEVER, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._turn_ends = _NEVER
        self._is_cut = False
        self.end = clock() + seconds

    def check(self) -> None:
        """Raises `DeadlineExceededError` after the deadline, or after the turn."""
        if self.end < _NEVER:
            now = self._clock()
            self._is_cut = self._turn_ends <= now < self.end
            if self._is_cut or now >= self.end:
                raise DeadlineExceededError

    def seconds_left(self) -> float:
        """Returns the seconds until the deadline, regardless of the turn: for work that cannot be started again."""
        return self.end - self._clock() if self.end < _NEVER else _NEVER

    def begin_turn(self, seconds: float) -> None:
        """Starts a turn of some seconds, after which `check` raises."""
        self._turn_ends = self._clock() + seconds

    def renew_turn(self, seconds: float) -> None:
        """Renews the turn after a wait, unless it has ended."""
        if self._turn_ends < _NEVER:
            self.begin_turn(seconds)

    @property
    def is_cut(self) -> bool:
        """True if the turn ended the work, which is then started again and its result discarded."""
        return self._is_cut

    def end_turn(self) -> bool:
        """Ends the turn; returns True if it was too short. The work then has all its time."""
        was_cut, self._is_cut, self._turn_ends = self._is_cut, False, _NEVER
        return was_cut

    def keep_turn(self) -> None:
        """Ends the turn of work that cannot be started again, since it had visible effects: it continues."""
        self._turn_ends = _NEVER

    def leave_turn(self) -> None:
        """Raises DeadlineExceededError during a turn, since the work is about to wait, which it must do elsewhere."""
        if self._turn_ends < _NEVER:
            self._is_cut = True
            raise DeadlineExceededError

    def shorten(self, seconds: float) -> None:
        """Moves the deadline to some seconds from now, if that is earlier."""
        self.end = min(self.end, self._clock() + seconds)

    @property
    def is_cancelled(self) -> bool:
        """True if the request was cancelled before its deadline."""
        return self.end == -_NEVER

    def cancel(self) -> None:
        """Moves the deadline to now, since no client waits any more."""
        self.end = -_NEVER


NO_DEADLINE: Final = Deadline()
"""For work without a time limit; must not be cancelled."""
