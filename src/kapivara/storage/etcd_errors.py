"""What etcd refuses, and what keeps it from answering, as errors of a storage. None tells a password or a token.

Upstream: etcd api/v3rpc/rpctypes/error.go (3.5).
"""

from __future__ import annotations

import grpc

from kapivara.storage.contract import Closed, EngineRefusal, StorageError, Unavailable

_COMPACTED = "required revision has been compacted"
_FUTURE = "required revision is a future revision"
_OLD_TOKEN = "invalid auth token"  # noqa: S105  what etcd says of one
_NOT_CONNECTED = "failed to connect to all addresses"


class RefusedError(EngineRefusal):
    """etcd has answered, and does not do what was asked; the text is its own."""

    @property
    def is_compacted(self) -> bool:
        """Whether the revision is older than the history kept."""
        return _COMPACTED in str(self)

    @property
    def is_future(self) -> bool:
        """Whether the revision has not been reached."""
        return _FUTURE in str(self)

    @property
    def is_old_token(self) -> bool:
        """Whether the token has expired, or etcd has forgotten it."""
        return _OLD_TOKEN in str(self)


class UnreachableError(Unavailable):
    """No answer came, from an etcd that may be gone. `was_sent` tells whether the request may have been done."""

    def __init__(self, message: str, *, was_sent: bool) -> None:
        super().__init__(message)
        self.was_sent = was_sent


def storage_error(error: grpc.RpcError, endpoint: str) -> StorageError:
    """Returns the failure of a call to an endpoint, as whoever uses the storage is told of it."""
    code, details = _code(error), _details(error)
    if code is grpc.StatusCode.CANCELLED:
        return Closed("the storage is closed")
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return UnreachableError(f"etcd at {endpoint} does not answer in time", was_sent=True)
    if code is grpc.StatusCode.UNAVAILABLE:
        if details.startswith("etcdserver:"):  # no leader, or too slow: it may be done all the same
            return UnreachableError(details, was_sent=True)
        return UnreachableError(
            f"etcd at {endpoint} cannot be reached ({_reason(details)})",
            was_sent=not details.startswith(_NOT_CONNECTED),
        )
    return RefusedError(details or str(code))


def _code(error: grpc.RpcError) -> grpc.StatusCode | None:
    return error.code() if isinstance(error, grpc.Call) else None


def _details(error: grpc.RpcError) -> str:
    return (error.details() or "") if isinstance(error, grpc.Call) else str(error)


def _reason(details: str) -> str:
    """Returns the last part of what gRPC says, which is what the machine said."""
    return details.rpartition(": ")[2] or "no reason is known"
