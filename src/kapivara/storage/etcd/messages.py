"""The messages of etcd's API that the engine uses, with their field numbers, and the calls that carry them.

`codec.protobuf` reads and writes them like Kubernetes' types: as objects with field names, without zero or empty
values. Upstream: etcd api/etcdserverpb/rpc.proto, api/mvccpb/kv.proto (3.5).
"""

from __future__ import annotations

from typing import Final

from kapivara.codec.shapes import BOOL, INT32, INT64, STRING, UINT32, UINT64, Bytes, Field, ListOf, Shape, Struct
from kapivara.values.record import record

_BYTES = Bytes()


def _message(name: str, /, **fields: tuple[int, Shape]) -> Struct:
    return Struct(
        f"etcdserverpb.{name}",
        tuple(
            Field(each, shape, pointer=True, omit_empty=True, number=number) for each, (number, shape) in fields.items()
        ),
    )


_HEADER = _message(
    "ResponseHeader", cluster_id=(1, UINT64), member_id=(2, UINT64), revision=(3, INT64), raft_term=(4, UINT64)
)
_KEY_VALUE = _message(
    "KeyValue",
    key=(1, _BYTES),
    create_revision=(2, INT64),
    mod_revision=(3, INT64),
    version=(4, INT64),
    value=(5, _BYTES),
    lease=(6, INT64),
)
_EVENT = _message("Event", type=(1, INT32), kv=(2, _KEY_VALUE), prev_kv=(3, _KEY_VALUE))

_RANGE = _message(
    "RangeRequest",
    key=(1, _BYTES),
    range_end=(2, _BYTES),
    limit=(3, INT64),
    revision=(4, INT64),
    keys_only=(8, BOOL),
    count_only=(9, BOOL),
    min_mod_revision=(10, INT64),
)
_RANGE_ANSWER = _message(
    "RangeResponse", header=(1, _HEADER), kvs=(2, ListOf(_KEY_VALUE)), more=(3, BOOL), count=(4, INT64)
)
_PUT = _message("PutRequest", key=(1, _BYTES), value=(2, _BYTES), lease=(3, INT64))
_PUT_ANSWER = _message("PutResponse", header=(1, _HEADER), prev_kv=(2, _KEY_VALUE))
_DELETE = _message("DeleteRangeRequest", key=(1, _BYTES), range_end=(2, _BYTES), prev_kv=(3, BOOL))
_DELETE_ANSWER = _message(
    "DeleteRangeResponse", header=(1, _HEADER), deleted=(2, INT64), prev_kvs=(3, ListOf(_KEY_VALUE))
)

_COMPARE = _message(
    "Compare",
    result=(1, INT32),
    target=(2, INT32),
    key=(3, _BYTES),
    version=(4, INT64),
    create_revision=(5, INT64),
    mod_revision=(6, INT64),
    range_end=(64, _BYTES),
)
_REQUEST_OP = _message("RequestOp", request_range=(1, _RANGE), request_put=(2, _PUT), request_delete_range=(3, _DELETE))
_RESPONSE_OP = _message(
    "ResponseOp",
    response_range=(1, _RANGE_ANSWER),
    response_put=(2, _PUT_ANSWER),
    response_delete_range=(3, _DELETE_ANSWER),
)

EQUAL: Final = 0
GREATER: Final = 1
LESS: Final = 2
"""Values of `result`: how to compare the numbers."""
VERSION: Final = 0
CREATE: Final = 1
MOD: Final = 2
"""Values of `target`: the number of a key to compare."""
DELETED: Final = 1
"""The `type` of a deletion event."""

WATCH_REQUEST: Final = _message(
    "WatchRequest",
    create_request=(
        1,
        _message(
            "WatchCreateRequest",
            key=(1, _BYTES),
            range_end=(2, _BYTES),
            start_revision=(3, INT64),
            progress_notify=(4, BOOL),
            prev_kv=(6, BOOL),
            fragment=(8, BOOL),
        ),
    ),
)
WATCH_ANSWER: Final = _message(
    "WatchResponse",
    header=(1, _HEADER),
    watch_id=(2, INT64),
    created=(3, BOOL),
    canceled=(4, BOOL),
    compact_revision=(5, INT64),
    cancel_reason=(6, STRING),
    fragment=(7, BOOL),
    events=(11, ListOf(_EVENT)),
)
WATCH_PATH: Final = "/etcdserverpb.Watch/Watch"


