"""What the server reads off a request before its body: method, path, query, and the headers that matter."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

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
    authorization: bytes
    if_none_match: bytes
    user_agent: str

    @staticmethod
    def of(scope: MutableMapping[str, Any]) -> Incoming:
        """Reads an ASGI scope."""
        headers: dict[bytes, bytes] = dict(reversed(scope["headers"]))
        written: bytes = scope["query_string"]
        query = parse_query(written.decode(errors="replace")) if written else {}
        agent = headers.get(b"user-agent", b"").decode(errors="replace")
        return Incoming(
            scope["method"],
            scope["path"],
            split_path(scope["path"]),
            query,
            headers.get(b"accept", b"").decode(errors="replace"),
            headers.get(b"content-type", b"").decode(errors="replace"),
            wants_pretty(query, agent),
            headers.get(b"authorization", b""),
            headers.get(b"if-none-match", b""),
            agent,
        )
