"""All limits of a server for its clients: bytes, seconds, connections.

Limits per request are the real server's where it has any; limits across connections are this server's own.
docs/security.md lists them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

_KIB = 1024
_MIB = 1024 * _KIB


class Limits(NamedTuple):
    """The limits of one server. Deadlines are checked every `tick`.

    Bytes: `body` of the body of one request; `discarded` of an unread body after which its connection is kept;
    `lingering` of a body still arriving after its response; `waiting` of incomplete heads and of queued requests, in
    total; `bodies` of unanswered requests, in total; `heads` of running requests with large ones, including watches, in
    total; `unread` of responses that clients do not read, in total. Connections: `connections` in total, `strangers` of
    clients without valid credentials so far.
    """

    head_seconds: float = 32.0
    request_seconds: float = 60.0
    idle_seconds: float = 120.0
    stalled_seconds: float = 60.0
    linger_seconds: float = 1.0
    tick: float = 1.0
    body: int = 3 * _MIB
    discarded: int = 256 * _KIB
    lingering: int = 48 * _MIB
    waiting: int = 16 * _MIB
    bodies: int = 96 * _MIB
    heads: int = 96 * _MIB
    unread: int = 64 * _MIB
    connections: int = 12_000
    strangers: int = 512


_SPARE_DESCRIPTORS = 128


def allow_descriptors(limits: Limits) -> None:
    """Raises this process's limit of open files for its connections, if allowed, like Go programs."""
    try:
        import resource
    except ImportError:  # not on Windows, where sockets are no files
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + _SPARE_DESCRIPTORS
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        with suppress(OSError, ValueError):  # some systems have a lower, unreported limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def within_descriptors(limits: Limits) -> Limits:
    """Returns limits with no more connections than this process can open, besides other files."""
    try:
        import resource
    except ImportError:  # not on Windows, where sockets are no files
        return limits
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return limits
    most = max(allowed - _SPARE_DESCRIPTORS, allowed // 2, 1)
    strangers = min(limits.strangers, max(1, most // 2))
    return limits._replace(connections=min(limits.connections, most), strangers=strangers)
