"""How workers ask each other what they have counted: over sockets that were there before they were forked.

Who asks sends the end of a pipe along, and reads from the other end what is written there; from a worker that is busy
for long, or just being started again, nothing comes in time, and what it has told last has to do (`kept_counts`).
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
import time
from collections.abc import Callable

from kapivara.server.kept_counts import KeptCounts

_PATIENCE = 1.0
_PIECE = 65536


class WorkerCircle:
    """The sockets of so many workers, and what they told last, made by the process that starts them."""

    def __init__(self, workers: int) -> None:
        self.kept = KeptCounts(workers)
        self._pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(workers)]
        for pair in self._pairs:
            for each in pair:
                each.setblocking(False)

    def ask_others(self, worker: int) -> list[bytes]:
        """Returns what each of the others says, or has said last where it does not answer within a second. Blocks."""
        end = time.monotonic() + _PATIENCE
        doors = {other: self._ask(other) for other in range(len(self._pairs)) if other != worker}
        said = {other: _read_all(door, end) if door >= 0 else b"" for other, door in doors.items()}
        return [text for other, heard in said.items() if (text := heard or self.kept.of(other))]

    def _ask(self, other: int) -> int:
        """Asks a worker; -> where its answer is to be read, or -1."""
        reading, writing = os.pipe()
        try:
            socket.send_fds(self._pairs[other][0], (b"?",), (writing,))
        except OSError:  # it has not read what it was asked before
            os.close(reading)
            return -1
        finally:
            os.close(writing)
        return reading

    def door(self, worker: int) -> socket.socket:
        """Returns the socket that a worker is asked over: whenever it can be read, `answer` is to be called."""
        return self._pairs[worker][1]

    def answer(self, worker: int, make: Callable[[], bytes]) -> None:
        """Answers one who asks, in a thread: it may not read all at once."""
        with contextlib.suppress(BlockingIOError):
            _, descriptors, _, _ = socket.recv_fds(self._pairs[worker][1], 1, 1)
            for each in descriptors:
                threading.Thread(target=_write_all, args=(each, make()), daemon=True).start()


def _write_all(door: int, data: bytes) -> None:
    with contextlib.suppress(OSError), open(door, "wb") as file:  # who asked has gone
        file.write(data)


def _read_all(door: int, end: float) -> bytes:
    """Reads what comes until a time; nothing where it is not all there by then."""
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
