"""Passes events to the log: arrivals at once, events that need work through a thread.

An event decodes the objects of request and response once more, which would block the event loop, and no client waits
for it. If too many events wait, they are built by their requests, which slows these down like kube-apiserver's
`blocking` mode; in `batch` mode they are dropped and counted. Upstream:
apiserver/plugin/pkg/audit/{log/backend,buffered/buffered}.go (1.37).
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from kapivara.server.audit.log_file import EventLog
from kapivara.server.metrics.audit_counts import AuditCounts
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_LOG: Final = logging.getLogger("kapivara")
_MOST_EVENTS: Final = 10_000
_MOST_BYTES: Final = 64 * 1024 * 1024
_PATIENCE_SECONDS: Final = 10.0


class AuditMode(StrEnum):
    """The action before a request continues: none, writing its event, or also rejecting it if that fails."""

    BATCH = "batch"
    BLOCKING = "blocking"
    BLOCKING_STRICT = "blocking-strict"


@record
class _Waiting:
    """An event to build, with its approximate size in bytes."""

    make: Callable[[], bytes]
    size: int


class AuditWriter:
    """Writes events to a log, from many threads."""

    def __init__(self, log: EventLog, mode: AuditMode, counts: AuditCounts):
        self.mode = mode
        self.counts = counts
        self._log = log
        self._lock = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._bytes = 0
        self._news = threading.Event()
        self._is_over = False
        self._has_complained = False
        self._thread = threading.Thread(target=self._run, name="audit", daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> bool:
        """Writes an event, now or in `batch` mode soon; returns True on success."""
        if self.mode is AuditMode.BATCH:
            self.write_later(lambda: line, len(line))
            return True
        return self._write(line)

    def write_later(self, make: Callable[[], bytes], size: int) -> None:
        """Queues the building and writing of an event, which holds about `size` bytes until then."""
        if len(self._waiting) >= _MOST_EVENTS or (self._waiting and self._bytes + size > _MOST_BYTES):
            if self.mode is AuditMode.BATCH:
                self.counts.errors += 1
            else:
                self._make(make)
            return
        self._bytes += size
        self._waiting.append(_Waiting(make, size))
        self._news.set()

    def close(self) -> None:
        """Writes the queued events, and closes the log."""
        self._is_over = True
        self._news.set()
        self._thread.join(_PATIENCE_SECONDS)
        with self._lock:
            self._log.close()

    def _run(self) -> None:
        with deep_stack():
            while not self._is_over or self._waiting:
                self._news.wait()
                self._news.clear()
                while self._waiting:
                    waiting = self._waiting.popleft()
                    self._make(waiting.make)
                    self._bytes -= waiting.size

    def _make(self, make: Callable[[], bytes]) -> None:
        try:
            line = make()
        except Exception as failure:  # a bug in this program: other events continue
            _LOG.error("an audit event could not be made: %s", type(failure).__name__)
            self.counts.errors += 1
            return
        self._write(line)

    def _write(self, line: bytes) -> bool:
        with self._lock:
            try:
                self._log.write(line)
            except (OSError, ValueError) as error:
                self.counts.errors += 1
                if not self._has_complained:
                    self._has_complained = True
                    _LOG.error("audit events cannot be written: %s", error)
                return False
            self._has_complained = False
            self.counts.events += 1
            return True
