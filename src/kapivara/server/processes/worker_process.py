"""One of a server's worker processes, which receives its connections from the supervisor.

Connections arrive as descriptors over a channel, a socket between the two. When the channel closes, the supervisor is
gone, and the worker ends as well. The worker sends one line over the channel: that it is ready, or its error.
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

from kapivara.server.http1.acceptor import Acceptor
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.handler import Handler
from kapivara.server.listening import ServeError
from kapivara.server.processes.entrance import Entrance
from kapivara.server.processes.run import ServeOptions, open_behind, open_storage, run_alone
from kapivara.server.processes.worker_circle import WorkerCircle
from kapivara.server.tls.rotation import ServerTls
from kapivara.storage import Storage, StorageError
from kapivara.values.record import record

READY = b"ready\n"
_TAKEN, _OPEN = 0, 1


class ConnectionCounts:
    """The numbers of accepted and open connections of each process, in shared memory that each of them writes."""

    def __init__(self, workers: int) -> None:
        self._words = memoryview(mmap.mmap(-1, 16 * workers)).cast("Q")

    def note_taken(self, worker: int) -> None:
        """Counts a connection that a worker received."""
        self._words[2 * worker + _TAKEN] += 1

    def note_open(self, worker: int, count: int) -> None:
        """Sets the number of a worker's open connections."""
        self._words[2 * worker + _OPEN] = count

    def load(self, worker: int, handed: int) -> int:
        """Returns the number of a worker's connections, including those passed to it but not received yet."""
        return self._words[2 * worker + _OPEN] + handed - self._words[2 * worker + _TAKEN]

    def forget(self, worker: int) -> None:
        """Resets the counts of a worker that has ended."""
        self._words[2 * worker + _TAKEN] = self._words[2 * worker + _OPEN] = 0


@record
class WorkerPart:
    """The worker's own part of the server: its number, its channel, and whether it is the first.

    `counts` and `circle` are shared by all workers.
    """

    number: int
    channel: socket.socket
    counts: ConnectionCounts
    circle: WorkerCircle
    is_first: bool

    def ask_others(self) -> list[bytes]:
        """Returns the metrics of the other workers."""
        return self.circle.ask_others(self.number)

    def keeper(self) -> Callable[[bytes], bytes]:
        """Returns the function that stores this worker's metrics."""
        return self.circle.kept.keeper(self.number)

    @property
    def acceptor(self) -> Callable[..., Acceptor]:
        """The factory of its acceptor."""
        return partial(_Receiver, part=self)


class _Receiver(Acceptor):
    """Receives connections from the supervisor."""

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
        if not descriptors:  # no descriptor was left for it
            raise OSError
        return socket.socket(fileno=descriptors[0])


def run_worker(entrance: Entrance, options: ServeOptions, part: WorkerPart) -> int:
    """Serves until stopped; returns the exit code. For a process of its own."""
    # A terminal sends these signals to all processes, and the supervisor handles them. They are blocked, not ignored:
    # the code here handles signals, and would take the supervisor's SIGTERM for the second signal, which aborts
    # requests.
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    signal.set_wakeup_fd(-1)

    def tell_ready(_: object) -> None:
        circle, number = part.circle, part.number
        asyncio.get_running_loop().add_reader(circle.door(number), circle.answer, number, server.metrics)
        with contextlib.suppress(OSError):  # the supervisor is gone, which the worker soon detects
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
