"""Decides writes and collects the decided ones in batches until they are in the SQLite file.

A write is decided against the staged writes (for each key the newest decided write that is not in the file yet) and
otherwise against the file. So it gets its rejection or its revision at once, and the writer (`sqlite_writer`) only
executes the batches. If a batch fails, all staged writes are lost with it, because they were decided after it.

All threads share this under one lock, which is held for one look-up in the file at most.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from math import inf
from pathlib import Path

from kapivara.storage.contract import (
    FIRST_REVISION,
    Closed,
    Event,
    KeyNotFound,
    NothingSince,
    Pending,
    Precondition,
    PreconditionFailed,
    StorageError,
    Stored,
    Unchanged,
    WriteRequest,
)
from kapivara.storage.deciding import make_event, stored_by
from kapivara.storage.key_range import key_bytes, key_text, prefix_end
from kapivara.storage.sqlite.file import connect_reader, storage_error
from kapivara.storage.sqlite.group_commit import GroupCommit
from kapivara.storage.sqlite.known_keys import KnownKeys
from kapivara.storage.sqlite.rows import find_current
from kapivara.values.record import slot_record

_BATCH = 512
_MOST_CHECKED = 1_000
_IS_AT = "SELECT 1 FROM objects WHERE key = ? AND revision = ?"
_NEWER = "SELECT key FROM objects WHERE key >= ? AND key < ? AND revision > ?"


@slot_record
class _Staged:
    """The newest staged write of a key, and its batch."""

    event: Event
    commit: GroupCommit

    @property
    def stored(self) -> Stored | None:
        """The value under the key after the write; None after a deletion."""
        event = self.event
        return None if event.value is None else Stored(event.key, event.value, event.revision)


class Staging:
    """Decides writes to the file at `path`, which is at `revision`. Calls `wake` when a batch has to be written.

    If a caller waits for the batch, calls `write` instead, if given: the waiting caller may write the batch itself.
    """

    def __init__(
        self, path: Path, revision: int, wake: Callable[[], None], write: Callable[[], None] | None = None
    ) -> None:
        self.revision = revision
        """The newest durable revision."""
        self._path = path
        self._connection = connect_reader(path)
        self._wake = wake
        self._write = write or wake
        self._lock = threading.Lock()
        self._newest = revision
        self._staged: dict[str, _Staged] = {}
        self._known = KnownKeys()
        if revision > FIRST_REVISION:
            self._known.learn(lambda: connect_reader(path))
        self._checked: dict[str, int] = {}
        """Keys of fulfilled preconditions with their revisions, which hold until a staged write: there is no other
        writer.
        """
        self._waiting: deque[GroupCommit] = deque()
        self._last: GroupCommit | None = None
        self._wanted = 0
        """Callers wait for the commits up to this number."""
        self._is_closed = False

    def decide(self, request: WriteRequest, pending: Pending) -> Stored:
        """Stages a write; raises its rejection."""
        with self._lock:
            event = self._judge(request, pending)
            self._stage(event, pending)
        return stored_by(event)

    def _judge(self, request: WriteRequest, pending: Pending) -> Event:
        """Returns the event of a write; raises its rejection."""
        self._check_open()
        if pending.commit is not None and (lost := pending.failure) is not None:
            raise StorageError(str(lost)) from lost  # the write may depend on the lost one
        try:
            for each in request.preconditions:
                self._check(each, pending)
            return make_event(request, self._find(request.key, pending), self._newest + 1)
        except sqlite3.Error as error:
            raise storage_error(self._path, error) from error

    def _stage(self, event: Event, pending: Pending) -> None:
        """Adds a decided write to the next batch."""
        self._newest = event.revision
        if event.old_value is None:
            self._known.add(event.key)
        commit = self._commit_to_join()
        commit.add(event)
        self._staged[event.key] = _Staged(event, commit)
        self._checked.pop(event.key, None)
        pending.note(commit, event.revision)

    def peek(self, key: str, pending: Pending) -> Stored | None:
        """Returns the staged value under a key; None if no write of the key is staged. Raises KeyNotFound."""
        with self._lock:
            staged = self._staged.get(key)
            if staged is None:
                return None
            pending.note(staged.commit, staged.event.revision)
        if (stored := staged.stored) is None:
            raise KeyNotFound(key)
        return stored

    def _check(self, precondition: Precondition, pending: Pending) -> None:
        holds = self._is_unchanged if isinstance(precondition, Unchanged) else self._is_nothing_since
        if not holds(precondition):  # type: ignore[arg-type]  # each is asked for its own
            if self._staged and self._last is not None:
                pending.note(self._last, self._newest)
            raise PreconditionFailed(precondition, self._newest)

    def _is_unchanged(self, precondition: Unchanged) -> bool:
        if staged := self._staged.get(precondition.key):
            return staged.event.value is not None and staged.event.revision == precondition.revision
        key, revision = precondition.key, precondition.revision
        if self._checked.get(key) == revision:
            return True
        holds = self._connection.execute(_IS_AT, (key_bytes(key), revision)).fetchone() is not None
        if holds:
            if len(self._checked) >= _MOST_CHECKED:
                self._checked.clear()
            self._checked[key] = revision
        return holds

    def _is_nothing_since(self, precondition: NothingSince) -> bool:
        prefix, revision = precondition.prefix, precondition.revision
        for key, staged in self._staged.items():
            if staged.event.value is not None and staged.event.revision > revision and key.startswith(prefix):
                return False
        newer = self._connection.execute(_NEWER, (key_bytes(prefix), prefix_end(prefix), revision))
        return all(key_text(key) in self._staged for (key,) in newer)

    def _find(self, key: str, pending: Pending) -> Stored | None:
        if staged := self._staged.get(key):
            pending.note(staged.commit, staged.event.revision)
            return staged.stored
        return find_current(self._connection, key_bytes(key)) if self._known.may_hold(key) else None

    def _commit_to_join(self) -> GroupCommit:
        """Returns the batch for the next write: the last waiting one, or a new one if that is full."""
        last = self._last
        if last is None or not self._waiting or len(last.events) >= _BATCH:
            if last is not None and last.number > self._wanted:
                self._wanted = last.number
                self._wake()
            last = self._last = GroupCommit(last.number + 1 if last else 1, self._lock, self._hasten, self._wake)
            self._waiting.append(last)
        return last

    def _hasten(self, number: int) -> None:
        with self._lock:
            if number <= self._wanted:
                return
            self._wanted = number
        self._write()

    def take(self, most_bytes: float = inf) -> GroupCommit | None:
        """Returns the next batch to write; None if no caller waits for one or it is larger than `most_bytes`."""
        with self._lock:
            if not self._is_wanted or self._waiting[0].size > most_bytes:
                return None
            return self._waiting.popleft()

    @property
    def is_wanted(self) -> bool:
        """Whether a caller waits for staged writes."""
        with self._lock:
            return self._is_wanted

    @property
    def _is_wanted(self) -> bool:
        return bool(self._waiting) and (self._waiting[0].number <= self._wanted or self._is_closed)

    def note_durable(self, commit: GroupCommit) -> None:
        """Removes the writes of a batch that is now in the file."""
        with self._lock:
            self.revision = commit.events[-1].revision
            for event in commit.events:
                if self._staged[event.key].event is event:
                    del self._staged[event.key]

    def roll_back(self, commit: GroupCommit, failure: StorageError) -> list[GroupCommit]:
        """Drops a failed batch and all batches decided after it; returns the lost batches.

        Their revisions are assigned again: no response revealed them, and a request that has read them cannot write any
        more.
        """
        with self._lock:
            lost = [commit, *self._waiting]
            self._waiting.clear()
            self._staged.clear()
            self._newest = self.revision
            for each in lost:
                each.failure = failure
            return lost

    def close(self) -> None:
        """Rejects further writes; the staged ones are still to be written."""
        self._known.close()
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                self._connection.close()

    def _check_open(self) -> None:
        if self._is_closed:
            raise Closed("the storage is closed")
