"""Work that waits for its moment: each item once, and one that failed later and later.

Upstream: client-go/util/workqueue, default_rate_limiters.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Generic, TypeVar

_Item = TypeVar("_Item", bound=Hashable)

_FIRST_RETRY_SECONDS = 0.005
_LONGEST_RETRY_SECONDS = 60.0
_MOST_DOUBLINGS = 20


class WorkQueue(Generic[_Item]):
    """Items by the moment at which they are due. Used by one thread."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._due: dict[_Item, float] = {}
        self._heap: list[tuple[float, int, _Item]] = []
        self._numbers = count()  # items of the same moment in the order in which they came
        self._failures: dict[_Item, int] = {}

    def __len__(self) -> int:
        return len(self._due)

    def add(self, item: _Item, after: float = 0.0) -> None:
        """Has an item done after so many seconds; one that waits already is done at the sooner of both moments."""
        due = self._clock() + after
        if self._due.get(item, due + 1) > due:
            self._due[item] = due
            heappush(self._heap, (due, next(self._numbers), item))

    def retry(self, item: _Item) -> None:
        """Has an item done again, which failed: after twice the time of its last failure."""
        failures = self._failures.get(item, 0)
        self._failures[item] = min(failures + 1, _MOST_DOUBLINGS)
        self.add(item, min(_FIRST_RETRY_SECONDS * 2**failures, _LONGEST_RETRY_SECONDS))

    def forgive(self, item: _Item) -> None:
        """Forgets that an item ever failed."""
        self._failures.pop(item, None)

    def take(self) -> _Item | None:
        """Takes the item that has been due for longest; None where none is due."""
        while self._heap and self._heap[0][0] <= self._clock():
            due, _, item = heappop(self._heap)
            if self._due.get(item) == due:
                del self._due[item]
                return item
        return None

    def seconds_left(self) -> float | None:
        """Returns how long it is until an item is due; None where none waits."""
        while self._heap and self._due.get(self._heap[0][2]) != self._heap[0][0]:
            heappop(self._heap)
        return max(0.0, self._heap[0][0] - self._clock()) if self._heap else None

    def clear(self) -> None:
        """Forgets everything."""
        self._due.clear()
        self._heap.clear()
        self._failures.clear()
