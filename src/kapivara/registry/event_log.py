"""The newest events as watches tell of them: each is read once for all who watch a kind, and written once for a form.

Upstream: apiserver/pkg/storage/cacher/caching_object.go (1.37).
"""

from __future__ import annotations

import threading
from collections.abc import Hashable

from kapivara.apis.kind import Kind
from kapivara.registry.stored_object import Found, UnreadableError, find
from kapivara.storage import Event, Stored
from kapivara.values.record import record

_ENTRIES = 1000
_SIZE = 16 * 1024 * 1024
_PIECES = 32
_LARGEST_PIECE = 128 * 1024


class LoggedEvent:
    """One write to an object of a kind: the object as it was and as it is, each read when it is first asked for.

    `frames` are the bytes that tell of it, by what tells their forms apart. Threads that come at once do the same work.
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
        """The object as it is now; None where it is none any more, or cannot be read."""
        if self._new is None and self.event.value is not None:
            self._new = self._find(self.event.value)
        return self._new

    @property
    def old(self) -> Found | None:
        """The object as it was before, at the version of this write; None where it was none, or cannot be read."""
        if self._old is None and self.event.old_value is not None:
            self._old = self._find(self.event.old_value)
        return self._old

    def _find(self, value: bytes) -> Found | None:
        try:
            return find(self._kind, Stored(self.event.key, value, self.event.revision))
        except UnreadableError:  # lists leave it out, too
            return None

    @property
    def size(self) -> int:
        """About how many bytes it takes, with what becomes of it."""
        return 1000 + 3 * (len(self.event.value or b"") + len(self.event.old_value or b""))


@record
class Piece:
    """The bytes that tell of several events in a row, and of how many."""

    data: bytes
    events: int


class EventLog:
    """Keeps the events that watches have asked for last. Safe for many threads."""

    def __init__(self, entries: int = _ENTRIES, size: int = _SIZE):
        self._most_entries = entries
        self._most_size = size
        self._logged: dict[tuple[Kind, int], LoggedEvent] = {}
        self._size = 0
        self._pieces: dict[Hashable, Piece] = {}
        self._lock = threading.Lock()

    def get(self, kind: Kind, event: Event) -> LoggedEvent:
        """Returns what is known of an event, for those who watch a kind."""
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
        """Returns what tells of several events, where somebody who watches a kind has kept it."""
        return self._pieces.get((kind, key))

    def keep_piece(self, kind: Kind, key: Hashable, piece: Piece) -> None:
        """Keeps what tells of several events, for a while; not where one of them is large."""
        if len(piece.data) > _LARGEST_PIECE:
            return
        with self._lock:
            self._pieces[kind, key] = piece
            if len(self._pieces) > _PIECES:
                self._pieces.pop(next(iter(self._pieces)))
