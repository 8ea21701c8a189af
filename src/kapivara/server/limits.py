"""What a server gives its clients, all in one place: bytes, seconds, connections.

Limits on one request are the real server's where it has any; limits over all connections are ours.
docs/security.md lists them.
"""

from __future__ import annotations

from contextlib import suppress

from kapivara.values.record import field_names, record

_KIB = 1024
_MIB = 1024 * _KIB


@record
class Limits:
    """The limits of one server. Seconds are looked at every `tick`.

    Bytes: `discarded` of a body that nobody reads, for its connection to be kept; `lingering` of one that is still
    being sent after its answer; `waiting` of half-sent heads and of requests that wait behind another, over all
    connections; `bodies` of requests that are not answered yet, over all; `heads` of requests under way with large
    ones, watches included, over all; `unread` of answers that clients do not read, over all. Connections:
    `connections` in all, `strangers` of clients that have not shown a token yet.
    """

    head_seconds: float = 32.0
    request_seconds: float = 60.0
    idle_seconds: float = 120.0
    stalled_seconds: float = 60.0
    linger_seconds: float = 1.0
    tick: float = 1.0
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
    """Has this process open as many files as its connections need, as far as it may; Go's programs do the same."""
    try:
        import resource
    except ImportError:  # not on Windows, where sockets are no files
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + _SPARE_DESCRIPTORS
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        with suppress(OSError, ValueError):  # there are systems with a lower limit that they do not tell
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def within_descriptors(limits: Limits) -> Limits:
    """Returns limits with no more connections than this process may have open, files and all."""
    try:
        import resource
    except ImportError:  # not on Windows, where sockets are no files
        return limits
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return limits
    most = max(allowed - _SPARE_DESCRIPTORS, allowed // 2, 1)
    fields = {name: getattr(limits, name) for name in field_names(type(limits))}
    fields["connections"] = min(limits.connections, most)
    fields["strangers"] = min(limits.strangers, max(1, most // 2))
    return Limits(**fields)