@record
class Method:
    """A call with one response. A `repeatable` call may be made again if its first result is unknown."""

    path: str
    request: Struct
    answer: Struct
    repeatable: bool = False


GET: Final = Method("/etcdserverpb.KV/Range", _RANGE, _RANGE_ANSWER, repeatable=True)
WRITE: Final = Method(
    "/etcdserverpb.KV/Txn",
    _message(
        "TxnRequest", compare=(1, ListOf(_COMPARE)), success=(2, ListOf(_REQUEST_OP)), failure=(3, ListOf(_REQUEST_OP))
    ),
    _message("TxnResponse", header=(1, _HEADER), succeeded=(2, BOOL), responses=(3, ListOf(_RESPONSE_OP))),
)
COMPACT: Final = Method(
    "/etcdserverpb.KV/Compact",
    _message("CompactionRequest", revision=(1, INT64), physical=(2, BOOL)),
    _message("CompactionResponse", header=(1, _HEADER)),
    repeatable=True,
)
LEASE_GRANT: Final = Method(
    "/etcdserverpb.Lease/LeaseGrant",
    _message("LeaseGrantRequest", TTL=(1, INT64), ID=(2, INT64)),
    _message("LeaseGrantResponse", header=(1, _HEADER), ID=(2, INT64), TTL=(3, INT64), error=(4, STRING)),
    repeatable=True,
)
LEASE_REVOKE: Final = Method(
    "/etcdserverpb.Lease/LeaseRevoke",
    _message("LeaseRevokeRequest", ID=(1, INT64)),
    _message("LeaseRevokeResponse", header=(1, _HEADER)),
    repeatable=True,
)
KEEP_ALIVE: Final = Method(
    "/etcdserverpb.Lease/LeaseKeepAlive",
    _message("LeaseKeepAliveRequest", ID=(1, INT64)),
    _message("LeaseKeepAliveResponse", header=(1, _HEADER), ID=(2, INT64), TTL=(3, INT64)),
    repeatable=True,
)
AUTHENTICATE: Final = Method(
    "/etcdserverpb.Auth/Authenticate",
    _message("AuthenticateRequest", name=(1, STRING), password=(2, STRING)),
    _message("AuthenticateResponse", header=(1, _HEADER), token=(2, STRING)),
    repeatable=True,
)
STATUS: Final = Method(
    "/etcdserverpb.Maintenance/Status",
    _message("StatusRequest"),
    _message(
        "StatusResponse",
        header=(1, _HEADER),
        version=(2, STRING),
        dbSize=(3, INT64),
        leader=(4, UINT64),
        errors=(8, ListOf(STRING)),
        dbSizeInUse=(9, INT64),
    ),
    repeatable=True,
)
HASH: Final = Method(
    "/etcdserverpb.Maintenance/HashKV",
    _message("HashKVRequest", revision=(1, INT64)),
    _message("HashKVResponse", header=(1, _HEADER), hash=(2, UINT32), compact_revision=(3, INT64)),
    repeatable=True,
)
DEFRAGMENT: Final = Method(
    "/etcdserverpb.Maintenance/Defragment",
    _message("DefragmentRequest"),
    _message("DefragmentResponse", header=(1, _HEADER)),
)
NO_SPACE: Final = 1
"""The alarm of a member whose file has reached its quota; etcd rejects writes until the alarm is cleared."""
DISARM: Final = 2
"""A value of `action`; 0 lists alarms."""
_ALARM = _message("AlarmMember", memberID=(1, UINT64), alarm=(2, INT32))
ALARMS: Final = Method(
    "/etcdserverpb.Maintenance/Alarm",
    _message("AlarmRequest", action=(1, INT32), memberID=(2, UINT64), alarm=(3, INT32)),
    _message("AlarmResponse", header=(1, _HEADER), alarms=(2, ListOf(_ALARM))),
    repeatable=True,
)
