"""Limits the threads of each resource: further requests wait for the resource's own.

Otherwise a CRD with slow rules, or CRDs validated one after another, would use all threads.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from kapivara.server.dispatch.workers import Done, Work, Workers

Key = tuple[str, ...]


class _Queue:
    """The running and waiting requests of one resource."""

    __slots__ = ("under_way", "waiting")

    def __init__(self) -> None:
        self.under_way = 0
        self.waiting: deque[tuple[Work[Any], Done[Any]]] = deque()


class Shares:
    """Runs work in threads, at most `share` at a time per key. For one event loop only."""

    def __init__(self, workers: Workers, share: int):
        self._workers = workers
        self._share = share
        self._queues: dict[Key, _Queue] = {}

    def run(self, key: Key, work: Work[Any], done: Done[Any]) -> None:
        """Runs work, now or when its key has room."""
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = _Queue()
        if queue.under_way >= self._share:
            queue.waiting.append((work, done))
            return
        queue.under_way += 1
        try:
            self._begin(key, work, done)
        except RuntimeError:  # no thread is available
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
