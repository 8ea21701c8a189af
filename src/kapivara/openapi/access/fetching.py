"""Downloads documents from a URL, which is not trusted, within limits.

Only http and https; a few redirects, never from https to http; limits of size and total time.
"""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ssl import SSLCertVerificationError, create_default_context
from time import monotonic
from typing import Final
from urllib.parse import urljoin, urlsplit

from kapivara.openapi.access.connection import OPEN, DocumentAccess
from kapivara.openapi.errors import DocumentError

MOST_BYTES: Final = 64 << 20
"""The maximum size of a document; that of all of Kubernetes has 4 MiB."""
MOST_SECONDS: Final = 30.0
"""The maximum time of a download."""
MOST_REDIRECTS: Final = 5
_CHUNK: Final = 1 << 16
_REDIRECTS: Final = frozenset((301, 302, 303, 307, 308))
_UNKNOWN_USER: Final = (
    "give a token (--token-file), a certificate (--client-certificate) or a kubeconfig (--kubeconfig), or read it with "
    "kubectl get --raw into a file"
)
_CURES: Final = {401: _UNKNOWN_USER, 403: _UNKNOWN_USER}
_UNTRUSTED: Final = "--certificate-authority names the authority that has signed the server's certificate"


def is_url(source: str) -> bool:
    """Returns True for a URL, False for a file name."""
    return source.lower().startswith(("http://", "https://"))


def fetch(
    url: str,
    access: DocumentAccess = OPEN,
    *,
    named: str = "",
    seconds: float = MOST_SECONDS,
    most: int = MOST_BYTES,
) -> bytes:
    """Returns the content of a URL; raises DocumentError.

    `access` has the credentials for the server of the URL that the user `named`, by default this one; no other gets
    them.
    """
    deadline = monotonic() + seconds
    at = url
    for _ in range(MOST_REDIRECTS + 1):
        try:
            answer = _ask(at, access.towards(at, named or url), deadline)
            if answer.status in _REDIRECTS and (to := answer.getheader("Location")):
                answer.close()
                at = _redirected(url, at, urljoin(at, to))
                continue
            if answer.status != 200:
                problem, cure = f"answers {answer.status} {answer.reason}", _CURES.get(answer.status, "")
                raise DocumentError(problem, source=url, cure=cure)
            return _read(answer, url, deadline, most)
        except (OSError, HTTPException, ValueError) as error:
            if isinstance(error, DocumentError):
                raise
            cure = _UNTRUSTED if isinstance(error, SSLCertVerificationError) else ""
            problem = f"cannot be read: {str(error) or type(error).__name__}"
            raise DocumentError(problem, source=url, cure=cure) from None
    raise DocumentError(f"more than {MOST_REDIRECTS} redirects", source=url)


def _ask(url: str, access: DocumentAccess, deadline: float) -> HTTPResponse:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise DocumentError("must be an address of http or https", source=url)
    headers = {"Accept": "application/json", "Connection": "close", **access.headers(parts)}
    if parts.scheme == "https":
        connection: HTTPConnection = _Secure(parts.hostname, parts.port, access=access, seconds=_left(deadline))
    else:
        connection = HTTPConnection(parts.hostname, parts.port, timeout=_left(deadline))
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


class _Secure(HTTPSConnection):
    """A connection whose server certificate may be for another name than that in the URL."""

    def __init__(self, host: str, port: int | None, *, access: DocumentAccess, seconds: float):
        self._trust = access.context() or create_default_context()
        self._name = access.server_name or host
        super().__init__(host, port, timeout=seconds, context=self._trust)

    def connect(self) -> None:
        """Connects, and verifies that name."""
        HTTPConnection.connect(self)
        self.sock = self._trust.wrap_socket(self.sock, server_hostname=self._name)


def _redirected(url: str, before: str, to: str) -> str:
    if before.lower().startswith("https:") and not to.lower().startswith("https:"):
        raise DocumentError(f"redirects to {to!r:.200}, which is not https", source=url)
    return to


def _read(answer: HTTPResponse, url: str, deadline: float, most: int) -> bytes:
    chunks, size = [], 0
    while chunk := answer.read1(_CHUNK):
        size += len(chunk)
        if size > most:
            raise DocumentError(f"more than {most >> 20} MiB", source=url)
        _left(deadline)
        chunks.append(chunk)
    return b"".join(chunks)


def _left(deadline: float) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError("it takes too long")
    return left
