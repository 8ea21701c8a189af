"""The distributed storage: objects in etcd, shared by several servers.

Revisions are etcd's own. A write is one transaction (`etcd_transactions`) and durable on most members when the call
returns. One watch per process feeds all watchers (`etcd_stream`); older events come from etcd's history
(`etcd_history`). Every call has a deadline: a slow or missing etcd raises Unavailable, and the client reconnects by
itself (`etcd_client`).

3.5 before 3.5.3 saved its consistent index apart from the data, so a restart could skip a write in between (etcd issue
13766). Before 3.4.21 and 3.5.5, the only member of a cluster acknowledged writes that were not yet in its log (etcd
issue 14370). `etcd_messages.STATUS` returns a member's version.
"""

from __future__ import annotations

import asyncio
import math
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from kapivara.storage.contract import (
    FIRST_REVISION,
    Closed,
    Compacted,
    Event,
    FutureRevision,
    KeyNotFound,
    Listing,
    Pending,
    PreconditionFailed,
    Storage,
    StorageError,
    Stored,
    Unavailable,
    WriteRequest,
)
from kapivara.storage.etcd.access import DEFAULT_PREFIX, EtcdAccess
from kapivara.storage.etcd.client import CALL_SECONDS, EtcdClient
from kapivara.storage.etcd.compaction import Compactor, compact
from kapivara.storage.etcd.errors import RefusedError
from kapivara.storage.etcd.history import History
from kapivara.storage.etcd.keys import KeyTree, import_key
from kapivara.storage.etcd.leader_election import Turn
from kapivara.storage.etcd.leases import LONGEST_SECONDS, Leases
from kapivara.storage.etcd.messages import GET, STATUS, WRITE
from kapivara.storage.etcd.stream import EventStream
from kapivara.storage.etcd.transactions import outcome, stored, transaction
from kapivara.storage.feed import Feed, FeedWatch
from kapivara.storage.retention import Retention
from kapivara.values import JsonObject

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_SOUND = "3.4.21, 3.5.5 and newer do not"


def loses_writes(version: str, *, is_alone: bool) -> bool:
    """Returns True if a version can lose acknowledged writes when killed: as one of several members, or `is_alone`."""
    found = _VERSION.match(version)
    if found is None:
        return False
    number = tuple(map(int, found.groups()))
    if (3, 5, 0) <= number < (3, 5, 3):
        return True
    return is_alone and (number < (3, 4, 21) or (3, 5, 0) <= number < (3, 5, 5))


def note_about(version: str) -> str:
    """Returns a warning for operators of an etcd version; empty if the version is known to be safe."""
    if not loses_writes(version, is_alone=True):
        return ""
    where = "" if loses_writes(version, is_alone=False) else " where it has one member only"
    return f"etcd {version} can lose acknowledged writes when it is killed{where}; {_SOUND}"


_FEED_ENTRIES = 2000
_FEED_SIZE = 16 * 1024 * 1024
_PAGE = 10_000
_OPENING_SECONDS = 5.0
_CHECK_SECONDS = 2.0
_TURN_KEY = b".kapivara-turn"
"""Under the prefix, but distinct from all object keys, which continue with a slash."""
_DEFAULT_RETENTION = Retention()


