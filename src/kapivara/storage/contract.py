"""The contract of every storage: versioned bytes under string keys, with one history for all keys.

An engine stores JSON bytes without parsing them. The registry encodes objects, sets `metadata.resourceVersion` from the
returned revision, and defines the keys. Each successful write takes the next revision of one global counter, as in
etcd: an empty storage is at revision 1 and the first write makes 2 ("0" has a special meaning in the API, so no list
may carry it).

The engine first decides a write (assigns a revision or rejects the write) and makes it durable later, together with
other writes, in a `Commit`. A caller that can wait for durability later passes a `Pending`, which records the commit to
wait for. Without a `Pending` the call waits.

All methods are thread-safe. Each docstring states whether the method blocks; an event loop calls a method that may wait
for a disk or a network from a thread.
"""

# ruff: noqa: N818 (the exceptions are outcomes and bear the names of the design's vocabulary)
from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self, TypeAlias

from kapivara.values.record import record, slot_record

FIRST_REVISION = 1
"""The revision of a storage without any write."""


@slot_record
class Stored:
    """One stored value and the revision of the write that stored it.

    `damage` describes the damage to a value that the medium lost or changed; such a `value` must not be used.
    """

    key: str
    value: bytes
    revision: int
    damage: str = ""


@record
class Listing:
    """A page of values at one revision, sorted by key (by code points).

    `revision` is the revision of the page: pass it as `at_revision`, with the last key as `after`, to read the next
    page, or watch from it. `has_more` is True if more values under the prefix follow this page. `remaining` is their
    number, or None if the caller did not ask for it.
    """

    items: Sequence[Stored]
    revision: int
    has_more: bool = False
    remaining: int | None = None


class EventType(StrEnum):
    """The effect of a write on its key, in the words of the watch API."""

    ADDED = "ADDED"
    MODIFIED = "MODIFIED"
    DELETED = "DELETED"


@slot_record
class Event:
    """One write. `value` is None for DELETED; `old_value`, the value before the write, is None for ADDED.

    `revision` is the revision of the write, `old_revision` that of the old value (0 for ADDED).
    """

    type: EventType
    key: str
    value: bytes | None
    old_value: bytes | None
    revision: int
    old_revision: int = 0


@record
class Unchanged:
    """A precondition of a write: another key exists and still has this revision."""

    key: str
    revision: int


@record
class NothingSince:
    """A precondition of a write: no value under a prefix is newer than this revision. Deletions do not count."""

    prefix: str
    revision: int


Precondition: TypeAlias = Unchanged | NothingSince


@slot_record
class WriteRequest:
    """One requested write; `value` is None for a deletion, `expected` is 0 for a new key."""

    kind: EventType
    key: str
    value: bytes | None
    expected: int = 0
    preconditions: Sequence[Precondition] = ()


class StorageError(Exception):
    """A storage operation failed. Raised directly if the medium failed (unreadable, full, in use)."""


class Closed(StorageError):
    """The storage or the watch is closed."""


class EngineRefusal(StorageError):
    """The database behind the engine rejected the operation (too large, no space, not permitted), with its message."""


class Unavailable(StorageError):
    """The storage did not answer in time; a requested write may have been made, or may still be made."""


class KeyNotFound(StorageError):
    """Nothing is stored under the key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} not found")
        self.key = key


class AlreadyExists(StorageError):
    """The key already exists."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} already exists")
        self.key = key


class Conflict(StorageError):
    """The key has another revision than expected; `current` is the stored value, so a retry needs no read."""

    def __init__(self, expected: int, current: Stored) -> None:
        super().__init__(f"key {current.key!r} is at revision {current.revision}, not {expected}")
        self.key = current.key
        self.expected = expected
        self.current = current


class Compacted(StorageError):
    """The requested revision is older than the history; `compacted` is the oldest available revision."""

    def __init__(self, requested: int, compacted: int) -> None:
        super().__init__(f"revision {requested} is compacted, the history starts at {compacted}")
        self.requested = requested
        self.compacted = compacted


class PreconditionFailed(StorageError):
    """A precondition of a write does not hold; `key` is the key or prefix of the precondition.

    `revision` is the storage's revision at that moment: a reader that has followed the key up to it knows the cause.
    """

    def __init__(self, precondition: Precondition, revision: int) -> None:
        key = precondition.key if isinstance(precondition, Unchanged) else precondition.prefix
        super().__init__(f"{key!r} has changed since revision {precondition.revision}")
        self.key = key
        self.precondition = precondition
        self.revision = revision


