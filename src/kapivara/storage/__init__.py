"""Durable, versioned objects behind one contract.

`contract` defines the `Storage` protocol. The engines are `memory.MemoryStorage`, `sqlite.SqliteStorage` and
`etcd.EtcdStorage`; import each from its own module, so that a program does not load engines it does not use.
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
