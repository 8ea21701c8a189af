"""Watches in process: yields the events that the server would send."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from time import monotonic
from types import TracebackType
from typing import Literal, Self, TypeAlias, cast

from kapivara.api.request_parts import Query
from kapivara.codec import decode_json
from kapivara.meta import ApiError, Status
from kapivara.registry.registry import Registry
from kapivara.registry.requests.outcome import Outcome
from kapivara.values import JsonObject
from kapivara.values.record import record

EventWord: TypeAlias = Literal["ADDED", "MODIFIED", "DELETED"]


@record
class WatchEvent:
    """A change of an object; an object that no longer matches the watch's selectors counts as deleted."""

    type: EventWord
    object: JsonObject


class Watch(Iterator[WatchEvent]):
    """The events of a watch, for one thread at a time; `close`, from any thread, ends it, as does the end of a block.

    Iterating raises ApiError where the server would send an ERROR: with code 410 if the next events were compacted.
    """

    def __init__(self, outcome: Outcome, timeout: float | None = None):
        source = outcome.raise_for_status().watch
        if source is None:
            raise ValueError("no watch was asked for")
        self._source = source
        self._end = None if timeout is None else monotonic() + timeout
        self._lines: deque[bytes] = deque()  # received events that were not yielded yet
        self._news = threading.Event()
        self._has_begun = False
        self._is_closed = False
        source.notify(self._news.set)

    def __next__(self) -> WatchEvent:
        while not self._is_closed:
            if self._lines:
                return _event(self._lines.popleft())
            if self._is_late or not self._take():
                break
        self.close()
        raise StopIteration

    @property
    def _is_late(self) -> bool:
        """Whether the timeout has passed; existing events are yielded in any case when a watch begins."""
        return self._has_begun and self._end is not None and monotonic() >= self._end

    def _take(self) -> bool:
        """Receives available events, or waits for some; returns False when the watch is over."""
        source = self._source
        self._has_begun = True
        self._news.clear()
        piece = source.take()
        if piece:
            self._lines.extend(piece.splitlines())
            return True
        if source.is_over:
            return False
        return source.has_more or self._news.wait(None if self._end is None else self._end - monotonic())

    def close(self) -> None:
        """Ends the watch, and wakes the thread that waits for its next event."""
        self._is_closed = True
        self._source.close()
        self._news.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def watch_query(registry: Registry, resource_version: str, *, initial: bool) -> Query:
    """Returns the query parameters for the start of a watch."""
    if initial and resource_version:
        raise ValueError("a watch starts after a resource_version or with existing objects (initial), not both")
    begin = "" if initial else resource_version or str(registry.revision)
    return {"watch": ["true"], "resourceVersion": [begin]}


def _event(line: bytes) -> WatchEvent:
    sent = cast("JsonObject", decode_json(line).value)
    if sent["type"] == "ERROR":
        error = sent["object"]
        raise ApiError(Status(error["code"], error["reason"], error["message"]))
    return WatchEvent(sent["type"], sent["object"])
