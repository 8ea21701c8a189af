"""The contract of every storage: versioned bytes under string keys, one history for all of them.

An engine keeps JSON bytes without looking into them; who encodes, who adds `metadata.resourceVersion` (the revision of
the answer) and what a key means is the registry's affair. Each successful write takes the next revision of one global
counter, as in etcd: an empty storage is at revision 1, the first write makes 2 ("0" has a meaning of its own in the
API, so no listing may carry it).

A write is decided first (it takes its revision, or is refused) and durable later, together with others: a `Commit`.
Who can wait for that later brings a `Pending`, which is told what to wait for; all others wait at once.

All methods may be called from many threads at once. Each says whether it blocks: where it may wait for a disk or a
network, an event loop calls it from a thread.
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
"""The revision of a storage in which nothing was ever written."""


@slot_record
class Stored:
    """One value as it was written, and the revision of the write that made it so.

    `damage` says what became of the bytes where the medium has lost or changed them: `value` is not to be trusted then.
    """

    key: str
    value: bytes
    revision: int
    damage: str = ""


@record
class Listing:
    """A page of values, sorted by key (by code points), all of one moment.

    `revision` is that moment: list on with it as `at_revision` and the last key as `after`, or watch from it.
    `has_more` tells whether values under the prefix come after this page; `remaining` how many, where that was asked.
    """

    items: Sequence[Stored]
    revision: int
    has_more: bool = False
    remaining: int | None = None


class EventType(StrEnum):
    """What a write did to its key; the words are those of the watch API."""

    ADDED = "ADDED"
    MODIFIED = "MODIFIED"
    DELETED = "DELETED"


@slot_record
class Event:
    """One write. `value` is None for DELETED; `old_value`, what stood there before, is None for ADDED.

    `revision` is the write's own, `old_revision` that of the old value (0 for ADDED).
    """

    type: EventType
    key: str
    value: bytes | None
    old_value: bytes | None
    revision: int
    old_revision: int = 0


@record
class Unchanged:
    """A precondition of a write: the value under another key is still there, and of this revision."""

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
    """One write as its caller wants it; `value` is None for a deletion, `expected` is 0 for a new key."""

    kind: EventType
    key: str
    value: bytes | None
    expected: int = 0
    preconditions: Sequence[Precondition] = ()


class StorageError(Exception):
    """A storage could not do what was asked; raised bare where the medium failed (unreadable, full, in use)."""


class Closed(StorageError):
    """The storage, or the watch, was closed."""


class EngineRefusal(StorageError):
    """What keeps the objects refuses for reasons of its own: too large, no room left, not permitted. Its own words."""


class Unavailable(StorageError):
    """The storage did not answer in time; a write that was asked for may have been made, or may still be."""


class KeyNotFound(StorageError):
    """Nothing is stored under the key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} not found")
        self.key = key


