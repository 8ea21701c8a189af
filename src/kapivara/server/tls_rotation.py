"""The certificate that a running server shows: looked at every minute, and shown anew where its files have changed.

Connections that are there stay as they are. Upstream: apiserver/pkg/server/dynamiccertificates (1.37).
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
    """The files that TLS needs, and the certificate (PEM) whose signatures clients may show, and are to trust."""

    cert_file: Path
    key_file: Path
    authority: bytes = b""
    notes: tuple[str, ...] = ()


class ServerTls:
    """What new connections are made with. `renew` makes files anew that are due, and returns them all.

    Raises OSError and ssl.SSLError where they cannot be used; later on, what was there before stays then.
    """

    def __init__(self, files: TlsFiles, renew: Callable[[], TlsFiles]):
        self._renew = renew
        self._seen = _stamps(files)
        self.context = _context(files)
        """Replaced as a whole: a connection that is being made keeps the one that it began with."""

    def look(self) -> None:
        """Takes up files that have changed."""
        files = self._renew()
        stamps = _stamps(files)
        if stamps != self._seen:
            self.context = _context(files)
            self._seen = stamps

    @contextmanager
    def kept_current(self, seconds: float = _SECONDS) -> Iterator[None]:
        """Looks every so many seconds, as long as the block lasts."""
        ended = threading.Event()

        def run() -> None:
            while not ended.wait(seconds):
                with suppress(OSError):  # half-written files, above all: they are looked at again
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
