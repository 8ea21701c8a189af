"""What etcd refuses, and what keeps it from answering, as errors of a storage. None tells a password or a token.

Upstream: etcd api/v3rpc/rpctypes/error.go (3.5).
"""

from __future__ import annotations

from kapivara.storage.contract import Closed, EngineRefusal, StorageError, Unavailable
from kapivara.storage.grpc_call import CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE, CallError

_COMPACTED = "required revision has been compacted"
_FUTURE = "required revision is a future revision"
_LOST_LEASE = "requested lease not found"
_OLD_TOKEN = "invalid auth token"  # noqa: S105  what etcd says of one


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
    def has_lost_lease(self) -> bool:
        """Whether a lease has run out, or was revoked."""
        return _LOST_LEASE in str(self)

    @property
    def is_old_token(self) -> bool:
        """Whether the token has expired, or etcd has forgotten it."""
        return _OLD_TOKEN in str(self)


class UnreachableError(Unavailable):
    """No answer came, from an etcd that may be gone. `was_sent` tells whether the request may have been done."""

    def __init__(self, message: str, *, was_sent: bool) -> None:
        super().__init__(message)
        self.was_sent = was_sent


def storage_error(error: CallError, endpoint: str) -> StorageError:
    """Returns the failure of a call to an endpoint, as whoever uses the storage is told of it."""
    if error.code == CANCELLED:
        return Closed("the storage is closed")
    if error.code == DEADLINE_EXCEEDED:
        return UnreachableError(f"etcd at {endpoint} does not answer in time", was_sent=error.was_sent)
    if error.code == UNAVAILABLE:
        if error.details.startswith("etcdserver:"):  # no leader, or too slow: it may be done all the same
            return UnreachableError(error.details, was_sent=True)
        return UnreachableError(f"etcd at {endpoint} cannot be reached ({error.details})", was_sent=error.was_sent)
    return RefusedError(error.details or f"gRPC status {error.code}")
