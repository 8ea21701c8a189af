"""Writes that are decided by one of several processes over one SQLite file, in view of what the others have decided.

All that is decided stands in a log that the processes share (`shared_log`). Whoever decides holds the lock of the log:
it takes in what has come since it last looked, judges its own write against that, and appends it. So every process has
all writes that are on their way staged, its own and others', in the same order; what becomes durable, whoever wrote it
to the disk, leaves again (`settle`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from kapivara.storage.contract import Compacted, EngineRefusal, Event, Pending, StorageError, Stored, WriteRequest
from kapivara.storage.deciding import stored_by
from kapivara.storage.group_commit import GroupCommit
from kapivara.storage.process_lock import ProcessLock
from kapivara.storage.shared_log import FullLogError, SharedLog
from kapivara.storage.shared_mutex import SharedMutex
from kapivara.storage.sqlite_file import connect_reader
from kapivara.storage.sqlite_staging import Staging
from kapivara.values.record import record

_BATCH = 512
_AT_ONCE = 500
_REVISION = attrgetter("revision")
History: TypeAlias = Callable[[str, int, int], tuple[Sequence[Event], int]]
"""Reads events from the file: (prefix, after which revision, limit) → events, the revision up to which that is all."""


@record
class Settled:
    """What is not on its way any more: events that are durable, up to `revision`, and batches that have ended.

    A `gap` is a revision before the events up to which the history is not kept any more (0: there is none).
    """

    events: Sequence[Event]
    commits: Sequence[GroupCommit]
    revision: int
    gap: int = 0


class SharedStaging(Staging):
    """Decides writes to the file at `path` for one member of a log. `wake` is called when a batch is to be written, and
    `write` by whoever waits for it.
    """

    def __init__(
        self,
        path: Path,
        log: SharedLog,
        lock: ProcessLock | SharedMutex,
        *,
        member: int,
        history: History,
        wake: Callable[[], None],
        write: Callable[[], None],
    ) -> None:
        super().__init__(path, log.durable, wake, write)
        self._log = log
        self._log_lock = lock
        self._member = member
        self._history = history
        self._position = log.start
        self._mark = -1
        self._settled: list[Event] = []
        self._ended: list[GroupCommit] = []
        self._gap = 0
        with self._lock, self._log_lock:
            log.take_losses(member)  # which are those of a process before this one
            self._losses = log.losses
            self._catch_up()

    def decide(self, request: WriteRequest, pending: Pending) -> Stored:
        """Stages a request, or raises why it is refused. Blocks where the log is full of writes on their way."""
        while True:
            with self._lock:
                self._check_open()
                try:
                    with self._log_lock:
                        self._catch_up()
                        event = self._judge(request, pending)
                        self._append(event)
                except FullLogError:
                    first = self._waiting[0] if self._waiting else None
                else:
                    self._stage(event, pending)
                    return stored_by(event)
            if first is None:
                raise EngineRefusal("the value is too large to be shared between workers")
            first.wait()

    def _append(self, event: Event) -> None:
        self._log.append(event)
        self._mark = self._log.mark
        self._position = self._log.end

    def peek(self, key: str, pending: Pending) -> Stored | None:
        """Returns what a staged write leaves under a key; None where none is on its way. Raises KeyNotFound."""
        if key in self._staged and self._log.mark != self._mark:  # another process may have written since
            with self._lock, self._log_lock:
                self._catch_up()
        return super().peek(key, pending)

    def batch(self, *, is_wanted: bool = True) -> list[Event]:
        """Returns the writes that a transaction is to make, of all processes; none where nobody here waits for any.

        Where it need not be wanted, all: a process that was killed may have left some that nobody waits for.
        """
        with self._lock:
            with self._log_lock:
                self._catch_up()
                self._sort_out(self._log.durable)
            if is_wanted and not self._is_wanted:
                return []
            return [event for commit in self._waiting for event in commit.events][:_BATCH]

    @property
    def has_lost(self) -> bool:
        """Whether something was lost that nobody here has been told of. Quick, and does not block."""
        return bool(self._ended) or self._log.losses != self._losses

    def settle(self) -> Settled:
        """Takes out what is durable, or lost; for one caller at a time, who publishes it."""
        with self._lock:
            durable = self._log.durable
            if durable > self._newest or self._log.losses != self._losses:  # looked at after what is durable
                with self._log_lock:
                    self._catch_up()
                    durable = self._log.durable
            self._sort_out(durable)
            settled = Settled(self._settled, self._ended, self.revision, self._gap)
            self._settled, self._ended, self._gap = [], [], 0
            return settled

    def give_up(self, failure: StorageError) -> None:
        """Has all processes forget what could not be written, and all that was decided since."""
        with self._lock, self._log_lock:
            self._catch_up()
            self._log.give_up(str(failure))
            self._catch_up()

    def _catch_up(self) -> None:
        """Takes in what has come to the log. Needs both locks."""
        log = self._log
        mark = log.mark
        if mark == self._mark:  # hot, as all of this: whoever decides comes by here
            return
        if log.losses != self._losses:
            self._losses = log.losses
            self._lose()
        for event in log.read(max(self._position, log.start)):
            if event.revision > self._newest + 1:
                self._fill_gap()
            if event.revision > self._newest:
                self._stage(event, None)
        if self._newest < log.durable:
            self._fill_gap()
        self._position, self._mark = log.end, mark

    def _lose(self) -> None:
        """Forgets what was given up, by whichever process: who waits for it hears why."""
        self._sort_out(self._log.take_losses(self._member))
        failure = StorageError(self._log.failure)
        for commit in self._waiting:
            commit.failure, commit.durable = failure, self.revision
        self._ended += self._waiting
        self._waiting.clear()
        self._staged.clear()
        self._newest = self.revision
        self._position = self._log.start
        self._wake()

    def _fill_gap(self) -> None:
        """Reads in the file what has left the log before it was looked at."""
        durable = self._log.durable
        while self._newest < durable:
            try:
                events, reached = self._history("", self._newest, _AT_ONCE)
            except Compacted:
                self._begin_anew(durable)
                return
            for event in events:
                self._stage(event, None)
            self._newest = max(self._newest, reached)

    def _begin_anew(self, durable: int) -> None:
        """Goes on from a revision, without what led to it."""
        self._ended += self._waiting
        for each in (self._settled, self._waiting, self._staged, self._checked):  # whoever watches reads the file
            each.clear()
        self._known.learn(lambda: connect_reader(self._path))
        self.revision = self._newest = self._gap = durable

    def _sort_out(self, durable: int) -> None:
        """Takes out what is durable, up to a revision, as long as nothing is lost that is staged here."""
        durable = min(durable, self._newest)
        if durable <= self.revision:
            return
        settled: list[Event] = []
        while self._waiting:
            commit = self._waiting[0]
            if commit.events[-1].revision > durable:
                count = bisect_right(commit.events, durable, key=_REVISION)
                settled += commit.events[:count]
                del commit.events[:count]
                break
            settled += commit.events
            self._ended.append(self._waiting.popleft())
        for event in settled:
            staged = self._staged.get(event.key)
            if staged is not None and staged.event is event:
                del self._staged[event.key]
        self._settled += settled
        self.revision = durable
