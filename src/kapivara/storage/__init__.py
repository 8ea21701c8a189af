"""Durable versioned objects behind one contract.

`contract` says what a storage is; the engines are `memory.MemoryStorage`, `sqlite.SqliteStorage` and
`etcd.EtcdStorage`, imported from their own modules so that nobody pays for one that is not used.
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
