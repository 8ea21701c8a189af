"""The amount of history that an engine keeps before it compacts by itself.

History serves watches and lists at a past revision. The API server compacts its etcd every five minutes; the engines
keep history for the same time, with two more bounds for many or large writes within that time. A reader that needs
older history gets Compacted, and clients then list again. Upstream: apiserver/pkg/storage/etcd3/compact.go compactor
(1.37).
"""

from __future__ import annotations

from collections import deque

from kapivara.values.record import slot_record

_MIB = 1024 * 1024


@slot_record
class Retention:
    """The bounds of the history; the first bound that is exceeded triggers compaction. Each is kept within one step."""

    seconds: float = 300.0
    entries: int = 100_000
    size: int = 256 * _MIB


IN_MEMORY = Retention(entries=10_000, size=64 * _MIB)
"""The default for a history in memory."""


@slot_record
class _Mark:
    """The revision of the storage at `time`, and the bytes written from opening until then."""

    time: float
    revision: int
    written: int


class HistoryBudget:
    """Computes the time and the revision of the next compaction. Not thread-safe: the engine calls it from one place.

    History found at opening counts as written at that moment. `steps` is the number of compactions per retention, so
    the history exceeds its bounds by one step at most.
    """

    def __init__(self, retention: Retention, revision: int, now: float, *, steps: int = 64) -> None:
        self._retention = retention
        self._steps = steps
        self._revision = revision
        self._written = 0
        self._marks = deque((_Mark(now, revision, 0),))

    def note(self, revision: int, size: int, now: float) -> None:
        """Records writes of `size` bytes that ended at `revision`."""
        self._revision = revision
        self._written += size
        if not self._marks or self._is_apart(self._marks[-1], now):
            self._marks.append(_Mark(now, revision, self._written))

    def _is_apart(self, last: _Mark, now: float) -> bool:
        retention, steps = self._retention, self._steps
        return (
            (self._revision - last.revision) * steps >= retention.entries
            or (self._written - last.written) * steps >= retention.size
            or (now - last.time) * steps >= retention.seconds
        )

    def is_due(self, now: float) -> bool:
        """Returns True if `due` would return a revision."""
        return bool(self._marks) and self._is_over(self._marks[0], now)

    def due(self, now: float) -> int:
        """Returns the revision to compact to, each once; 0 if no compaction is due."""
        target = 0
        while self._marks and self._is_over(self._marks[0], now):
            target = self._marks.popleft().revision
        if not self._marks and target < self._revision:
            self._marks.append(_Mark(now, self._revision, self._written))
        return target

    def _is_over(self, mark: _Mark, now: float) -> bool:
        retention = self._retention
        return (
            now - mark.time >= retention.seconds
            or self._revision - mark.revision >= retention.entries
            or self._written - mark.written >= retention.size
        )

    def next_due(self, now: float) -> float | None:
        """Returns the seconds until age alone makes a compaction due; None if there is no history left to age."""
        return max(0.0, self._marks[0].time + self._retention.seconds - now) if self._marks else None


def footprint(key: str, value: bytes | None) -> int:
    """Estimates the bytes that one write adds to the history."""
    return len(key) + (len(value) if value is not None else 0) + 100
