"""One of several processes that answer for a server: it is handed its connections by the process that started it.

Connections come over a channel, a socket between the two, each as a descriptor. When the channel ends, the other
process is gone, and this one ends as well. What it says over the channel is one line: that it is ready, or why not.
"""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kapivara.server.accepting import Acceptor
from kapivara.server.connection import Handler
from kapivara.server.connections import Connections
from kapivara.server.entrance import Entrance
from kapivara.server.listening import ServeError
from kapivara.server.run import ServeOptions, open_behind, open_storage, run_alone
from kapivara.server.tls_rotation import ServerTls
from kapivara.server.worker_circle import WorkerCircle
from kapivara.storage import Storage, StorageError
from kapivara.values.record import record

READY = b"ready\n"
_TAKEN, _OPEN = 0, 1


class ConnectionCounts:
    """How many connections each process has taken, and has open: in memory that they share, written by each of them."""

    def __init__(self, workers: int) -> None:
        self._words = memoryview(mmap.mmap(-1, 16 * workers)).cast("Q")

    def note_taken(self, worker: int) -> None:
        """Counts a connection that a worker has taken."""
        self._words[2 * worker + _TAKEN] += 1

    def note_open(self, worker: int, count: int) -> None:
        """Takes note of how many connections a worker has open."""
        self._words[2 * worker + _OPEN] = count

    def load(self, worker: int, handed: int) -> int:
        """Returns how many connections a worker has, with those that were handed to it and not taken yet."""
        return self._words[2 * worker + _OPEN] + handed - self._words[2 * worker + _TAKEN]

    def forget(self, worker: int) -> None:
        """Takes note that a worker is gone, with all its connections."""
        self._words[2 * worker + _TAKEN] = self._words[2 * worker + _OPEN] = 0


@record
class WorkerPart:
    """What is one worker's own: its number, the channel, and whether it is the first that the server has.

    It shares with all others the counts of connections, and the sockets by which they ask each other.
    """

    number: int
    channel: socket.socket
    counts: ConnectionCounts
    circle: WorkerCircle
    is_first: bool

    def ask_others(self) -> list[bytes]:
        """Returns what the other workers have counted."""
        return self.circle.ask_others(self.number)

    def keeper(self) -> Callable[[bytes], bytes]:
        """Returns what this worker puts through what it tells of its metrics."""
        return self.circle.kept.keeper(self.number)

    @property
    def acceptor(self) -> Callable[..., Acceptor]:
        """What takes in its connections."""
        return partial(_Receiver, part=self)


class _Receiver(Acceptor):
    """Takes in connections that are handed over."""

    def __init__(
        self,
        channel: socket.socket,
        connections: Connections,
        handler: Handler,
        tls: ServerTls | None,
        *,
        part: WorkerPart,
    ):
        super().__init__(channel, connections, handler, tls)
        self._part = part
        connections.on_room = self._on_room

    def _on_room(self) -> None:
        self._part.counts.note_open(self._part.number, len(self._connections))
        self.start()

    def _next_client(self) -> socket.socket | None:
        data, descriptors, _, _ = socket.recv_fds(self._listener, 1, 1)
        if not data:
            return None
        part = self._part
        part.counts.note_taken(part.number)
        part.counts.note_open(part.number, len(self._connections) + 1)
        if not descriptors:  # there was none left for it
            raise OSError
        return socket.socket(fileno=descriptors[0])


def run_worker(entrance: Entrance, options: ServeOptions, part: WorkerPart) -> int:
    """Answers until it is told to stop; returns the exit code. For a process of its own, which does nothing else."""
    # A terminal sends these to all processes, and the supervisor hears them. Held back, and not ignored: what runs here
    # handles signals, and would take the supervisor's word for the second one, which ends requests under way.
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    signal.set_wakeup_fd(-1)

    def tell_ready(_: object) -> None:
        circle, number = part.circle, part.number
        asyncio.get_running_loop().add_reader(circle.door(number), circle.answer, number, server.metrics)
        with contextlib.suppress(OSError):  # the supervisor is gone, which is found out soon
            part.channel.sendall(READY)

    try:
        with contextlib.closing(_open_storage(options, part)) as storage:
            mine = replace(options, on_ready=tell_ready)
            with open_behind(entrance, storage, mine, part=part) as server:
                run_alone(server)
    except (ServeError, StorageError, OSError) as error:
        text = str(error) if isinstance(error, ServeError) else f"cannot serve: {error}"
        with contextlib.suppress(OSError):
            part.channel.sendall(text.replace("\n", " ").encode(errors="replace") + b"\n")
        return 1
    return 0


def _open_storage(options: ServeOptions, part: WorkerPart) -> Storage:
    storage, notes = open_storage(options)
    if part.is_first:
        for note in notes:
            sys.stderr.write(f"Note: {note}\n")
    return storage
