"""What the server reads off a request before its body: method, path, query, and the headers that matter."""

from __future__ import annotations

from kapivara.server.head import Head
from kapivara.server.negotiation import wants_pretty
from kapivara.server.target import parse_query, split_path
from kapivara.values.record import record


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
    if_none_match: bytes
    user_agent: str

    @staticmethod
    def of(head: Head) -> Incoming:
        """Reads the head of a request from a client that may ask."""
        query = parse_query(head.query.decode(errors="replace")) if head.query else {}
        agent = head.text(b"user-agent")
        return Incoming(
            head.method,
            head.path,
            split_path(head.path),
            query,
            head.text(b"accept"),
            head.text(b"content-type"),
            wants_pretty(query, agent),
            head.get(b"if-none-match") or b"",
            agent,
        )
