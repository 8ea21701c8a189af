"""Resolves the `clientConfig` of a webhook, a URL or a service, to an address.

There is no cluster network here, so the endpoints of services are configured (`ServiceAddresses`). TLS still verifies
the name `<service>.<namespace>.svc`, so the webhook can use the certificate that it has in a cluster.
Upstream: apiserver/pkg/util/webhook/client.go hookClientConfig (1.37).
"""

from __future__ import annotations

import base64
import binascii
import posixpath

from kapivara.languages.go.urls import UrlError, parse_url
from kapivara.values import JsonObject
from kapivara.values.record import record
from kapivara.values.rendering import quote
from kapivara.webhooks.services import Endpoint, ServiceAddresses

HTTPS_PORT = 443


class WebhookError(Exception):
    """A failed call of a webhook, with the server's text."""


@record
class Address:
    """The address of a webhook: its URL, and the endpoint to connect to.

    `origin` is the URL without its path. `server_name` is the name expected in the certificate. `authorities` is the CA
    bundle (PEM); if it is empty, the CAs of the system are trusted.
    """

    origin: str
    path: str
    endpoint: Endpoint
    server_name: str
    authorities: bytes = b""

    @property
    def url(self) -> str:
        """The URL without a query string."""
        return self.origin + self.path


def find_address(client: JsonObject, services: ServiceAddresses) -> Address:
    """Returns the address of a webhook; raises WebhookError for an invalid `clientConfig` or an unknown service."""
    authorities = _read_authorities(client.get("caBundle"))
    service = client.get("service")
    if service is not None:
        return _service_address(service, services, authorities)
    try:
        url = parse_url(client.get("url") or "")
    except UrlError as error:
        raise WebhookError(f"Unparsable URL: {error}") from None
    if not url.host:
        raise WebhookError("webhook configuration must have either service or URL")
    host, port = _split_host(url.host)
    return Address(f"{url.scheme}://{url.host}", _joined(url.path), Endpoint(host, port), host, authorities)


def _service_address(service: JsonObject, services: ServiceAddresses, authorities: bytes) -> Address:
    name, namespace, port = service["name"], service["namespace"], service.get("port") or HTTPS_PORT
    host, key = f"{name}.{namespace}.svc", f"{namespace}/{name}"
    endpoint = services.get(f"{key}:{port}") or services.get(key)
    if endpoint is None:
        url = f"https://{host}:{port}{_joined(service.get('path') or '')}"
        hint = f"there is no cluster network here; give the service's address by --webhook-service {key}=HOST:PORT"
        raise WebhookError(f"Post {quote(timed(url))}: service {quote(name)} not found ({hint})")
    return Address(f"https://{host}:{port}", _joined(service.get("path") or ""), endpoint, host, authorities)


def timed(url: str) -> str:
    """Appends `?timeout=30s` to a URL, the query that the server sends to webhooks."""
    return f"{url}?timeout=30s"


def _split_host(host: str) -> tuple[str, int]:
    """Splits the host of a URL into name and port; the default port is 443."""
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        port = rest.removeprefix(":")
    else:
        name, _, port = host.partition(":")
    return name, int(port) if port else HTTPS_PORT


def _joined(path: str) -> str:
    """Returns a path as client-go sends it: absolute and normalized."""
    return posixpath.normpath(f"/{path.lstrip('/')}")


def _read_authorities(bundle: str | None) -> bytes:
    try:
        return base64.b64decode(bundle or "").strip()
    except (binascii.Error, ValueError):
        raise WebhookError("unable to load root certificates: unable to parse bytes as PEM block") from None
