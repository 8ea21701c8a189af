"""Writes that are decided and not yet in the SQLite file: what they are decided against, and the batches they wait in.

A write is judged against the file and, before that, against what is staged: the newest decided write of every key that
is on its way. So it is refused or has its revision at once, and the writer (`sqlite_writer`) only carries out, batch by
batch, what was decided. Where a batch fails, everything that is staged was decided in view of it, and is lost with it.

All threads share this under one lock, which is held for a look into the file at most.
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
from kapivara.storage.group_commit import GroupCommit
from kapivara.storage.key_range import key_bytes, key_text, prefix_end
from kapivara.storage.known_keys import KnownKeys
from kapivara.storage.sqlite_file import connect_reader, storage_error
from kapivara.storage.sqlite_rows import find_current
from kapivara.values.record import slot_record

_BATCH = 512
_MOST_CHECKED = 1_000
_IS_AT = "SELECT 1 FROM objects WHERE key = ? AND revision = ?"
_NEWER = "SELECT key FROM objects WHERE key >= ? AND key < ? AND revision > ?"


@slot_record
class _Staged:
    """The newest write of a key that is on its way, and with what."""

    event: Event
    commit: GroupCommit

    @property
    def stored(self) -> Stored | None:
        """What stands under the key after it; None after a deletion."""
        event = self.event
        return None if event.value is None else Stored(event.key, event.value, event.revision)


class Staging:
    """Decides writes to the file at `path`, which is at `revision`. `wake` is called when a batch is to be written.

    Where somebody waits for the batch, `write` is called instead, if given: who waits may as well write it.
    """

    def __init__(
        self, path: Path, revision: int, wake: Callable[[], None], write: Callable[[], None] | None = None
    ) -> None:
        self.revision = revision
        """The newest revision that is durable."""
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
        """Keys that writes were made on condition of, and the revisions at which they stand: nobody else writes."""
        self._waiting: deque[GroupCommit] = deque()
        self._last: GroupCommit | None = None
        self._wanted = 0
        """Up to this number, commits are waited for."""
        self._is_closed = False

    def decide(self, request: WriteRequest, pending: Pending) -> Stored:
        """Stages a request, or raises why it is refused."""
        with self._lock:
            event = self._judge(request, pending)
            self._stage(event, pending)
        return stored_by(event)

    def _judge(self, request: WriteRequest, pending: Pending) -> Event:
        """Returns what a request comes to, or raises why it is refused."""
        self._check_open()
        if pending.commit is not None and (lost := pending.failure) is not None:
            raise StorageError(str(lost)) from lost  # the write may be about what was lost
        try:
            for each in request.preconditions:
                self._check(each, pending)
            return make_event(request, self._find(request.key, pending), self._newest + 1)
        except sqlite3.Error as error:
            raise storage_error(self._path, error) from error

    def _stage(self, event: Event, pending: Pending) -> None:
        """Adds a decided write to the batch that the caller waits for."""
        self._newest = event.revision
        if event.old_value is None:
            self._known.add(event.key)
        commit = self._commit_to_join()
        commit.add(event)
        self._staged[event.key] = _Staged(event, commit)
        self._checked.pop(event.key, None)
        pending.note(commit, event.revision)

    def peek(self, key: str, pending: Pending) -> Stored | None:
        """Returns what a staged write leaves under a key; None where none is on its way. Raises KeyNotFound."""
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
        """Returns the batch that a write goes into: the last one that waits, or another where that is full."""
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
        """Returns the next batch to write; None where nobody waits for one, or it is larger than that."""
        with self._lock:
            if not self._is_wanted or self._waiting[0].size > most_bytes:
                return None
            return self._waiting.popleft()

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for writes that are staged here."""
        with self._lock:
            return self._is_wanted

    @property
    def _is_wanted(self) -> bool:
        return bool(self._waiting) and (self._waiting[0].number <= self._wanted or self._is_closed)

    def note_durable(self, commit: GroupCommit) -> None:
        """Takes note that a batch is in the file."""
        with self._lock:
            self.revision = commit.events[-1].revision
            for event in commit.events:
                if self._staged[event.key].event is event:
                    del self._staged[event.key]

    def roll_back(self, commit: GroupCommit, failure: StorageError) -> list[GroupCommit]:
        """Forgets a batch that could not be written, and all that was decided since; returns the batches that are lost.

        Their revisions are given out again: nobody was told of them, and who has seen them can write nothing more.
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
        """Decides no more; what is staged is still to be written."""
        self._known.close()
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                self._connection.close()

    def _check_open(self) -> None:
        if self._is_closed:
            raise Closed("the storage is closed")
