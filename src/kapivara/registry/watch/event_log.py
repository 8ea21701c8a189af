"""The newest events for watches: each is decoded once per kind, and encoded once per output form.

Upstream: apiserver/pkg/storage/cacher/caching_object.go (1.37).
"""

from __future__ import annotations

import threading
from collections.abc import Hashable

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.registry.objects.stored_object import Found, UnreadableError, find
from kapivara.storage import Event, Stored
from kapivara.values.record import record

_ENTRIES = 1000
_SIZE = 16 * 1024 * 1024
_PIECES = 32
_LARGEST_PIECE = 128 * 1024


class LoggedEvent:
    """One write to an object of a kind, with the old and the new object, each decoded on first use.

    `frames` maps each output form to the encoded event. Concurrent threads may do the same work twice.
    """

    __slots__ = ("_kind", "_new", "_old", "event", "frames")

    def __init__(self, kind: Kind, event: Event):
        self._kind = kind
        self.event = event
        self._new: Found | None = None
        self._old: Found | None = None
        self.frames: dict[Hashable, bytes] = {}

    @property
    def new(self) -> Found | None:
        """The new object; None if it was deleted or is unreadable."""
        if self._new is None and self.event.value is not None:
            self._new = self._find(self.event.value)
        return self._new

    @property
    def old(self) -> Found | None:
        """The old object, with the resourceVersion of this write; None if there was none or it is unreadable."""
        if self._old is None and self.event.old_value is not None:
            self._old = self._find(self.event.old_value)
        return self._old

    def _find(self, value: bytes) -> Found | None:
        try:
            return find(self._kind, Stored(self.event.key, value, self.event.revision))
        except UnreadableError:  # lists omit it, too
            return None

    @property
    def size(self) -> int:
        """The estimated memory of the event with all its forms, in bytes."""
        return 1000 + 3 * (len(self.event.value or b"") + len(self.event.old_value or b""))


@record
class Piece:
    """The encoded bytes of several consecutive events, and the number of those events."""

    data: bytes
    events: int


class EventLog:
    """Keeps the events that watches requested last. Thread-safe."""

    def __init__(self, entries: int = _ENTRIES, size: int = _SIZE):
        self._most_entries = entries
        self._most_size = size
        self._logged: dict[tuple[Kind, int], LoggedEvent] = {}
        self._size = 0
        self._pieces: dict[Hashable, Piece] = {}
        self._lock = threading.Lock()

    def get(self, kind: Kind, event: Event) -> LoggedEvent:
        """Returns the log entry of an event for the watches of a kind."""
        key = kind, event.revision
        logged = self._logged.get(key)
        if logged is not None:
            return logged
        with self._lock:
            logged = self._logged.get(key)
            if logged is None:
                logged = self._logged[key] = LoggedEvent(kind, event)
                self._size += logged.size
                while len(self._logged) > self._most_entries or (self._size > self._most_size and self._size):
                    self._size -= self._logged.pop(next(iter(self._logged))).size
        return logged

    def piece(self, kind: Kind, key: Hashable) -> Piece | None:
        """Returns the encoded events under a key, if a watch of the kind has stored them."""
        return self._pieces.get((kind, key))

    def keep_piece(self, kind: Kind, key: Hashable, piece: Piece) -> None:
        """Stores encoded events for a while, unless they are large."""
        if len(piece.data) > _LARGEST_PIECE:
            return
        with self._lock:
            self._pieces[kind, key] = piece
            if len(self._pieces) > _PIECES:
                self._pieces.pop(next(iter(self._pieces)))
