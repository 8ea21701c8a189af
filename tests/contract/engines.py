"""The engines, each with a function that opens an empty storage of it: the contract tests run on all of these."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from tests.contract.counted_storage import CountedStorage
from tests.etcd_server import shared_etcd

from kapivara.storage import Storage, Stored
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.memory import MemoryStorage
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite.storage import SqliteStorage

USUAL = Retention()


def overwrite(storage: Storage, key: str, value: bytes) -> Stored:
    """Replaces a value that no other client writes."""
    return storage.update(key, value, storage.get(key).revision)


def remove(storage: Storage, key: str) -> Stored:
    """Deletes a key that no other client writes."""
    return storage.delete(key, storage.get(key).revision)


def open_memory(_directory: Path, retention: Retention = USUAL) -> Storage:
    return MemoryStorage(retention=retention)


def open_sqlite(directory: Path, retention: Retention = USUAL) -> Storage:
    return SqliteStorage(directory, retention=retention)


_numbers = count()


def etcd_access(name: str) -> EtcdAccess:
    """Returns a prefix of keys in the shared etcd for this test alone."""
    return EtcdAccess((shared_etcd().url,), prefix=f"/{next(_numbers)}-{name}")


def open_etcd(directory: Path, retention: Retention = USUAL) -> Storage:
    access = etcd_access(directory.name)
    from kapivara.storage.etcd.storage import EtcdStorage  # its packages may be missing

    return CountedStorage(EtcdStorage(access, stands_for="", retention=retention))


def open_for_servers(engine: str, directory: Path, stack: ExitStack) -> list[Storage]:
    """Opens the storages of two servers: one for both, or one each if an engine supports several."""
    if engine not in DISTANT:
        return [stack.enter_context(ENGINES[engine](directory))] * 2
    access = etcd_access(directory.name)
    from kapivara.storage.etcd.storage import EtcdStorage

    return [stack.enter_context(EtcdStorage(access)) for _ in range(2)]


ENGINES: dict[str, Callable[..., Storage]] = {
    "memory": open_memory,
    "sqlite": open_sqlite,
    "etcd": open_etcd,
}
"""The engines by name; each is called with a directory for its files, and with a Retention if the test has one."""
DURABLE = frozenset(("sqlite",))
"""Engines whose data is on their disk when they are opened again."""
DISTANT = ("etcd",)
"""Engines over a network: they cannot decide at once and take longer."""
