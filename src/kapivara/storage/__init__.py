"""Durable versioned objects behind one contract.

`contract` says what a storage is; the engines are `memory.MemoryStorage` and `sqlite.SqliteStorage`, imported from
their own modules so that nobody pays for one that is not used.
"""

from kapivara.storage.contract import (
    FIRST_REVISION,
    AlreadyExists,
    Closed,
    Commit,
    Compacted,
    Conflict,
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
    "Unchanged",
    "Watch",
    "WriteRequest",
]