class EtcdStorage(Storage):
    """Implements `Storage` in etcd. Raises StorageError if no etcd answers.

    It ignores other keys in the same etcd, although their writes take revisions too. Keys start with the prefix of
    `access`, which replaces `stands_for`.
    """

    decides_at_once = False

    def __init__(
        self,
        access: EtcdAccess,
        *,
        stands_for: str = DEFAULT_PREFIX,
        retention: Retention = _DEFAULT_RETENTION,
        seconds: float = CALL_SECONDS,
    ) -> None:
        if not access.prefix:
            raise StorageError("keys in etcd need a prefix")
        self._tree = tree = KeyTree(access.prefix, stands_for)
        self._seconds = seconds
        self._client = EtcdClient(access, seconds=seconds)
        self._leases = Leases(self._client)
        self._lifetimes: dict[str, int] = {}
        """Maps key prefixes to the lifetime of their keys in seconds; other keys live until they are deleted."""
        self._turn: Turn | None = None
        self._closed = False
        self._users = 0
        self._idle = threading.Condition()
        try:
            revision = self._opening_moment(min(_OPENING_SECONDS, seconds))
        except Unavailable as failure:
            self._client.close()
            raise StorageError(f"{failure}: is etcd running there?") from None
        except StorageError:
            self._client.close()
            raise
        self._history = History(self._client, tree)
        self._feed = Feed(revision, self._backlog, entries=_FEED_ENTRIES, size=_FEED_SIZE)
        self._compactor = Compactor(self._client, retention, revision, self._history.note_compacted)
        self._stream = EventStream(self._client, tree, self._feed, self._history, self._compactor.note)
        self._stream.start()
        self._compactor.start()

    @property
    def revision(self) -> int:
        """The newest revision known to this process."""
        return max(self._feed.revision, self._client.newest)

    def find_notes(self) -> tuple[str, ...]:
        """Returns notes for the operator: a warning if this version of etcd can lose writes."""
        with self._using(), suppress(StorageError):
            note = note_about(self._client.call(STATUS, {}, seconds=_CHECK_SECONDS).get("version", ""))
            return (note,) if note else ()
        return ()

    def reaches(self, revision: int) -> bool:
        """Returns True if the storage has reached a revision, through any server."""
        if revision <= self.revision:
            return True
        with self._using():
            return revision <= self._moment()

    def check(self) -> None:
        """Raises StorageError if etcd does not answer soon."""
        with self._using():
            self._moment(_CHECK_SECONDS)

    def get(self, key: str, pending: Pending | None = None) -> Stored:  # noqa: ARG002  nothing is ever pending
        """Returns the value under the key."""
        with self._using():
            found = self._client.call(GET, {"key": self._tree.key(key)}).get("kvs")
        if not found:
            raise KeyNotFound(key)
        return stored(key, found[0])

    def list(
        self, prefix: str, *, limit: int = 0, after: str = "", at_revision: int | None = None, counts: bool = False
    ) -> Listing:
        """Lists the values under a prefix; reads long lists in pages."""
        with self._using():
            if at_revision is not None and at_revision < FIRST_REVISION:
                raise Compacted(at_revision, self._history.find_compacted())
            start, end = self._tree.span(prefix, after)
            request: JsonObject = {"key": start, "range_end": end}
            items: list[Stored] = []
            revision = at_revision
            while True:
                request["limit"] = min(limit - len(items), _PAGE) if limit else _PAGE
                answer = self._range(request, revision)
                found: Sequence[JsonObject] = answer.get("kvs") or ()
                items += [stored(key, each) for each in found if (key := self._tree.name(each["key"])) is not None]
                revision = answer["header"]["revision"] if revision is None else revision
                has_more = bool(answer.get("more"))
                if not has_more or (limit and len(items) >= limit):
                    break
                request["key"] = found[-1]["key"] + b"\0"
        left = answer.get("count", 0) - len(found)
        return Listing(items, revision, has_more, left if counts else None)

    def _decide(self, request: WriteRequest, pending: Pending) -> Stored:  # noqa: ARG002  it is durable when it is decided
        with self._using():
            answer = self._make(request)
            try:
                made = outcome(request, answer)
            except PreconditionFailed as failure:  # a reader of the feed must be able to find the cause
                self._stream.reach(failure.revision, self._seconds)
                raise
            # The write is made, whether or not its event arrives in time; an etcd that just went down sends none.
            self._stream.wait_for(made.revision, self._seconds)
            return made

    def _make(self, request: WriteRequest) -> JsonObject:
        """Writes to etcd; attaches a lease to a key with a lifetime."""
        lifetime = self._lifetime(request)
        if not lifetime:
            return self._client.call(WRITE, transaction(request, self._tree))
        lease = self._leases.find(lifetime)
        try:
            return self._client.call(WRITE, transaction(request, self._tree, lease))
        except RefusedError as refusal:
            if not refusal.has_lost_lease:
                raise
        self._leases.drop(lease)
        return self._client.call(WRITE, transaction(request, self._tree, self._leases.find(lifetime)))

    def _lifetime(self, request: WriteRequest) -> int:
        if not self._lifetimes or request.value is None:
            return 0
        return next((seconds for prefix, seconds in self._lifetimes.items() if request.key.startswith(prefix)), 0)

    def forget_after(self, prefix: str, seconds: float) -> bool:
        """Attaches leases to the keys under a prefix."""
        self._lifetimes[prefix] = math.ceil(min(max(seconds, 1), LONGEST_SECONDS))
        return True

    def watch(self, prefix: str, from_revision: int | None = None) -> FeedWatch:
        """Watches the events under a prefix."""
        with self._using():
            if from_revision is None:
                return FeedWatch(self._feed, prefix, self.revision)
            if from_revision < self._history.compacted:
                raise Compacted(from_revision, self._history.compacted)
            if not self._feed.floor <= from_revision <= self.revision:
                self._range({"key": self._tree.key(self._tree.stands_for), "count_only": True}, from_revision)
            return FeedWatch(self._feed, prefix, from_revision)

    def compact(self, revision: int) -> None:
        """Removes the history that is not visible at `revision` or later."""
        with self._using():
            if revision <= self.revision:  # compaction must not overtake consumers that keep up with the feed
                self._stream.reach(revision, self._seconds)
            try:
                compact(self._client, revision)
            except RefusedError as refusal:
                if refusal.is_future:
                    raise FutureRevision(revision, self._moment()) from None
                raise
            self._history.note_compacted(revision)

    def take_turn(self, on_change: Callable[[bool], None]) -> None:
        """Calls `on_change` when this server becomes the leader and when it stops being it."""
        self._turn = Turn(self._client, self._tree.prefix.encode() + _TURN_KEY, on_change)
        self._turn.start()

    def join_loop(self) -> None:
        """Sends calls of the running event loop, which answers requests, on that loop."""
        self._stream.move_to(asyncio.get_running_loop())

    def leave_loop(self) -> None:
        """Sends all calls from the client's own thread again."""
        self._stream.move_to(None)
        self._client.leave(asyncio.get_running_loop())

    def close(self) -> None:
        """Ends all watches and closes the connections to etcd, once the running calls are done."""
        if self._turn is not None and not self._closed:
            self._turn.close()
        with self._idle:
            if self._closed:
                return
            self._closed = True
            self._idle.wait_for(lambda: self._users == 0, self._seconds)
        self._feed.close()
        self._client.close()
        self._stream.close()
        self._compactor.close()

    def _opening_moment(self, seconds: float) -> int:
        """Returns the newest revision; raises StorageError if an import into the tree is incomplete."""
        answer = self._client.call(GET, {"key": import_key(self._tree)}, seconds=seconds)
        if answer.get("kvs"):
            raise StorageError(
                f"a copy into {self._tree.prefix} of etcd at {self._client.place} is under way or was broken off: "
                "let it end, or make it again"
            )
        revision: int = answer["header"]["revision"]
        return revision

    def _moment(self, seconds: float | None = None) -> int:
        """Returns etcd's newest revision."""
        request = {"key": self._tree.key(self._tree.stands_for), "count_only": True}
        revision: int = self._client.call(GET, request, seconds=seconds)["header"]["revision"]
        return revision

    def _range(self, request: JsonObject, revision: int | None) -> JsonObject:
        """Reads at a revision; raises Compacted and FutureRevision."""
        if revision is None:
            return self._client.call(GET, request)
        try:
            return self._client.call(GET, {**request, "revision": revision})
        except RefusedError as refusal:
            if refusal.is_compacted:
                raise Compacted(revision, self._history.find_compacted()) from None
            if refusal.is_future:
                raise FutureRevision(revision, self._moment()) from None
            raise

    def _backlog(self, prefix: str, after: int, limit: int) -> tuple[Sequence[Event], int]:
        with self._using():
            return self._history.read(prefix, after, limit, self._feed.floor)

    @contextmanager
    def _using(self) -> Iterator[None]:
        """Keeps the storage open during a call; raises Closed if it is closed."""
        with self._idle:
            if self._closed:
                raise Closed("the storage is closed")
            self._users += 1
        try:
            yield
        finally:
            with self._idle:
                self._users -= 1
                if self._closed and not self._users:
                    self._idle.notify_all()
