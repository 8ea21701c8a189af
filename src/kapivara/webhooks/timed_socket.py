"""A connection whose reads and writes share one deadline, so that a slow sender gains no time."""

from __future__ import annotations

import io
import socket
from time import monotonic


class TimedSocket(io.RawIOBase):
    """Reads and writes a connected socket for `http.client`; raises TimeoutError after the deadline."""

    def __init__(self, connected: socket.socket):
        super().__init__()
        self._socket = connected
        self.ends_at = 0.0

    def readable(self) -> bool:
        """Returns True."""
        return True

    def readinto(self, buffer: object) -> int:
        """Reads received data."""
        self._set_timeout()
        return self._socket.recv_into(buffer)  # type: ignore[arg-type]  # what io hands over

    def sendall(self, data: bytes) -> None:
        """Sends all data."""
        self._set_timeout()
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:  # noqa: ARG002  always to be read
        """Returns a reader for responses."""
        return io.BufferedReader(_Reading(self))

    def close(self) -> None:
        """Closes the connection."""
        if not self.closed:
            self._socket.close()
        super().close()

    def _set_timeout(self) -> None:
        left = self.ends_at - monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)


class _Reading(io.RawIOBase):
    """Reads one response from a connection, which stays open afterwards."""

    def __init__(self, source: TimedSocket):
        super().__init__()
        self._source = source

    def readable(self) -> bool:
        """Returns True."""
        return True

    def readinto(self, buffer: object) -> int:
        """Reads received data."""
        return self._source.readinto(buffer)
