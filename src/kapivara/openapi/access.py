"""How servers of documents are reached that ask who is there, or whose certificate no public authority has signed.

What tells who we are goes to the server that somebody named, and to nobody whom that one points at.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from kapivara.openapi.errors import DocumentError
from kapivara.values.record import record, replace

Origin: TypeAlias = "tuple[str, str, int]"
"""What tells servers apart: scheme, host and port."""
_PORTS: Final = {"http": 80, "https": 443}


@record
class DocumentAccess:
    """Who we are to servers of documents: a bearer token, or a certificate with its key; and whom we trust.

    `authority`, `certificate` and `key` are files (PEM). Without an authority those of the system count.
    """

    token: str = ""
    authority: str = ""
    certificate: str = ""
    key: str = ""

    def for_others(self) -> DocumentAccess:
        """Returns how those are reached who are not to know who we are."""
        return replace(self, token="", certificate="", key="")

    def headers(self, url: SplitResult) -> dict[str, str]:
        """Returns what tells a server who we are; raises DocumentError where others could read the token."""
        if not self.token:
            return {}
        if url.scheme != "https" and not _is_here(url.hostname or ""):
            problem, cure = "a token is not sent by http, but to this machine", "use https, or leave the token out"
            raise DocumentError(problem, source=url.geturl(), cure=cure)
        return {"Authorization": f"Bearer {self.token}"}

    def context(self) -> ssl.SSLContext | None:
        """Returns whom to trust, as Go does, and what to show; None for the system's way. Raises DocumentError."""
        if not self.authority and not self.certificate:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        if self.authority:
            with _telling(self.authority, "no certificate (PEM)"):
                context.load_verify_locations(self.authority)
        else:
            context.load_default_certs()
        if self.certificate:
            with _telling(self.certificate, "no certificate (PEM) that the key fits"):
                context.load_cert_chain(self.certificate, self.key, password="")  # nobody is asked for one
        return context


OPEN: Final = DocumentAccess()
"""For servers that ask nobody who is there."""


def origin_of(url: str) -> Origin:
    """Returns which server a URL leads to; raises ValueError."""
    parts = urlsplit(url)
    scheme = parts.scheme.lower()
    return scheme, (parts.hostname or "").lower(), parts.port or _PORTS.get(scheme, 0)


@contextmanager
def _telling(file: str, problem: str) -> Iterator[None]:
    """Tells what is wrong with a file."""
    try:
        yield
    except ssl.SSLError:
        raise DocumentError(problem, source=file) from None
    except OSError as error:
        told = error.strerror or str(error)
        raise DocumentError(told[:1].lower() + told[1:], source=file) from None


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
