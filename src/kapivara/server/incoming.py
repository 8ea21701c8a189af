"""What the server reads off a request before its body: method, path, query, and the headers that matter."""

from __future__ import annotations

from typing import Any

from kapivara.authorization.access import Decision
from kapivara.authorization.user_info import UserInfo
from kapivara.meta import Status
from kapivara.server.caller import KNOWN, Caller
from kapivara.server.head import Head
from kapivara.server.impersonation import Acting, wanted_user
from kapivara.server.negotiation import accepts_gzip, wants_pretty
from kapivara.server.target import LONG_QUERY, Target, find_target, parse_query, split_path
from kapivara.values.record import record


class Memory:
    """What the application has found out about a request, and about those that say the same."""

    __slots__ = ("acting", "allowed_at", "decision", "is_unbound", "route", "user")

    acting: Acting
    """Whom the client acts for, where it may; not there where it acts for itself."""
    decision: Decision | None
    """What was decided; not there where nothing had to be, and None where it did not come to that."""

    def __init__(self) -> None:
        self.route: Any = None
        self.user: UserInfo | None = None
        """Whom the request is from, or made for, where that is not the administrator."""
        self.is_unbound = False
        """Whether that user may do everything, whatever roles say."""
        self.allowed_at = -1
        """The version of roles and bindings by which that user may make it."""


@record
class Incoming:
    """One request, its body not yet read. Of a header given twice the first one counts."""

    method: str
    path: str
    parts: list[str]
    query: dict[str, list[str]]
    accept: str
    media_type: str
    pretty: bool
    user_agent: str
    target: Target | None
    """The resource request that it makes, if it makes one."""
    head: Head
    memory: Memory
    caller: Caller = KNOWN
    """Who sends it."""
    wanted: UserInfo | Status | None = None
    """Whom the client wants to act for, if not for itself; a Status where it does not say so rightly."""
    is_admins: bool = True
    """Whether it is the administrator's own, who may do everything."""
    has_no_route: bool = False
    """Whether its path begins as none that is served: with two slashes, with none, or with an empty group."""

    @staticmethod
    def of(head: Head) -> Incoming:
        """Reads the head of a request from a client that may ask; one that is kept is read once."""
        if head.read_as is not None:
            known: Incoming = head.read_as
            return known
        incoming = Incoming._read(head)
        if head.is_kept:
            head.read_as = incoming
        return incoming

    @staticmethod
    def _read(head: Head) -> Incoming:
        query = parse_query(head.query.decode(errors="replace")) if head.query_length else {}
        agent, parts = head.text(b"user-agent"), split_path(head.path)
        caller, wanted = head.sender or KNOWN, wanted_user(head)
        target = find_target(head.method, parts, query)
        return Incoming(
            head.method,
            head.path,
            parts,
            query,
            head.text(b"accept"),
            head.text(b"content-type"),
            wants_pretty(query, agent),
            agent,
            target,
            head,
            Memory(),
            caller,
            wanted,
            wanted is None and caller is KNOWN,
            not head.path.startswith("/") or head.path.startswith("//") or (target is not None and target.lacks_group),
        )

    @property
    def if_none_match(self) -> bytes:
        """The tags of what the client has already."""
        return self.head.get(b"if-none-match") or b""

    @property
    def takes_gzip(self) -> bool:
        """Whether the client reads answers that are compressed, whatever it prefers."""
        return accepts_gzip(self.head.text(b"accept-encoding"))


def target_of(head: Head) -> Target | None:
    """Returns the resource request that a head makes, if it makes one; of a long query only the start is read."""
    known: Incoming | None = head.read_as
    if known is not None:
        return known.target
    query = parse_query(head.query[:LONG_QUERY].decode(errors="replace")) if head.query_length else {}
    return find_target(head.method, split_path(head.path), query)
