"""Sends requests to webhooks: over HTTPS, within thirty seconds, with a limit of the response size.

Connections are kept and reused. Errors have the server's texts. Upstream: apiserver/pkg/util/webhook/authentication.go
setGlobalDefaults, client-go/rest/request.go Do (1.37).

Upstream: client-go/rest/request.go transformResponse, apimachinery/pkg/api/errors NewGenericServerResponse (1.37).
Upstream: the errors of Go's net and crypto/tls, as an http.Client returns them.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from time import monotonic, sleep
from typing import cast

from kapivara.codec import DecodeError, decode_json
from kapivara.values import JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record
from kapivara.values.rendering import quote
from kapivara.version import VERSION
from kapivara.webhooks.address import Address, WebhookError, find_address, timed
from kapivara.webhooks.distrust import describe_distrust
from kapivara.webhooks.services import ServiceAddresses
from kapivara.webhooks.timed_socket import TimedSocket

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


_MOST_TEXT = 2048
_LAST_SUCCESS = 206
_OWN_WORDS = frozenset((403, 415))
_BY_CODE = {
    409: "the server reported a conflict",
    404: "the server could not find the requested resource",
    400: "the server rejected our request for an unknown reason",
    401: "the server has asked for the client to provide credentials",
    405: "the server does not allow this method on the requested resource",
    422: "the server rejected our request due to an error in our request",
    503: "the server is currently unable to handle the request",
    504: "the server was unable to return a response in the time allotted, but may still be processing the request",
    429: "the server has received too many requests and has asked us to try again later",
}
_NOT_ACCEPTABLE = 406
_NO_CONTENT_TYPE = "the server was unable to respond with a content type that the client supports"
_SERVER_ERROR = 500


@record
class HttpAnswer:
    """An HTTP response."""

    code: int
    content_type: str
    body: bytes
    retry_after: int | None = None

    @property
    def is_success(self) -> bool:
        """Whether the response is a success."""
        return 200 <= self.code <= _LAST_SUCCESS

    @property
    def wants_retry(self) -> bool:
        """Whether the response asks for a retry."""
        return self.retry_after is not None and (self.code == 429 or self.code >= _SERVER_ERROR)


def describe_failure(answer: HttpAnswer) -> str:
    """Returns the error for an unsuccessful response: from its Status if it has one, else from its code."""
    return _status_message(answer.body) or _by_code(answer)


def _by_code(answer: HttpAnswer) -> str:
    code, text = answer.code, "unknown"
    if not answer.content_type or answer.content_type.startswith("text/"):
        text = answer.body[:_MOST_TEXT].decode(errors="replace").strip()
    if code in _OWN_WORDS:
        return text
    if code == _NOT_ACCEPTABLE:
        return _NO_CONTENT_TYPE if text in ("", "unknown") else text
    if code in _BY_CODE:
        return _BY_CODE[code]
    if code >= _SERVER_ERROR:
        return f"an error on the server ({quote(text)}) has prevented the request from succeeding"
    return f"the server responded with the status code {code} but did not return more information"


def _status_message(body: bytes) -> str:
    try:
        value = decode_json(body).value
    except DecodeError:
        return ""
    if type(value) is not dict or value.get("kind") != "Status" or value.get("status") != "Failure":
        return ""
    message = value.get("message")
    return message if type(message) is str else ""


MOST_BYTES = 64 * 1024 * 1024
"""The maximum size of a response. The server has no limit."""
_MOST_RETRIES = 10
_IDLE_KEPT = 8
_HEADERS = {
    "Accept": "application/json, */*",
    "Content-Type": "application/json",
    "User-Agent": f"kapivara/{VERSION}",
}


class Webhooks:
    """Calls webhooks with a timeout for each call. Thread-safe.

    `services` has the addresses of the services behind webhooks.
    """

    def __init__(self, services: ServiceAddresses, seconds: float):
        self._services = services
        self._seconds = seconds
        self._lock = threading.Lock()
        self._idle: dict[Address, list[TimedSocket]] = {}
        self._contexts: dict[bytes, ssl.SSLContext] = {}

    def find(self, client: JsonObject) -> Address:
        """Returns the address of a webhook from its `clientConfig`; raises WebhookError."""
        return find_address(client, self._services)

    def post(self, address: Address, body: bytes, deadline: Deadline = NO_DEADLINE) -> bytes:
        """Sends JSON and returns the JSON response; raises WebhookError."""
        ends_at = monotonic() + min(self._seconds, deadline.seconds_left())
        for tries_left in range(_MOST_RETRIES, -1, -1):
            answer = self._ask(address, body, ends_at)
            wait = float(answer.retry_after or 0)
            if not answer.wants_retry or not tries_left or monotonic() + wait >= ends_at:
                break
            sleep(wait)
        if not answer.is_success:
            raise WebhookError(describe_failure(answer))
        if not answer.body:
            shown = answer.content_type or "application/json"
            raise WebhookError(f"0-length response with status code: {answer.code} and content type: {shown}")
        return answer.body

    def close(self) -> None:
        """Closes the kept connections."""
        with self._lock:
            kept, self._idle = [each for idle in self._idle.values() for each in idle], {}
        for each in kept:
            each.close()

    def _ask(self, address: Address, body: bytes, ends_at: float) -> HttpAnswer:
        """Sends a request over a kept connection, or over a new one if those are gone."""
        try:
            while (kept := self._take(address)) is not None:
                try:
                    return self._exchange(address, kept, body, ends_at)
                except (ConnectionError, http.client.RemoteDisconnected, ssl.SSLError):
                    kept.close()
            return self._exchange(address, self._connect(address, ends_at), body, ends_at)
        except (OSError, http.client.HTTPException) as error:
            raise WebhookError(_posting(address, describe_talk(error))) from None

    def _exchange(self, address: Address, connection: TimedSocket, body: bytes, ends_at: float) -> HttpAnswer:
        connection.ends_at = ends_at
        talk = http.client.HTTPConnection(address.server_name)
        talk.sock = cast("socket.socket", connection)
        is_kept = False
        try:
            host = address.origin.partition("://")[2]
            talk.request("POST", timed(address.path), body, {"Host": host, **_HEADERS})
            response = talk.getresponse()
            data = response.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise WebhookError(_posting(address, f"kapivara cannot read answers of more than {MOST_BYTES} bytes"))
            is_kept = response.isclosed() and not response.will_close
            return HttpAnswer(
                response.status,
                (response.getheader("Content-Type") or "").partition(";")[0].strip().lower(),
                data,
                _seconds(response.getheader("Retry-After")),
            )
        finally:
            if is_kept:
                self._keep(address, connection)
            else:
                connection.close()

    def _take(self, address: Address) -> TimedSocket | None:
        with self._lock:
            idle = self._idle.get(address)
            return idle.pop() if idle else None

    def _keep(self, address: Address, connection: TimedSocket) -> None:
        with self._lock:
            idle = self._idle.setdefault(address, [])
            if len(idle) < _IDLE_KEPT:
                idle.append(connection)
                return
        connection.close()

    def _connect(self, address: Address, ends_at: float) -> TimedSocket:
        context = self._context(address.authorities)
        plain = _dial(address, ends_at)
        try:
            plain.settimeout(max(0.001, ends_at - monotonic()))
            return TimedSocket(context.wrap_socket(plain, server_hostname=address.server_name))
        except ssl.SSLCertVerificationError as error:
            plain.close()
            shown = _shown_certificate(address, ends_at)
            raise WebhookError(_posting(address, describe_distrust(error, address.server_name, shown))) from None
        except OSError:
            plain.close()
            raise

    def _context(self, authorities: bytes) -> ssl.SSLContext:
        """Returns a TLS context that verifies like Go: partial chains are allowed, and common names do not count."""
        context = self._contexts.get(authorities)
        if context is None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.hostname_checks_common_name = False
            context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
            try:
                if authorities:
                    context.load_verify_locations(cadata=authorities.decode("ascii", "replace"))
                else:
                    context.load_default_certs()
            except ssl.SSLError:
                problem = "unable to load root certificates: unable to parse bytes as PEM block"
                raise WebhookError(problem) from None
            self._contexts[authorities] = context
        return context


def _dial(address: Address, ends_at: float) -> socket.socket:
    left = ends_at - monotonic()
    try:
        if left <= 0:
            raise TimeoutError
        return socket.create_connection((address.endpoint.host, address.endpoint.port), timeout=left)
    except OSError as error:
        raise WebhookError(_posting(address, describe_dial(address, error))) from None


def _shown_certificate(address: Address, ends_at: float) -> bytes:
    """Returns the rejected certificate (DER) for the error text; sends no data to its server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with _dial(address, ends_at) as plain, context.wrap_socket(plain, server_hostname=address.server_name) as seen:
            return seen.getpeercert(binary_form=True) or b""
    except (OSError, WebhookError):
        return b""


def _posting(address: Address, problem: str) -> str:
    return f"Post {quote(timed(address.url))}: {problem}"


def _seconds(header: str | None) -> int | None:
    text = (header or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
