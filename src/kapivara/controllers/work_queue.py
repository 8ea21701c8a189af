"""A queue of delayed work: each item once, with increasing delays after failures.

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
    """Items by due time. Used by one thread."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock = clock
        self._due: dict[_Item, float] = {}
        self._heap: list[tuple[float, int, _Item]] = []
        self._numbers = count()  # keeps the order of items with the same due time
        self._failures: dict[_Item, int] = {}

    def __len__(self) -> int:
        return len(self._due)

    def add(self, item: _Item, after: float = 0.0) -> None:
        """Queues an item for `after` seconds from now; an item already queued gets the earlier time."""
        due = self._clock() + after
        if self._due.get(item, due + 1) > due:
            self._due[item] = due
            heappush(self._heap, (due, next(self._numbers), item))

    def retry(self, item: _Item) -> None:
        """Queues a failed item again, with twice its last delay."""
        failures = self._failures.get(item, 0)
        self._failures[item] = min(failures + 1, _MOST_DOUBLINGS)
        self.add(item, min(_FIRST_RETRY_SECONDS * 2**failures, _LONGEST_RETRY_SECONDS))

    def forgive(self, item: _Item) -> None:
        """Resets the failures of an item."""
        self._failures.pop(item, None)

    def take(self) -> _Item | None:
        """Removes and returns the item that has been due for longest; None if none is due."""
        while self._heap and self._heap[0][0] <= self._clock():
            due, _, item = heappop(self._heap)
            if self._due.get(item) == due:
                del self._due[item]
                return item
        return None

    def seconds_left(self) -> float | None:
        """Returns the seconds until the next item is due; None if the queue is empty."""
        while self._heap and self._due.get(self._heap[0][2]) != self._heap[0][0]:
            heappop(self._heap)
        return max(0.0, self._heap[0][0] - self._clock()) if self._heap else None

    def clear(self) -> None:
        """Removes everything."""
        self._due.clear()
        self._heap.clear()
        self._failures.clear()
