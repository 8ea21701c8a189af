"""The parts of a request that the server reads before its body: method, path, query, relevant headers."""

from __future__ import annotations

from typing import Any

from kapivara.authorization.access import Decision
from kapivara.authorization.user_info import UserInfo
from kapivara.meta import Status
from kapivara.server.http1.head import Head
from kapivara.server.responses.negotiation import accepts_gzip, wants_pretty
from kapivara.server.routing.caller import KNOWN, Caller
from kapivara.server.routing.impersonation_headers import Acting, wanted_user
from kapivara.server.routing.target import LONG_QUERY, Target, find_target, parse_query, split_path
from kapivara.values.record import record


class RequestMemo:
    """The cached decisions of the application about a request and its repetitions."""

    __slots__ = ("acting", "allowed_at", "decision", "is_unbound", "route", "user")

    acting: Acting
    """The impersonated user; unset without impersonation."""
    decision: Decision | None
    """The authorization decision; unset if none was needed, None if an earlier check failed."""

    def __init__(self) -> None:
        self.route: Any = None
        self.user: UserInfo | None = None
        """The user of the request after impersonation, or None for the administrator."""
        self.is_unbound = False
        """Whether that user may do everything, whatever the roles are."""
        self.allowed_at = -1
        """The version of roles and bindings that allows the request."""


@record
class Incoming:
    """A request without its body. Of a repeated header the first value counts."""

    method: str
    path: str
    parts: list[str]
    query: dict[str, list[str]]
    accept: str
    media_type: str
    pretty: bool
    user_agent: str
    target: Target | None
    """The resource of the request; None for other paths."""
    head: Head
    memory: RequestMemo
    caller: Caller = KNOWN
    """The caller of the request."""
    wanted: UserInfo | Status | None = None
    """The user to impersonate; None without impersonation, a Status for invalid headers."""
    is_admins: bool = True
    """Whether the request is the administrator's own, who may do everything."""
    has_no_route: bool = False
    """Whether no path with this start is served: it starts with two slashes or none, or has an empty group."""

    @staticmethod
    def of(head: Head) -> Incoming:
        """Returns the request of an authenticated head; parses a kept head once."""
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
            RequestMemo(),
            caller,
            wanted,
            wanted is None and caller is KNOWN,
            not head.path.startswith("/") or head.path.startswith("//") or (target is not None and target.lacks_group),
        )

    @property
    def if_none_match(self) -> bytes:
        """The If-None-Match header."""
        return self.head.get(b"if-none-match") or b""

    @property
    def takes_gzip(self) -> bool:
        """Whether the client accepts compressed responses, whatever it prefers."""
        return accepts_gzip(self.head.text(b"accept-encoding"))


def target_of(head: Head) -> Target | None:
    """Returns the resource target of a head; None for other paths. Of a long query it reads only the start."""
    known: Incoming | None = head.read_as
    if known is not None:
        return known.target
    query = parse_query(head.query[:LONG_QUERY].decode(errors="replace")) if head.query_length else {}
    return find_target(head.method, split_path(head.path), query)
