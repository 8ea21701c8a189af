"""Writes audit events as lines of JSON, with the fields of audit.k8s.io/v1 in the server's order.

Upstream: apiserver/pkg/apis/audit/v1/types.go Event, pkg/audit/request.go LogRequestMetadata (1.37).
"""

from __future__ import annotations

import ipaddress
import time
from typing import Any, Final
from urllib.parse import quote

from kapivara.authorization.access import Access
from kapivara.codec import encode_json
from kapivara.server.http1.head import Head
from kapivara.values import JsonObject
from kapivara.values.record import record

_LONGEST_AGENT: Final = 1024
_TRUNCATED: Final = "...TRUNCATED"
_NOT_ESCAPED: Final = "$&+,/:;=@-_.~"
"""The characters besides letters and digits that Go does not escape in a path."""
_FIELDS: Final = (
    *("kind", "apiVersion", "level", "auditID", "stage", "requestURI", "verb", "user", "impersonatedUser"),
    *("authenticationMetadata", "sourceIPs", "userAgent", "objectRef", "responseStatus", "requestObject"),
    *("responseObject", "requestReceivedTimestamp", "stageTimestamp", "annotations"),
)


@record
class Asked:
    """The common fields of a request's events: user, action, source and time."""

    level: str
    audit_id: str
    access: Access
    version: str
    """The version of the resource, if there is one."""
    uri: str
    addresses: tuple[str, ...]
    agent: str
    received: float
    has_user: bool = True

    def event(self, stage: str, moment: float, more: JsonObject) -> bytes:
        """Returns an event of the request as a line; `more` has the further fields."""
        told: dict[str, Any] = {
            "kind": "Event",
            "apiVersion": "audit.k8s.io/v1",
            "level": self.level,
            "auditID": self.audit_id,
            "stage": stage,
            "requestURI": self.uri,
            "verb": self.access.verb,
            "user": self.access.user.to_json() if self.has_user else {},
            "sourceIPs": list(self.addresses),
            "userAgent": self.agent,
            "objectRef": self.reference(),
            "requestReceivedTimestamp": moment_text(self.received),
            "stageTimestamp": moment_text(moment),
            **more,
        }
        needed = ("verb", "user", "requestURI")
        fields = (
            b'"%s":%s' % (name.encode(), encode_json(told[name]))
            for name in _FIELDS
            if name in needed or told.get(name)
        )
        return b"{" + b",".join(fields) + b"}\n"

    def reference(self) -> JsonObject:
        """Returns the object reference of the request; empty for a non-resource path."""
        asked = self.access
        if asked.path is not None:
            return {}
        told = {
            "resource": asked.resource,
            "namespace": asked.namespace,
            "name": asked.name,
            "apiGroup": asked.group,
            "apiVersion": self.version,
            "subresource": asked.subresource,
        }
        return {name: value for name, value in told.items() if value}


def agent_of(head: Head) -> str:
    """Returns the user agent of a client, truncated if it is long."""
    agent = head.text(b"user-agent")
    return agent if len(agent) <= _LONGEST_AGENT else agent[:_LONGEST_AGENT] + _TRUNCATED


def uri_of(head: Head) -> str:
    """Returns path and query of a request in their original form."""
    url = head.url.decode(errors="replace")
    if url.startswith("/"):
        return url
    query = head.query.decode(errors="replace")
    return quote(head.path, safe=_NOT_ESCAPED) + (f"?{query}" if query else "")


def addresses_of(head: Head, client: str) -> tuple[str, ...]:
    """Returns the source addresses of a request: those in proxy headers, then that of the connection.

    Upstream: apimachinery/pkg/util/net/http.go SourceIPs (1.37).
    """
    found = [each for part in head.text(b"x-forwarded-for").split(",") if (each := _address(part.strip()))]
    real = _address(head.text(b"x-real-ip"))
    if real and real not in found:
        found.append(real)
    own = _address(client)
    if own and found[-1:] != [own]:
        found.append(own)
    return tuple(found)


def _address(text: str) -> str:
    if not text:
        return ""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return ""
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def moment_text(seconds: float) -> str:
    """Returns a time in the format of events, to the microsecond."""
    whole, micro = divmod(round(seconds * 1_000_000), 1_000_000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(whole))}.{micro:06d}Z"
