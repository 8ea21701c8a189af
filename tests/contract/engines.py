"""The engines, each with how an empty storage of it is opened: all tests of the contract run on all of these."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kapivara.storage import Storage, Stored
from kapivara.storage.memory import MemoryStorage
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite import SqliteStorage

USUAL = Retention()


def overwrite(storage: Storage, key: str, value: bytes) -> Stored:
    """Replaces a value that nobody else writes to."""
    return storage.update(key, value, storage.get(key).revision)


def remove(storage: Storage, key: str) -> Stored:
    """Removes a key that nobody else writes to."""
    return storage.delete(key, storage.get(key).revision)


def open_memory(_directory: Path, retention: Retention = USUAL) -> Storage:
    return MemoryStorage(retention=retention)


def open_sqlite(directory: Path, retention: Retention = USUAL) -> Storage:
    return SqliteStorage(directory, retention=retention)


ENGINES: dict[str, Callable[..., Storage]] = {"memory": open_memory, "sqlite": open_sqlite}
"""By name; each is called with a directory for its files, and with a Retention where the test has one."""
DURABLE = frozenset(("sqlite",))
"""Those that have on their disk what was written when they are opened again."""
