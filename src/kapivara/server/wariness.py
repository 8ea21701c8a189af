"""Resources that have held the event loop up: for a while, their requests are not answered there.

The first objects of a definition take longer than all that follow, since code is made for them; others are always
slow. So the first time costs a resource a second, and each further one four times as much, up to a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, perf_counter, thread_time
from typing import NamedTuple

Key = tuple[str, ...]

_FIRST_SECONDS = 1.0
_TIMES = 4.0
_MOST_SECONDS = 60.0
_LOOK_SECONDS = 0.02


class _Slow(NamedTuple):
    """Until when a resource is avoided, after how long a time."""

    until: float
    seconds: float


class Wariness:
    """Tells which resources to be wary of. Whoever was quick for a minute starts afresh, and takes no memory."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._slow: dict[Key, _Slow] = {}
        self.is_wary = False
        """Whether any resource was slow of late: nearly never, and then nobody has to be asked about."""

    def __len__(self) -> int:
        return len(self._slow)

    def avoids(self, key: Key) -> bool:
        """Tells whether a resource was slow of late."""
        slow = self._slow.get(key)
        return slow is not None and self._clock() < slow.until

    def note_slow(self, key: Key) -> None:
        """Takes note of a resource that was slow."""
        now = self._clock()
        self._slow = {each: slow for each, slow in self._slow.items() if now < slow.until + _MOST_SECONDS}
        before = self._slow.get(key)
        seconds = _FIRST_SECONDS if before is None else min(_MOST_SECONDS, before.seconds * _TIMES)
        self._slow[key] = _Slow(now + seconds, seconds)
        self.is_wary = True


class ProcessorTime:
    """Tells whether work in this thread has taken much of the processor, by a clock that is seldom looked at.

    That of the processor takes a call of the system, that of the day none. So what counts is what the thread has taken
    since the last look, a moment before the work began; and only if the work has taken as long by the clock.
    """

    __slots__ = ("_begun", "_looked", "_taken")

    def __init__(self) -> None:
        self._begun = self._looked = self._taken = 0.0

    def begin(self) -> None:
        """Begins a piece of work."""
        self._begun = now = perf_counter()
        if now - self._looked > _LOOK_SECONDS:
            self._looked = now
            self._taken = thread_time()

    def has_spent(self, seconds: float) -> bool:
        """Tells whether the work has taken more of the processor than so many seconds."""
        return perf_counter() - self._begun > seconds and thread_time() - self._taken > seconds
