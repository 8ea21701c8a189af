"""Errors of etcd and of the connection to it, as storage errors. None contains a password or a token.

Upstream: etcd api/v3rpc/rpctypes/error.go (3.5).
"""

from __future__ import annotations

from kapivara.storage.contract import Closed, EngineRefusal, StorageError, Unavailable
from kapivara.storage.etcd.grpc.call import CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE, CallError

_COMPACTED = "required revision has been compacted"
_FUTURE = "required revision is a future revision"
_LOST_LEASE = "requested lease not found"
_OLD_TOKEN = "invalid auth token"  # noqa: S105  the text of an error


class RefusedError(EngineRefusal):
    """etcd answered with an error; the message is etcd's."""

    @property
    def is_compacted(self) -> bool:
        """Whether the requested revision is older than the history."""
        return _COMPACTED in str(self)

    @property
    def is_future(self) -> bool:
        """Whether the requested revision is in the future."""
        return _FUTURE in str(self)

    @property
    def has_lost_lease(self) -> bool:
        """Whether a lease has expired or was revoked."""
        return _LOST_LEASE in str(self)

    @property
    def is_old_token(self) -> bool:
        """Whether the token has expired or etcd has forgotten it."""
        return _OLD_TOKEN in str(self)


class UnreachableError(Unavailable):
    """No response arrived. `was_sent` is True if etcd may have executed the request."""

    def __init__(self, message: str, *, was_sent: bool) -> None:
        super().__init__(message)
        self.was_sent = was_sent


def storage_error(error: CallError, endpoint: str) -> StorageError:
    """Returns the storage error for a failed call to an endpoint."""
    if error.code == CANCELLED:
        return Closed("the storage is closed")
    if error.code == DEADLINE_EXCEEDED:
        return UnreachableError(f"etcd at {endpoint} does not answer in time", was_sent=error.was_sent)
    if error.code == UNAVAILABLE:
        if error.details.startswith("etcdserver:"):  # no leader, or too slow: the call may still take effect
            return UnreachableError(error.details, was_sent=True)
        return UnreachableError(f"etcd at {endpoint} cannot be reached ({error.details})", was_sent=error.was_sent)
    return RefusedError(error.details or f"gRPC status {error.code}")
