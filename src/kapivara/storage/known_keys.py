"""Which keys may be in the SQLite file: where a new one is surely not there, nobody has to look it up.

Most writes that create something create what is not there, and a look into the file takes longer than all else that
decides them. So every key marks two slots of a table, by its hash: a key of which a slot is free was never written. A
key that is deleted leaves its marks, and others may have the same ones: then the file is asked, as ever.

Keys of a file that was there before are read by a thread beside; until it is through, every key may be in the file.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable

from kapivara.storage.key_range import key_text

_BITS = 21
_SLOTS = 1 << _BITS
_MASK = _SLOTS - 1
_KEYS = "SELECT key FROM objects"
_KEYS_AT_ONCE = 1000


class KnownKeys:
    """The marks of all keys, in two megabytes at most. Safe for many threads: a slot is never freed again."""

    __slots__ = ("_is_complete", "_is_ended", "_slots", "_thread")

    def __init__(self) -> None:
        self._slots = bytearray(_SLOTS)
        self._is_complete = True
        self._is_ended = False
        self._thread: threading.Thread | None = None

    def may_hold(self, key: str) -> bool:
        """Tells whether a key may be in the file; if not, it is not."""
        place = hash(key)
        slots = self._slots
        return not self._is_complete or (slots[place & _MASK] and slots[place >> _BITS & _MASK]) != 0

    def add(self, key: str) -> None:
        """Takes note of a key, before it is written."""
        place = hash(key)
        self._slots[place & _MASK] = self._slots[place >> _BITS & _MASK] = 1

    def learn(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Begins to read the keys of a file that was there before."""
        self._is_complete = False
        self._thread = threading.Thread(target=self._read, args=(connect,), name="kapivara-sqlite-keys", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends reading."""
        self._is_ended = True
        if self._thread is not None:
            self._thread.join()

    def _read(self, connect: Callable[[], sqlite3.Connection]) -> None:
        try:
            connection = connect()
        except sqlite3.Error:
            return
        try:
            found = connection.execute(_KEYS)
            while keys := found.fetchmany(_KEYS_AT_ONCE):
                if self._is_ended:
                    return
                for (key,) in keys:
                    self.add(key_text(key))
            self._is_complete = True
        except (sqlite3.Error, UnicodeDecodeError, AttributeError):  # damaged: every key may be in the file
            return
        finally:
            connection.close()