class FutureRevision(StorageError):
    """The requested revision is in the future; `current` is the newest revision."""

    def __init__(self, requested: int, current: int) -> None:
        super().__init__(f"revision {requested} is in the future, the current one is {current}")
        self.requested = requested
        self.current = current


class Commit(Protocol):
    """Writes that become durable together. Commits are made in the order of their numbers.

    If a write is lost, all writes decided after reading it are lost too.
    """

    number: int
    failure: StorageError | None
    """The reason why the writes are lost; None if they are not."""

    def when_done(self, callback: Callable[[], None]) -> None:
        """Requests an early commit and calls `callback`, from any thread, once the commit has succeeded or failed.

        `callback` must be quick and must not call the storage. A quick commit may run inside this call.
        """
        ...

    def wait(self) -> None:
        """Blocks until the commit has succeeded or failed."""
        ...


class Pending:
    """The newest commit that a response has to wait for: it holds a write of the request, or one that the request read.

    `revision` is the revision of that write. A response must not reveal a write that can still be lost. Not
    thread-safe.
    """

    __slots__ = ("commit", "revision")

    def __init__(self) -> None:
        self.commit: Commit | None = None
        self.revision = 0

    def note(self, commit: Commit, revision: int) -> None:
        """Records a write and its commit; never replaces a commit that failed."""
        if self.commit is None or (self.revision < revision and self.failure is None):
            self.commit = commit
            self.revision = revision

    @property
    def failure(self) -> StorageError | None:
        """The reason why the recorded write is lost; None if it is not."""
        return None if self.commit is None else self.commit.failure

    def wait(self) -> None:
        """Blocks until all recorded writes are durable; raises a new StorageError per call if they are lost."""
        if self.commit is not None:
            self.commit.wait()
            if (failure := self.failure) is not None:
                raise StorageError(str(failure)) from failure


class Watch(Protocol):
    """The events under one prefix in the order of their revisions, each exactly once. One consumer at a time.

    A slow consumer costs no memory: `take` reads the missed events from the history, and raises Compacted if compaction
    has removed them. A consumer that keeps up never meets Compacted.
    """

    @property
    def revision(self) -> int:
        """The newest revision up to which the consumer has taken every event, fit for a bookmark. Does not block.

        It advances with every write to the storage, also with writes outside the prefix.
        """
        ...

    @property
    def lags(self) -> bool:
        """Whether `take` has to read the history and so may block. Does not block."""
        ...

    def take(self, limit: int = 100) -> list[Event]:
        """Returns the available events, about `limit` at most, without waiting; an empty list if there are none yet.

        Events of one revision, which other clients of a shared storage can write, are returned together. Blocks while
        it reads the history, if the watch lags. Raises Closed after `close` of the watch or of its storage, and
        Compacted.
        """
        ...

    def notify(self, callback: Callable[[], None]) -> None:
        """Registers `callback`, which is called from any thread, at once the first time, when `take` may return events.

        It is called after events arrive and on closing. It must be quick and must not call the storage, which may be in
        the middle of a write. After a call, repeat `take` until it returns nothing, or less than its limit while the
        watch does not lag: earlier events may cause no further call.
        """
        ...

    def close(self) -> None:
        """Ends the watch. Does not block. Repeated calls do nothing."""
        ...


