"""No resource takes all the threads: what is asked of one beyond its share waits until another of its own is done.

A definition with rules that take long, or definitions that are judged one after another, would otherwise leave nobody
to answer for the rest.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from kapivara.server.workers import Done, Work, Workers

Key = tuple[str, ...]


class _Queue:
    """What is under way for one resource, and what waits."""

    __slots__ = ("under_way", "waiting")

    def __init__(self) -> None:
        self.under_way = 0
        self.waiting: deque[tuple[Work[Any], Done[Any]]] = deque()


class Shares:
    """Has work done by workers, at most `share` of it at a time for one key. Used within the event loop alone."""

    def __init__(self, workers: Workers, share: int):
        self._workers = workers
        self._share = share
        self._queues: dict[Key, _Queue] = {}

    def run(self, key: Key, work: Work[Any], done: Done[Any]) -> None:
        """Has work done, now or when there is room for its key."""
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = _Queue()
        if queue.under_way >= self._share:
            queue.waiting.append((work, done))
            return
        queue.under_way += 1
        try:
            self._begin(key, work, done)
        except RuntimeError:  # no thread can be had
            self._end(key)
            raise

    def _begin(self, key: Key, work: Work[Any], done: Done[Any]) -> None:
        def ended(result: Any) -> None:
            self._end(key)
            done(result)

        self._workers.run(work, ended)

    def _end(self, key: Key) -> None:
        queue = self._queues[key]
        if queue.waiting:
            self._begin(key, *queue.waiting.popleft())
            return
        queue.under_way -= 1
        if not queue.under_way:
            del self._queues[key]
