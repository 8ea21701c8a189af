"""Exchanges metrics between workers, over sockets created before the fork.

The asking worker sends one end of a pipe and reads the metrics from the other. If a worker is busy for too long or just
restarting, its last stored metrics are used (`kept_counts`).
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
import time
from collections.abc import Callable

from kapivara.server.metrics.kept_counts import KeptCounts

_PATIENCE = 1.0
_PIECE = 65536


class WorkerCircle:
    """The sockets and stored metrics of all workers, created by the supervisor."""

    def __init__(self, workers: int) -> None:
        self.kept = KeptCounts(workers)
        self._pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(workers)]
        for pair in self._pairs:
            for each in pair:
                each.setblocking(False)

    def ask_others(self, worker: int) -> list[bytes]:
        """Returns the metrics of all other workers, stored ones if they do not respond within a second. Blocks."""
        end = time.monotonic() + _PATIENCE
        doors = {other: self._ask(other) for other in range(len(self._pairs)) if other != worker}
        said = {other: _read_all(door, end) if door >= 0 else b"" for other, door in doors.items()}
        return [text for other, heard in said.items() if (text := heard or self.kept.of(other))]

    def _ask(self, other: int) -> int:
        """Asks a worker; returns the descriptor of its response, or -1."""
        reading, writing = os.pipe()
        try:
            socket.send_fds(self._pairs[other][0], (b"?",), (writing,))
        except OSError:  # it has not read the earlier requests
            os.close(reading)
            return -1
        finally:
            os.close(writing)
        return reading

    def door(self, worker: int) -> socket.socket:
        """Returns the socket on which a worker is asked; call `answer` whenever it is readable."""
        return self._pairs[worker][1]

    def answer(self, worker: int, make: Callable[[], bytes]) -> None:
        """Responds in a thread, because the reader may be slow."""
        with contextlib.suppress(BlockingIOError):
            _, descriptors, _, _ = socket.recv_fds(self._pairs[worker][1], 1, 1)
            for each in descriptors:
                threading.Thread(target=_write_all, args=(each, make()), daemon=True).start()


def _write_all(door: int, data: bytes) -> None:
    with contextlib.suppress(OSError), open(door, "wb") as file:  # the asking worker is gone
        file.write(data)


def _read_all(door: int, end: float) -> bytes:
    """Reads up to a time; returns nothing if the response is incomplete by then."""
    pieces: list[bytes] = []
    try:
        while select.select((door,), (), (), max(0.0, end - time.monotonic()))[0]:
            piece = os.read(door, _PIECE)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
        return b""
    finally:
        os.close(door)
