"""How servers of documents are reached that ask who is there, or whose certificate no public authority has signed.

What tells who we are goes to the server that somebody named, and to nobody whom that one points at.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from tempfile import TemporaryDirectory
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

    `authority`, `certificate` and `key` are names of files (PEM), or what such a file holds. Without an authority those
    of the system count, and with `insecure` any certificate does; `server_name` is the name that it must be for, where
    that is not the one of the URL. With `only_server` no other is told anything.
    """

    token: str = ""
    authority: str | bytes = ""
    certificate: str | bytes = ""
    key: str | bytes = ""
    only_server: str = ""
    server_name: str = ""
    insecure: bool = False

    def towards(self, url: str, named: str) -> DocumentAccess:
        """Returns how the server of a URL is reached that one which somebody `named` leads to; raises ValueError."""
        origin = origin_of(url)
        if self.only_server:
            return self if origin == origin_of(self.only_server) else OPEN
        return self if origin == origin_of(named) else replace(self, token="", certificate="", key="")

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
        if not (self.authority or self.certificate or self.server_name or self.insecure):
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        if self.insecure:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        elif self.authority:
            with _as_file(self.authority) as file, _telling(self.authority, "no certificate (PEM)"):
                context.load_verify_locations(file)
        else:
            context.load_default_certs()
        if self.certificate:
            with (
                _as_file(self.certificate) as certificate,
                _as_file(self.key) as key,
                _telling(self.certificate, "no certificate (PEM) that the key fits"),
            ):
                context.load_cert_chain(certificate, key, password="")  # nobody is asked for one
        return context


OPEN: Final = DocumentAccess()
"""For servers that ask nobody who is there."""


def origin_of(url: str) -> Origin:
    """Returns which server a URL leads to; raises ValueError."""
    parts = urlsplit(url)
    scheme = parts.scheme.lower()
    return scheme, (parts.hostname or "").lower(), parts.port or _PORTS.get(scheme, 0)


def clean_token(text: str) -> str:
    """Returns a token without what stands around it; nothing where it cannot stand in a header."""
    token = text.strip()
    return token if token.isascii() and token.isprintable() and " " not in token else ""


@contextmanager
def _as_file(pem: str | bytes) -> Iterator[str]:
    """Has what is no file yet in one that only its owner can read: certificates are loaded from files alone."""
    if isinstance(pem, str):
        yield pem
        return
    with TemporaryDirectory() as folder:
        file = os.path.join(folder, "pem")
        with open(file, "wb") as written:
            written.write(pem)
        yield file


@contextmanager
def _telling(pem: str | bytes, problem: str) -> Iterator[None]:
    """Tells what is wrong with a file, or with what a kubeconfig holds in its stead."""
    source = pem if isinstance(pem, str) else "the kubeconfig"
    try:
        yield
    except ssl.SSLError:
        raise DocumentError(problem, source=source) from None
    except OSError as error:
        told = error.strerror or str(error)
        raise DocumentError(told[:1].lower() + told[1:], source=source) from None


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
