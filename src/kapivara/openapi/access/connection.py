"""Credentials and trust for servers of OpenAPI documents.

Credentials go only to the server that the user named, never to servers that it refers to.
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
"""The identity of a server: scheme, host and port."""
_PORTS: Final = {"http": 80, "https": 443}


@record
class DocumentAccess:
    """The credentials for a server (a bearer token, or a certificate with its key), and the trusted authorities.

    `authority`, `certificate` and `key` are PEM file names, or the content of such a file. Without an authority the
    system's authorities are trusted; `insecure` accepts any certificate; `server_name` is the expected name in the
    certificate, if it differs from that in the URL. With `only_server`, no other server gets credentials.
    """

    token: str = ""
    authority: str | bytes = ""
    certificate: str | bytes = ""
    key: str | bytes = ""
    only_server: str = ""
    server_name: str = ""
    insecure: bool = False

    def towards(self, url: str, named: str) -> DocumentAccess:
        """Returns the access for a URL that a `named` server refers to; raises ValueError."""
        origin = origin_of(url)
        if self.only_server:
            return self if origin == origin_of(self.only_server) else OPEN
        return self if origin == origin_of(named) else replace(self, token="", certificate="", key="")

    def headers(self, url: SplitResult) -> dict[str, str]:
        """Returns the authentication header; raises DocumentError if others could read the token."""
        if not self.token:
            return {}
        if url.scheme != "https" and not _is_here(url.hostname or ""):
            problem, cure = "a token is not sent by http, but to this machine", "use https, or leave the token out"
            raise DocumentError(problem, source=url.geturl(), cure=cure)
        return {"Authorization": f"Bearer {self.token}"}

    def context(self) -> ssl.SSLContext | None:
        """Returns the TLS context, which trusts like Go does; None for the system's default. Raises DocumentError."""
        if not (self.authority or self.certificate or self.server_name or self.insecure):
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        if self.insecure:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        elif self.authority:
            with _as_file(self.authority) as file, _as_document_error(self.authority, "no certificate (PEM)"):
                context.load_verify_locations(file)
        else:
            context.load_default_certs()
        if self.certificate:
            with (
                _as_file(self.certificate) as certificate,
                _as_file(self.key) as key,
                _as_document_error(self.certificate, "no certificate (PEM) that the key fits"),
            ):
                context.load_cert_chain(certificate, key, password="")  # never prompts for a password
        return context


OPEN: Final = DocumentAccess()
"""For servers without authentication."""


def origin_of(url: str) -> Origin:
    """Returns the server of a URL; raises ValueError."""
    parts = urlsplit(url)
    scheme = parts.scheme.lower()
    return scheme, (parts.hostname or "").lower(), parts.port or _PORTS.get(scheme, 0)


def clean_token(text: str) -> str:
    """Returns a token without surrounding space; empty if it is invalid in a header."""
    token = text.strip()
    return token if token.isascii() and token.isprintable() and " " not in token else ""


@contextmanager
def _as_file(pem: str | bytes) -> Iterator[str]:
    """Yields a file name; writes bytes to a temporary file for its owner only, because certificates need files."""
    if isinstance(pem, str):
        yield pem
        return
    with TemporaryDirectory() as folder:
        file = os.path.join(folder, "pem")
        with open(file, "wb") as written:
            written.write(pem)
        yield file


@contextmanager
def _as_document_error(pem: str | bytes, problem: str) -> Iterator[None]:
    """Converts errors of loading a certificate to DocumentError with its source."""
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
