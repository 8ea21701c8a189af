"""Watches: the events of the selected objects, encoded and ready to send.

A watch opens when its first events are taken, so an unused one holds no resources. Upstream:
apiserver/pkg/storage/cacher/cacher.go Watch, cache_watcher.go convertToWatchEvent (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf
from time import monotonic

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta import (
    ApiError,
    Status,
    internal_error_status,
    resource_expired_status,
    too_large_resource_version_status,
)
from kapivara.meta.selectors import FieldSelector, LabelSelector
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import Found, UnconvertedError, UnreadableError
from kapivara.registry.read.finder import Finder
from kapivara.registry.read.listing import predicate
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.watch.event_log import EventLog, LoggedEvent, Piece
from kapivara.registry.watch.frames import Form
from kapivara.registry.watch.open_watches import OpenWatches
from kapivara.registry.watch.options import WatchOptions, read_watch_options
from kapivara.storage import Closed, Compacted, Event, EventType, FutureRevision, Storage, StorageError, Stored, Watch
from kapivara.values.record import record, replace
from kapivara.values.request_budget import RequestBudget
from kapivara.values.stack import deep_stack

_PIECE = 64 * 1024
_BATCH = 100
_PATIENCE_SECONDS = 3.0
"""The time limit of waiting for a future version."""
_LOOK_AGAIN_SECONDS = 0.05
_TOO_OLD = "The resourceVersion for the provided watch is too old."


_ALL_LABELS, _ALL_FIELDS = LabelSelector(), FieldSelector()


def _accept_none(_: Found) -> bool:
    return False


@record
class WatchedStorage:
    """The state that all watches of a server share: the storage, the decoded events, and the open watches."""

    storage: Storage
    log: EventLog
    open: OpenWatches

    @classmethod
    def over(cls, storage: Storage) -> WatchedStorage:
        """Returns the shared state for the watches on a storage."""
        return cls(storage, EventLog(), OpenWatches())


def watch_objects(active: ActiveRequest, watched: WatchedStorage, is_served: Callable[[], bool]) -> ObjectWatch:
    """Returns the requested watch; ends the request if its options are invalid.

    `is_served` returns True while the kind of the request is still served.
    """
    request = active.request
    options = read_watch_options(request.query, active.kind, request.name)
    form = Form(active.subresource, request.shown_as, request.query, in_protobuf=request.in_protobuf)
    return ObjectWatch(watched, active.kind, active.namespace, options, form, is_served=is_served)


class ObjectWatch:
    """One watch, for one thread at a time except `end` and `close`. After `is_over` there are no more events."""

    def __init__(
        self,
        watched: WatchedStorage,
        kind: Kind,
        namespace: str,
        options: WatchOptions,
        form: Form,
        *,
        is_served: Callable[[], bool],
    ):
        self.seconds = options.seconds
        """The duration of the watch."""
        self.wants_bookmarks = options.bookmarks and kind.in_watch_cache
        """Whether the client wants periodic bookmarks; kept: only cached resources send them."""
        self.is_over = False
        self.has_more = True
        """Whether `take` may return more at once; otherwise wait for the callback."""
        self._watched = watched
        self._kind = kind
        self._finder = Finder(kind)
        self._prefix = key_prefix(kind.stored_resource, namespace)
        self._options = replace(options, labels=_ALL_LABELS, fields=_ALL_FIELDS)  # `_accepts` holds them
        self._form = form
        self._is_served = is_served
        self._picks_all = not options.labels and not options.fields
        self._shares_pieces = self._picks_all and form.is_timeless
        self._accepts = predicate(kind, options.labels, options.fields)
        self._begun_at = watched.storage.revision
        self._initial: Iterator[Stored] | None = None
        self._initial_revision = 0
        self._source: Watch | None = None
        self._callback: Callable[[], None] | None = None
        self._rest: list[Event] = []  # taken, and not sent yet
        self._after = 0  # events up to this revision are skipped
        self._patience_ends = 0.0
        self._ask_at = 0.0
        self._asks = False
        self._is_first = True
        self._is_ending = False
        self._is_closed = False

    @property
    def lags(self) -> bool:
        """Whether `take` may block, because it has to read current objects or the history."""
        if self.is_over or self._rest:
            return self._kind.waits and not self.is_over
        if self._waits:
            self._asks = not self._watched.storage.decides_at_once and monotonic() >= self._ask_at
            return self._asks
        return self._source is None or self._initial is not None or self._source.lags

    @property
    def seconds_to_wait(self) -> float:
        """The longest time to wait for the callback; short while no event will announce the awaited version."""
        return _LOOK_AGAIN_SECONDS if self._waits else inf

    @property
    def _waits(self) -> bool:
        """Whether the initial objects must be of a version that is still in the future."""
        options = self._options
        return options.initial and self._source is None and options.revision > self._watched.storage.revision

    def notify(self, callback: Callable[[], None]) -> None:
        """Registers `callback`, which is called from any thread when `take` may return events. Call before `take`."""
        self._callback = callback

    def take(self) -> bytes | None:
        """Returns encoded events, empty if none is selected; None if there are none yet."""
        if self.is_over:
            return None
        try:
            if not self._waits:
                return self._take()
            self._wait()
            return None
        except Compacted as error:
            is_late = self._source is not None or not self._kind.in_watch_cache
            problem = f"too old resource version: {error.requested} ({error.compacted})"
            return self._fail(resource_expired_status(_TOO_OLD if is_late else problem))
        except FutureRevision as error:
            return self._fail(too_large_resource_version_status(error.requested, error.current, 1))
        except Closed:
            self.is_over = True
            return None
        except StorageError as error:
            return self._fail(internal_error_status(str(error)))
        except UnconvertedError as error:
            return self._fail(internal_error_status(error.text))
        except ApiError:  # kept: if a conversion fails, the watch ends without an error
            self.is_over = True
            return None

    def bookmark(self) -> bytes:
        """Returns a bookmark with the revision up to which the client has all events."""
        if self._source is None:
            return b""
        return self._bookmark(max(self._source.revision, self._after))

    def end(self) -> None:
        """Ends the watch after the events that exist now; from any thread."""
        self._is_ending = True
        callback = self._callback
        if callback is not None:
            with suppress(Exception):  # an error of a consumer must not reach the writer of a CRD
                callback()

    def close(self) -> None:
        """Closes the watch, and drops its selectors and its callback, so that their memory is freed at once.

        May run in any thread.
        """
        self._is_closed = True
        self._callback = None
        self._accepts = _accept_none
        if self._source is not None:
            self._source.close()
        self._watched.open.remove(self._kind.group_resource, self)

    def _wait(self) -> None:
        """Waits for a future version; raises FutureRevision when that takes too long."""
        if self._asks:  # a write of another server outside the prefix causes no event here
            self._asks, self._ask_at = False, monotonic() + _LOOK_AGAIN_SECONDS
            with suppress(StorageError):
                if self._watched.storage.reaches(self._options.revision):
                    return
        self._patience_ends = self._patience_ends or monotonic() + _PATIENCE_SECONDS
        if monotonic() >= self._patience_ends or not self._kind.in_watch_cache:
            raise FutureRevision(self._options.revision, self._watched.storage.revision)
        self.has_more = False

    def _take(self) -> bytes | None:
        if self._source is None:
            self._source = self._open()
            self.has_more = True
            self._watched.open.add(self._kind.group_resource, self)
            if not self._is_served():  # its CRD was removed before this watch was registered
                self._is_ending = True
            callback = self._callback
            if callback is not None:
                self._source.notify(callback)
            if self._is_closed:  # while it was opened
                self.close()
        if self._initial is not None:
            with RequestBudget(), deep_stack():  # reading stored objects counts for no request
                return self._take_initial(self._initial)
        return self._take_events(self._source)

    def _open(self) -> Watch:
        options, storage = self._options, self._watched.storage
        if options.initial:
            listing = storage.list(self._prefix)
            self._finder.prepare(listing.items)
            self._initial, self._initial_revision = iter(listing.items), listing.revision
            return storage.watch(self._prefix, listing.revision)
        revision = options.revision or self._begun_at
        if revision < self._kind.served_since:
            raise Compacted(revision, self._kind.served_since)
        try:
            return storage.watch(self._prefix, revision)
        except FutureRevision:
            self._after = revision
            return storage.watch(self._prefix)

    def _take_initial(self, initial: Iterator[Stored]) -> bytes:
        """Returns current objects as ADDED events; after the last one a bookmark, if the client wants it."""
        pieces, size = [], 0
        for stored in initial:
            with suppress(UnreadableError):  # lists omit it, too
                found = self._finder.find(stored)
                if self._accepts(found):
                    pieces.append(self._frame("ADDED", found))
                    size += len(pieces[-1])
            if size >= _PIECE:
                return b"".join(pieces)
        self._initial = None
        if self._options.bookmarks:
            pieces.append(self._bookmark(self._initial_revision, ends_initial=True))
        return b"".join(pieces)

    def _take_events(self, source: Watch) -> bytes | None:
        """Returns events up to a moderate size; keeps the rest for the next call."""
        rest, self._rest = self._rest, []
        events = rest or source.take(_BATCH)
        if self._kind.waits and events and not rest:  # another caller sends them, which may block
            self._rest, self.has_more = events, True
            return b""
        piece = self._piece(events) if events else None
        self.has_more = bool(rest or self._rest) or len(events) == _BATCH or source.lags
        if not self.has_more:
            self.is_over = self._is_ending
        return piece

    def _piece(self, events: list[Event]) -> bytes:
        """Returns encoded events, and keeps those beyond the size limit for the next piece.

        Watches with the same options mostly need the same events at the same time, and share the encoded piece.
        """
        if not self._shares_pieces or self._after:
            piece = self._join(events)
        else:
            key = self._prefix, self._form.key(events[0].type, first=False), events[0].revision, events[-1].revision
            known = self._watched.log.piece(self._kind, key)
            piece = known or self._join(events)
            if known is None:
                self._watched.log.keep_piece(self._kind, key, piece)
            self._is_first = False
        if piece.events < len(events):
            self._rest = events[piece.events :]
        return piece.data

    def _join(self, events: list[Event]) -> Piece:
        """Encodes events one after another until the piece is large enough."""
        pieces: list[bytes] = []
        size = 0
        for event in events:
            if size >= _PIECE:
                break
            pieces.append(self._encode(event))
            size += len(pieces[-1])
        return Piece(b"".join(pieces), len(pieces))

    def _encode(self, event: Event) -> bytes:
        """Returns an encoded event; mostly another watch with the same form has encoded it already."""
        if event.revision <= self._after:
            return b""
        logged = self._watched.log.get(self._kind, event)
        if self._picks_all:
            frame = logged.frames.get(self._form.key(event.type, first=self._is_first))
            if frame is not None:
                self._is_first = False
                return frame
        with RequestBudget(), deep_stack():  # the work for writes of other servers counts for no request
            return self._encode_anew(logged)

    def _encode_anew(self, logged: LoggedEvent) -> bytes:
        """Encodes an event; an object that enters or leaves the selection appears as ADDED or DELETED."""
        new, old = logged.new, None
        is_picked = new is not None and self._accepts(new)
        if self._picks_all:
            was_picked = logged.event.old_value is not None
        else:
            old = logged.old
            was_picked = old is not None and self._accepts(old)
        if is_picked:
            return self._shared(EventType.MODIFIED if was_picked else EventType.ADDED, logged, new)
        return self._shared(EventType.DELETED, logged, logged.old) if was_picked else b""

    def _shared(self, event_type: EventType, logged: LoggedEvent, found: Found | None) -> bytes:
        """Returns the bytes of an event, encoded once for all watches of the same form."""
        if found is None:
            return b""
        key = self._form.key(event_type, first=self._is_first)
        frame = logged.frames.get(key)
        if frame is None:
            frame = logged.frames[key] = self._form.frame(event_type, found, first=self._is_first)
        self._is_first = False
        return frame

    def _frame(self, event_type: str, found: Found) -> bytes:
        frame = self._form.frame(event_type, found, first=self._is_first)
        self._is_first = False
        return frame

    def _bookmark(self, revision: int, *, ends_initial: bool = False) -> bytes:
        frame = self._form.bookmark(revision, ends_initial=ends_initial, first=self._is_first)
        self._is_first = False
        return frame

    def _fail(self, status: Status) -> bytes:
        self.is_over = True
        return self._form.error(status)
