"""A filter of the keys in the SQLite file: a key that it does not contain needs no look-up.

Most creates write a new key, and a look-up in the file takes longer than the rest of the decision. So each key sets two
slots of a table, chosen by its hash: a key with an unset slot was never written. A deleted key leaves its slots set,
and other keys may share them; then the engine looks the key up in the file.

A background thread reads the keys of an existing file; until it has finished, every key may be in the file.
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
    """The slots of all keys, at most two megabytes. Thread-safe, because a set slot is never cleared."""

    __slots__ = ("_is_complete", "_is_ended", "_slots", "_thread")

    def __init__(self) -> None:
        self._slots = bytearray(_SLOTS)
        self._is_complete = True
        self._is_ended = False
        self._thread: threading.Thread | None = None

    def may_hold(self, key: str) -> bool:
        """Returns False if the file certainly does not contain a key."""
        place = hash(key)
        slots = self._slots
        return not self._is_complete or (slots[place & _MASK] and slots[place >> _BITS & _MASK]) != 0

    def add(self, key: str) -> None:
        """Adds a key, before it is written."""
        place = hash(key)
        self._slots[place & _MASK] = self._slots[place >> _BITS & _MASK] = 1

    def learn(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Starts to read the keys of an existing file."""
        self._is_complete = False
        self._thread = threading.Thread(target=self._read, args=(connect,), name="kapivara-sqlite-keys", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops reading."""
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
