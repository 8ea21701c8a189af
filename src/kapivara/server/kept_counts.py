"""What workers have told of their metrics last: so that no count goes back when one of them dies, or does not answer.

Each worker writes down what it tells, before it does, where the others and whoever comes after it can read it. A worker
that is started again goes on from there; what its predecessor had counted since nobody has ever heard of. Only what is
counted goes on: what tells how things are has ended with the process.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import tempfile
from collections.abc import Callable
from typing import IO

from kapivara.server.merged_metrics import counts_of


class KeptCounts:
    """Two files for each worker, which have no names, and how often one was written: made before workers are forked.

    The one is whole while the other is being written, whatever becomes of who writes it.
    """

    def __init__(self, workers: int) -> None:
        self._files = [(_nameless_file(), _nameless_file()) for _ in range(workers)]
        self._times = memoryview(mmap.mmap(-1, 8 * workers)).cast("Q")

    def of(self, worker: int) -> bytes:
        """Returns what a worker has counted, as far as it has told that; empty where it has told nothing."""
        while times := self._times[worker]:
            descriptor = self._files[worker][times % 2].fileno()
            text = os.pread(descriptor, os.fstat(descriptor).st_size, 0)
            if self._times[worker] == times:
                return counts_of(text)
        return b""

    def keeper(self, worker: int) -> Callable[[bytes], bytes]:
        """Returns what a worker, just started, has to put each text through that it tells; for one thread."""
        before = self.of(worker)

        def keep(text: bytes) -> bytes:
            whole = text + before
            with contextlib.suppress(OSError):  # no room is left: what was kept before has to do
                self._write(worker, whole)
            return whole

        return keep

    def _write(self, worker: int, text: bytes) -> None:
        times = self._times[worker] + 1
        descriptor, written = self._files[worker][times % 2].fileno(), 0
        os.ftruncate(descriptor, 0)
        while written < len(text):  # at places, for processes share where a file stands
            written += os.pwrite(descriptor, text[written:], written)
        self._times[worker] = times

    def close(self) -> None:
        """Lets go of the files, as far as this process is concerned."""
        for pair in self._files:
            for file in pair:
                file.close()


def _nameless_file() -> IO[bytes]:
    return tempfile.TemporaryFile(buffering=0)  # open as long as the server