class Storage(Protocol):
    """A storage engine: memory, SQLite or etcd. A completed write is as durable as the engine promises.

    `create`, `update` and `delete` block until the write is durable: in memory for a moment, on a disk until the flush.
    With a `pending` they return once the write is decided, against all writes decided before; the caller must wait for
    `pending` before it reveals the write or its rejection. Writes may have preconditions on other keys: if one does not
    hold at that moment, the engine writes nothing and raises PreconditionFailed before any other check.
    """

    decides_at_once: bool
    """Whether `get`, and writes with a `pending`, wait for no flush and no network, so that an event loop may call
    them.
    """

    @property
    def revision(self) -> int:
        """The revision of the newest durable write. Does not block."""
        ...

    def reaches(self, revision: int) -> bool:
        """Returns True if the storage has reached a revision, through this or another server on the same storage.

        Blocks if the engine has to ask the database.
        """
        return revision <= self.revision

    def join_loop(self) -> None:
        """Lets the storage use the running event loop, on which the server answers requests.

        For engines that wait for a network. Lasts until `leave_loop`, which is called on the same loop before the loop
        ends.
        """
        return

    def leave_loop(self) -> None:
        """Ends the storage's work on the running event loop."""
        return

    def check(self) -> None:
        """Raises StorageError if the storage cannot be read. Blocks briefly."""
        with suppress(KeyNotFound):
            self.get("/health")

    def create(
        self, key: str, value: bytes, preconditions: Sequence[Precondition] = (), pending: Pending | None = None
    ) -> Stored:
        """Stores a new key. Raises AlreadyExists and PreconditionFailed."""
        return self._write(WriteRequest(EventType.ADDED, key, value, 0, preconditions), pending)

    def get(self, key: str, pending: Pending | None = None) -> Stored:
        """Returns the value under the key; with a `pending`, also a value whose write is not durable yet.

        Blocks during the read. Raises KeyNotFound.
        """
        ...

    def list(
        self, prefix: str, *, limit: int = 0, after: str = "", at_revision: int | None = None, counts: bool = False
    ) -> Listing:
        """Lists the values whose keys start with `prefix` and sort after `after`; a `limit` of 0 means all.

        An empty `after` starts at the first key, which may be the empty key. Without `at_revision` the list is of the
        newest revision. With `counts` it sets `remaining`: at no cost for the first page of the newest revision under a
        prefix that ends in a slash, otherwise the engine may have to count. Blocks during the read. Raises Compacted
        and FutureRevision.
        """
        ...

    def update(
        self,
        key: str,
        value: bytes,
        expected_revision: int,
        preconditions: Sequence[Precondition] = (),
        pending: Pending | None = None,
    ) -> Stored:
        """Replaces a value that still has `expected_revision`.

        Raises KeyNotFound, Conflict and PreconditionFailed.
        """
        return self._write(WriteRequest(EventType.MODIFIED, key, value, expected_revision, preconditions), pending)

    def delete(
        self,
        key: str,
        expected_revision: int,
        preconditions: Sequence[Precondition] = (),
        pending: Pending | None = None,
    ) -> Stored:
        """Deletes a key that still has `expected_revision`.

        Returns the last value with the revision of the deletion. Raises KeyNotFound, Conflict and PreconditionFailed.
        """
        return self._write(WriteRequest(EventType.DELETED, key, None, expected_revision, preconditions), pending)

    def _write(self, request: WriteRequest, pending: Pending | None) -> Stored:
        """Decides a write; without a `pending`, waits until the write, or the write that caused its rejection, is
        durable.
        """
        if pending is not None:
            return self._decide(request, pending)
        pending = Pending()
        try:
            return self._decide(request, pending)
        finally:
            pending.wait()

    def _decide(self, request: WriteRequest, pending: Pending) -> Stored:
        """Makes a write or raises its rejection; records in `pending` the commit on which the result depends."""
        ...

    def watch(self, prefix: str, from_revision: int | None = None) -> Watch:
        """Watches the events under the prefix with revisions greater than `from_revision` (None: from now on).

        Pass the revision of a list unchanged. Blocks while it looks up the history. Raises Compacted and
        FutureRevision.
        """
        ...

    def forget_after(self, prefix: str, seconds: float) -> bool:  # noqa: ARG002  most engines forget nothing by themselves
        """Lets the engine delete each key under a prefix `seconds`, or a little more, after its last write through this
        server.

        Such a deletion is an event like any other. Returns False if the engine cannot do this; does not block.
        """
        return False

    def compact(self, revision: int) -> None:
        """Removes the history that is not visible at `revision` or later; does nothing if that was done before.

        Engines also compact by themselves, see `retention`. Blocks until done. Raises FutureRevision.
        """
        ...

    def take_turn(self, on_change: Callable[[bool], None]) -> None:
        """Calls `on_change`, from any thread, with True when this server becomes the leader and False when it stops
        being it.

        At most one server of a storage is the leader; it does the work that must be done once. The only server of a
        storage becomes the leader at once and stays it. Called once; `close` gives up the leadership. Does not block.
        """
        on_change(True)

    def close(self) -> None:
        """Ends all watches and closes the medium; blocks until the running writes are done.

        Repeated calls do nothing.
        """
        ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
