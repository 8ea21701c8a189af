"""A connection whose reads and writes all end by one deadline: whoever answers a byte at a time gains no time by it."""

from __future__ import annotations

import io
import socket
from time import monotonic


class TimedSocket(io.RawIOBase):
    """Reads and writes of a connected socket, as `http.client` wants them; raises TimeoutError where time is up."""

    def __init__(self, connected: socket.socket):
        super().__init__()
        self._socket = connected
        self.ends_at = 0.0

    def readable(self) -> bool:
        """Tells that it can be read."""
        return True

    def readinto(self, buffer: object) -> int:
        """Reads what has come."""
        self._set_timeout()
        return self._socket.recv_into(buffer)  # type: ignore[arg-type]  # what io hands over

    def sendall(self, data: bytes) -> None:
        """Sends everything."""
        self._set_timeout()
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:  # noqa: ARG002  always to be read
        """Returns what answers are read from."""
        return io.BufferedReader(_Reading(self))

    def close(self) -> None:
        """Ends the connection."""
        if not self.closed:
            self._socket.close()
        super().close()

    def _set_timeout(self) -> None:
        left = self.ends_at - monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)


class _Reading(io.RawIOBase):
    """One answer of a connection, which goes on when the answer has been read."""

    def __init__(self, source: TimedSocket):
        super().__init__()
        self._source = source

    def readable(self) -> bool:
        """Tells that it can be read."""
        return True

    def readinto(self, buffer: object) -> int:
        """Reads what has come."""
        return self._source.readinto(buffer)
