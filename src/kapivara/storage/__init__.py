"""Stores versioned objects behind one contract: in memory, in SQLite or in etcd.

An engine stores JSON bytes and does not decode them. Import an engine from its own module: only that engine loads.

Steps:

- `contract.py`: the contract: reads, listings, conditional writes, watches, and their errors
- `key_range.py`: the range of keys that share a prefix
- `retention.py`: how much history an engine keeps before it compacts
- `feed.py`: the newest events in memory, and the watches that read them
- `deciding.py`: decides a write against the current value; shared by the embedded engines
- `suspension.py`: waits for an event in a thread, or suspends work on the event loop
- `memory.py`: the engine for dry runs, tests and `--memory`
- `sqlite/`: the embedded engine: one SQLite file, owned by one process
- `etcd/`: the distributed engine: one etcd for several servers
- `transfer/`: copies all objects of one storage into another: backup, restore, move

Entry points: `contract.Storage`, `memory.MemoryStorage`, `sqlite.SqliteStorage`, `etcd.storage.EtcdStorage`.
"""

from kapivara.storage.contract import (
    FIRST_REVISION,
    AlreadyExists,
    Closed,
    Commit,
    Compacted,
    Conflict,
    EngineRefusal,
    Event,
    EventType,
    FutureRevision,
    KeyNotFound,
    Listing,
    NothingSince,
    Pending,
    Precondition,
    PreconditionFailed,
    Storage,
    StorageError,
    Stored,
    Unavailable,
    Unchanged,
    Watch,
    WriteRequest,
)

__all__ = [
    "FIRST_REVISION",
    "AlreadyExists",
    "Closed",
    "Commit",
    "Compacted",
    "Conflict",
    "EngineRefusal",
    "Event",
    "EventType",
    "FutureRevision",
    "KeyNotFound",
    "Listing",
    "NothingSince",
    "Pending",
    "Precondition",
    "PreconditionFailed",
    "Storage",
    "StorageError",
    "Stored",
    "Unavailable",
    "Unchanged",
    "Watch",
    "WriteRequest",
]
