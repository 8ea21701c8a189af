"""How much history an engine keeps before it compacts by itself.

History serves watches and listings at a past revision. The server compacts its etcd every five minutes; the same age
is kept here, and two more bounds hold where many or large writes come within that time. A reader that needs more than
was kept gets Compacted, which clients answer by listing again.
Upstream: apiserver/pkg/storage/etcd3/compact.go compactor (1.37).
"""

from __future__ import annotations

from collections import deque

from kapivara.values.record import slot_record

_MIB = 1024 * 1024


@slot_record
class Retention:
    """The bounds of the history: each is kept with a tolerance of a step, and whichever is met first holds."""

    seconds: float = 300.0
    entries: int = 100_000
    size: int = 256 * _MIB


IN_MEMORY = Retention(entries=10_000, size=64 * _MIB)
"""The default where the history costs memory."""


@slot_record
class _Mark:
    """At `time` the storage was at `revision` and had written `written` bytes since it was opened."""

    time: float
    revision: int
    written: int


class HistoryBudget:
    """Tells when to compact, and to which revision. Not thread-safe: its engine calls it from one place.

    History found at opening counts as written at that moment. `steps` is how often it is compacted within a retention:
    so much more than that is kept, at most, as one of them takes.
    """

    def __init__(self, retention: Retention, revision: int, now: float, *, steps: int = 64) -> None:
        self._retention = retention
        self._steps = steps
        self._revision = revision
        self._written = 0
        self._marks = deque((_Mark(now, revision, 0),))

    def note(self, revision: int, size: int, now: float) -> None:
        """Takes account of writes of `size` bytes that ended at `revision`."""
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
        """Tells whether `due` would name a revision."""
        return bool(self._marks) and self._is_over(self._marks[0], now)

    def due(self, now: float) -> int:
        """Returns the revision to compact to; 0: nothing is due. A revision is named once."""
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
        """Returns in how many seconds age alone makes something due; None where no history is left to age."""
        return max(0.0, self._marks[0].time + self._retention.seconds - now) if self._marks else None


def footprint(key: str, value: bytes | None) -> int:
    """Estimates what one write adds to the history, in bytes."""
    return len(key) + (len(value) if value is not None else 0) + 100
