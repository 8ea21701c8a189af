"""Rotates the certificate of a running server: checks its files every minute, and loads changed ones.

Existing connections keep theirs. Upstream: apiserver/pkg/server/dynamiccertificates (1.37).
"""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from kapivara.values.record import record

_SECONDS: Final = 60.0


@record
class TlsFiles:
    """The TLS files, and the certificate (PEM) of the authority for clients' and the server's certificates."""

    cert_file: Path
    key_file: Path
    authority: bytes = b""
    notes: tuple[str, ...] = ()


class ServerTls:
    """The TLS context of new connections. `renew` regenerates the files that are due, and returns all.

    Raises OSError and ssl.SSLError for unusable files; later on, it then keeps the old ones.
    """

    def __init__(self, files: TlsFiles, renew: Callable[[], TlsFiles]):
        self._renew = renew
        self._seen = _stamps(files)
        self.context = _context(files)
        """Replaced as a whole: a connection in its handshake keeps its context."""

    def look(self) -> None:
        """Loads changed files."""
        files = self._renew()
        stamps = _stamps(files)
        if stamps != self._seen:
            self.context = _context(files)
            self._seen = stamps

    @contextmanager
    def kept_current(self, seconds: float = _SECONDS) -> Iterator[None]:
        """Checks the files every `seconds` during the block."""
        ended = threading.Event()

        def run() -> None:
            while not ended.wait(seconds):
                with suppress(OSError):  # above all for incomplete files, which are checked again
                    self.look()

        thread = threading.Thread(target=run, name="tls-rotation", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def _stamps(files: TlsFiles) -> list[tuple[int, int]]:
    found = [each.stat() for each in (files.cert_file, files.key_file)]
    return [(each.st_mtime_ns, each.st_size) for each in found]


def _context(files: TlsFiles) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.cert_file, files.key_file)
    context.set_alpn_protocols(["http/1.1"])
    if files.authority:
        context.load_verify_locations(cadata=files.authority.decode())
        context.verify_mode = ssl.CERT_OPTIONAL
    return context