class AlreadyExists(StorageError):
    """Something is stored under the key already."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} already exists")
        self.key = key


class Conflict(StorageError):
    """The key is at another revision than expected; `current` is what stands there, so a retry needs no read."""

    def __init__(self, expected: int, current: Stored) -> None:
        super().__init__(f"key {current.key!r} is at revision {current.revision}, not {expected}")
        self.key = current.key
        self.expected = expected
        self.current = current


class Compacted(StorageError):
    """The revision asked for is older than the history kept; `compacted` is the oldest that can be asked for."""

    def __init__(self, requested: int, compacted: int) -> None:
        super().__init__(f"revision {requested} is compacted, the history starts at {compacted}")
        self.requested = requested
        self.compacted = compacted


class PreconditionFailed(StorageError):
    """What a write was made conditional on does not hold; `key` is the key or the prefix that it was about.

    `revision` is the storage's at that moment: whoever has followed the key up to it knows why.
    """

    def __init__(self, precondition: Precondition, revision: int) -> None:
        key = precondition.key if isinstance(precondition, Unchanged) else precondition.prefix
        super().__init__(f"{key!r} has changed since revision {precondition.revision}")
        self.key = key
        self.precondition = precondition
        self.revision = revision


class FutureRevision(StorageError):
    """The revision asked for has not been reached; `current` is the newest."""

    def __init__(self, requested: int, current: int) -> None:
        super().__init__(f"revision {requested} is in the future, the current one is {current}")
        self.requested = requested
        self.current = current


class Commit(Protocol):
    """Writes that are made durable together. Commits are made in the order of their numbers.

    What was decided in view of a write that is lost is lost with it.
    """

    number: int
    failure: StorageError | None
    """Why writes are lost; None while that has not happened."""

    def when_done(self, callback: Callable[[], None]) -> None:
        """Has the commit made soon, and `callback` called, from any thread, once it has ended, well or not.

        It must be quick, and must not call the storage. The commit may be made here and now, where that is quick.
        """
        ...

    def wait(self) -> None:
        """Blocks until the commit has ended, well or not."""
        ...


class Pending:
    """What one answer has to wait for: the newest commit that holds a write of its own, or one that it has seen.

    `revision` is that of the write. Nobody may be told of a write that can still be lost. Used by one thread at a time.
    """

    __slots__ = ("commit", "revision")

    def __init__(self) -> None:
        self.commit: Commit | None = None
        self.revision = 0

    def note(self, commit: Commit, revision: int) -> None:
        """Takes note of a write that is made with a commit; one that is lost is not forgotten for a later one."""
        if self.commit is None or (self.revision < revision and self.failure is None):
            self.commit = commit
            self.revision = revision

    @property
    def failure(self) -> StorageError | None:
        """Why what was noted is lost; None while that has not happened."""
        return None if self.commit is None else self.commit.failure

    def wait(self) -> None:
        """Blocks until all that was noted is durable; raises StorageError where it is lost, to each a new one."""
        if self.commit is not None:
            self.commit.wait()
            if (failure := self.failure) is not None:
                raise StorageError(str(failure)) from failure


class Watch(Protocol):
    """The events under one prefix, in the order of their revisions, each exactly once. One consumer at a time.

    A consumer that is slow costs no memory: events it has not taken are read again from the history, and where
    compaction has overtaken it, `take` raises Compacted. One that keeps up is never overtaken.
    """

    @property
    def revision(self) -> int:
        """The newest revision up to which every event was taken: what a bookmark may carry. Does not block.

        It goes on with every write to the storage, whether or not that is under the prefix.
        """
        ...

    @property
    def lags(self) -> bool:
        """Whether `take` has to read the history, and so may block. Does not block."""
        ...

    def take(self, limit: int = 100) -> list[Event]:
        """Returns the events that are there now, at most `limit`, without waiting for others; empty: none as yet.

        Writes of one revision, which others than us can make to a storage that is shared, come together.
        Blocks where it lags, while the history is read. Raises Closed after `close`, of the watch or of its storage,
        and Compacted.
        """
        ...

    def notify(self, callback: Callable[[], None]) -> None:
        """Has `callback` called, from any thread and at once the first time, whenever `take` may have news.

        It is called after events came and on closing; it must be quick and must not call the storage, which may be in
        the middle of a write. After it was called, take until `take` returns nothing, or less than its limit while the
        watch does not lag: for events that come before that it may not be called again.
        """
        ...

    def close(self) -> None:
        """Ends the watch. Does not block. Closing twice is fine."""
        ...


class Storage(Protocol):
    """An engine: memory, SQLite, etcd. A write that returned is as durable as the engine promises.

    `create`, `update` and `delete` block until the write is so: in memory for a moment, with a disk until it is
    flushed. With a `pending` they return as soon as the write is decided, against all that was decided before; who
    brings it waits for it before telling anybody, of the write or of its refusal. They may be made conditional on what
    else is stored: where a precondition does not hold at that moment, nothing is written, and PreconditionFailed is
    raised before anything else is looked at.
    """

    decides_at_once: bool
    """Whether `get`, and writes with a `pending`, wait for no flush and no network: an event loop may call them."""

    @property
    def revision(self) -> int:
        """The revision of the newest write that is durable. Does not block."""
        ...

    def reaches(self, revision: int) -> bool:
        """Tells whether a revision has been reached, through whichever server over the storage.

        Blocks where that has to be asked.
        """
        return revision <= self.revision

    def join_loop(self) -> None:
        """Tells that requests are answered on the running event loop, which the storage may use as well.

        For engines that are waited for; until `leave_loop`, which is called on the same loop before it ends.
        """
        return

    def leave_loop(self) -> None:
        """Ends what is done on the running event loop."""
        return

    def check(self) -> None:
        """Raises StorageError where the storage cannot be read. Blocks, but not for long."""
        with suppress(KeyNotFound):
            self.get("/health")

    def create(
        self, key: str, value: bytes, preconditions: Sequence[Precondition] = (), pending: Pending | None = None
    ) -> Stored:
        """Stores a new key. Raises AlreadyExists and PreconditionFailed."""
        return self._write(WriteRequest(EventType.ADDED, key, value, 0, preconditions), pending)

    def get(self, key: str, pending: Pending | None = None) -> Stored:
        """Returns what is stored under the key; with a `pending`, by writes that are not durable yet, too.

        Blocks while it is read. Raises KeyNotFound.
        """
        ...

    def list(
        self, prefix: str, *, limit: int = 0, after: str = "", at_revision: int | None = None, counts: bool = False
    ) -> Listing:
        """Lists the values whose keys start with `prefix` and sort behind `after`; a `limit` of 0 means all.

        Where `after` is empty, it begins with the first of them, be that the empty key. Without `at_revision` the
        listing is of now. With `counts` it tells how many come behind the page: for the first page of now under a
        prefix that ends in a slash, at no cost; for others that may have to be counted.
        Blocks while it is read. Raises Compacted and FutureRevision.
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
        """Replaces a value that is still at `expected_revision`.

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
        """Removes a key that is still at `expected_revision`.

        Returns its last value with the revision of the deletion. Raises KeyNotFound, Conflict and PreconditionFailed.
        """
        return self._write(WriteRequest(EventType.DELETED, key, None, expected_revision, preconditions), pending)

    def _write(self, request: WriteRequest, pending: Pending | None) -> Stored:
        """Decides a write; where nobody waits for it later, waits until it is durable, and its refusal for good."""
        if pending is not None:
            return self._decide(request, pending)
        pending = Pending()
        try:
            return self._decide(request, pending)
        finally:
            pending.wait()

    def _decide(self, request: WriteRequest, pending: Pending) -> Stored:
        """Makes a write, or raises why it is refused; `pending` is told what both depend on."""
        ...

    def watch(self, prefix: str, from_revision: int | None = None) -> Watch:
        """Watches the events under the prefix with revisions greater than `from_revision` (None: from now on).

        So a listing's revision goes in as it is. Blocks while the history is looked up. Raises Compacted and
        FutureRevision.
        """
        ...

    def forget_after(self, prefix: str, seconds: float) -> bool:  # noqa: ARG002  most engines forget nothing by themselves
        """Has the engine forget each key under a prefix so many seconds, or a little more, after it was last written
        through this server: a deletion as any other. Returns False where it cannot; does not block.
        """
        return False

    def compact(self, revision: int) -> None:
        """Forgets what cannot be seen at `revision` or later; nothing where that was done before.

        Engines compact by themselves too, see `retention`. Blocks until it is done. Raises FutureRevision.
        """
        ...

    def take_turn(self, on_change: Callable[[bool], None]) -> None:
        """Has `on_change` called, from any thread, whenever it comes to be this server's turn, and when that ends.

        Of all servers over a storage at most one has it: for what is to be done once. Where a storage has one server,
        it is so at once, and for good. Called once; `close` gives the turn back. Does not block.
        """
        on_change(True)

    def close(self) -> None:
        """Ends all watches and lets go of the medium; blocks until the writes under way are done.

        Closing twice is fine.
        """
        ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
