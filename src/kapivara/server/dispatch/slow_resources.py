"""Resources with slow requests, which do not run on the event loop for a while.

The first objects of a CRD take longer than later ones, because code is generated for them; other resources are always
slow. So a first slow request bans a resource for a second, and each further one for four times as long, up to a minute.
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
    """The end of a resource's ban, and its duration."""

    until: float
    seconds: float


class Wariness:
    """The slow resources. One that was fast for a minute starts afresh, and uses no memory."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._slow: dict[Key, _Slow] = {}
        self.is_wary = False
        """Whether any resource was slow recently; rarely True, so that most requests need no look-up."""

    def __len__(self) -> int:
        return len(self._slow)

    def avoids(self, key: Key) -> bool:
        """Returns True if a resource is banned now."""
        slow = self._slow.get(key)
        return slow is not None and self._clock() < slow.until

    def note_slow(self, key: Key) -> None:
        """Records a slow request of a resource."""
        now = self._clock()
        self._slow = {each: slow for each, slow in self._slow.items() if now < slow.until + _MOST_SECONDS}
        before = self._slow.get(key)
        seconds = _FIRST_SECONDS if before is None else min(_MOST_SECONDS, before.seconds * _TIMES)
        self._slow[key] = _Slow(now + seconds, seconds)
        self.is_wary = True


class ProcessorTime:
    """Measures the processor time of work in this thread, with few system calls.

    The processor clock needs a system call, the wall clock none. So it measures from the last reading of the processor
    clock, shortly before the work, and reads it again only if the wall clock exceeds the limit.
    """

    __slots__ = ("_begun", "_looked", "_taken")

    def __init__(self) -> None:
        self._begun = self._looked = self._taken = 0.0

    def begin(self) -> None:
        """Starts to measure."""
        self._begun = now = perf_counter()
        if now - self._looked > _LOOK_SECONDS:
            self._looked = now
            self._taken = thread_time()

    def has_spent(self, seconds: float) -> bool:
        """Returns True if the work has used more processor time than `seconds`."""
        return perf_counter() - self._begun > seconds and thread_time() - self._taken > seconds
