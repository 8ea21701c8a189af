"""Sends the requests of a conversation over one persistent connection."""

from __future__ import annotations

import http.client
import json
import ssl
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """A response: its code, its headers, and its unchanged body."""

    code: int
    headers: http.client.HTTPMessage
    warnings: list[str]
    raw: bytes

    @property
    def body(self) -> Any:
        """The body as JSON if it is JSON, otherwise as text; None without a body."""
        if not self.raw:
            return None
        try:
            return json.loads(self.raw)
        except ValueError:
            return self.raw.decode(errors="replace")


class Client:
    """One connection to a server given by its URL; it does not verify certificates, because test servers sign their
    own.
    """

    def __init__(self, server: str, token: str | None = None, timeout: float = 60.0):
        url = urllib.parse.urlsplit(server)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError(f"{server} is no URL of a server (http://… or https://…)")
        self._host, self._port, self._timeout = url.hostname, url.port, timeout
        self._context = _trust_anybody() if url.scheme == "https" else None
        self._token = token
        self._connection: http.client.HTTPConnection | None = None

    def close(self) -> None:
        """Ends the connection; the next request opens another."""
        if self._connection:
            self._connection.close()
        self._connection = None

    def send(self, method: str, path: str, headers: Mapping[str, str] | None = None, body: Any = None) -> Reply:
        """Sends one request: a text or bytes unchanged, any other body as JSON.

        Opens the connection again if it was closed. An Authorization header of the request replaces the token; an empty
        one sends none.
        """
        payload = _encode(body)
        sent = self._complete(headers or {}, has_body=payload is not None)
        try:
            return self._exchange(method, path, payload, sent)
        except TimeoutError:  # the connection is open, and a retry would take as long
            self.close()
            raise
        except (http.client.HTTPException, OSError):
            self.close()
        try:
            return self._exchange(method, path, payload, sent)
        except (http.client.HTTPException, OSError):
            self.close()
            raise

    def _exchange(self, method: str, path: str, payload: bytes | None, headers: dict[str, str]) -> Reply:
        if self._connection is None:
            self._connection = self._open()
        self._connection.request(method, path, payload, headers)
        response = self._connection.getresponse()
        warnings = response.headers.get_all("Warning") or []
        return Reply(response.status, response.headers, warnings, response.read())

    def _open(self) -> http.client.HTTPConnection:
        if self._context:
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._context)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)

    def _complete(self, headers: Mapping[str, str], *, has_body: bool) -> dict[str, str]:
        sent = {"Accept": "application/json"}
        if has_body:
            sent["Content-Type"] = "application/json"
        if self._token:
            sent["Authorization"] = f"Bearer {self._token}"
        sent |= headers
        if not sent.get("Authorization"):
            sent.pop("Authorization", None)
        return sent


def _encode(body: Any) -> bytes | None:
    if body is None or isinstance(body, bytes):
        return body
    return body.encode() if isinstance(body, str) else json.dumps(body).encode()


def _trust_anybody() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
