"""The server's errors for webhooks that are unreachable or do not speak HTTPS.

Upstream: the errors of Go's net and crypto/tls, as an http.Client returns them.
"""

from __future__ import annotations

import http.client
import socket
import ssl

from kapivara.values.rendering import quote
from kapivara.webhooks.address import Address

_NO_HTTPS = frozenset(("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNSUPPORTED_PROTOCOL", "RECORD_LAYER_FAILURE"))


def describe_dial(address: Address, error: OSError) -> str:
    """Returns the error for a failed connection."""
    host, port = address.endpoint.host, address.endpoint.port
    if isinstance(error, socket.gaierror):
        return f"dial tcp: lookup {host}: no such host"
    if isinstance(error, TimeoutError):
        return "context deadline exceeded"
    shown = f"[{host}]" if ":" in host else host
    return f"dial tcp {shown}:{port}: connect: {_reason(error)}"


def describe_talk(error: Exception) -> str:
    """Returns the error for an established connection without a response."""
    if isinstance(error, TimeoutError):
        return "context deadline exceeded"
    if isinstance(error, http.client.RemoteDisconnected | ssl.SSLEOFError | http.client.IncompleteRead):
        return "EOF"
    if isinstance(error, http.client.BadStatusLine):
        line = quote(str(error).strip("'").rstrip("\r\n"))
        return f"net/http: HTTP/1.x transport connection broken: malformed HTTP response {line}"
    if isinstance(error, ssl.SSLError):
        return _describe_handshake(error)
    if isinstance(error, OSError):
        return f"read: {_reason(error)}"
    return f"net/http: HTTP/1.x transport connection broken: {error}"


def _describe_handshake(error: ssl.SSLError) -> str:
    reason = error.reason or ""
    if reason in _NO_HTTPS:
        return "http: server gave HTTP response to HTTPS client"
    if "ALERT" in reason:
        alert = reason.rpartition("ALERT_")[2].lower().replace("_", " ")
        return f"remote error: tls: {alert}"
    return f"tls: {reason.lower().replace('_', ' ') or error}"


def _reason(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).lower()
