"""Sends requests to webhooks: over HTTPS, within thirty seconds, with a limit of the response size.

Connections are kept and reused. Errors have the server's texts. Upstream: apiserver/pkg/util/webhook/authentication.go
setGlobalDefaults, client-go/rest/request.go Do (1.37).
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from time import monotonic, sleep
from typing import cast

from kapivara.values import JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.rendering import quote
from kapivara.version import VERSION
from kapivara.webhooks.address import Address, WebhookError, find_address, timed
from kapivara.webhooks.answers import HttpAnswer, describe_failure
from kapivara.webhooks.distrust import describe_distrust
from kapivara.webhooks.failures import describe_dial, describe_talk
from kapivara.webhooks.services import ServiceAddresses
from kapivara.webhooks.timed_socket import TimedSocket

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
