"""Durable, versioned objects behind one contract.

`contract` defines the `Storage` protocol. The engines are `memory.MemoryStorage`, `sqlite.SqliteStorage` and
`etcd.EtcdStorage`; import each from its own module, so that a program does not load engines it does not use.

- All engines: `deciding.py` decides writes, `feed.py` delivers events to watches, `retention.py` limits the history.
- SQLite: `sqlite_staging.py` holds decided writes until `sqlite_writer.py` has written their batch; `known_keys.py`
  skips the file for keys that were never written. `sqlite_rows.py` verifies checksums, and `sqlite_salvage.py` rebuilds
  a damaged file.
- etcd: a write is a transaction (`etcd_transactions.py`); all watches share one watch of etcd (`etcd_stream.py`), and
  `etcd_history.py` reads older events. `etcd_compaction.py`, `etcd_turn.py` and `etcd_leases.py` coordinate servers.
  `etcd_client.py` makes calls over gRPC (`grpc_channel.py`), and `suspension.py` suspends a request during a call.
- Backups and copies: `transfer.py` reads a snapshot (`sqlite_snapshot.py`, `etcd_snapshot.py`) and writes a storage
  that exists only when it is complete (`sqlite_import.py`, `etcd_import.py`).
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
