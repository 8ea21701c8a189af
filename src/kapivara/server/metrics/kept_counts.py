"""Stores the last metrics of each worker process, so that counters never decrease when one dies or does not respond.

Each worker stores its metrics before it reports them, where the other workers and its successor can read them. A
restarted worker continues the counters from there; counts after its predecessor's last report are lost. Only counters
continue; gauges end with the process.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import tempfile
from collections.abc import Callable
from typing import IO

from kapivara.server.metrics.merging import counts_of


class KeptCounts:
    """Two unnamed files for each worker, and the number of writes, created before the workers are forked.

    One file is complete while the other is being written, even if the writer dies.
    """

    def __init__(self, workers: int) -> None:
        self._files = [(_nameless_file(), _nameless_file()) for _ in range(workers)]
        self._times = memoryview(mmap.mmap(-1, 8 * workers)).cast("Q")

    def of(self, worker: int) -> bytes:
        """Returns the last stored counters of a worker; empty if it has stored none."""
        while times := self._times[worker]:
            descriptor = self._files[worker][times % 2].fileno()
            text = os.pread(descriptor, os.fstat(descriptor).st_size, 0)
            if self._times[worker] == times:
                return counts_of(text)
        return b""

    def keeper(self, worker: int) -> Callable[[bytes], bytes]:
        """Returns a function that a new worker applies to each metrics text before it reports it; for one thread."""
        before = self.of(worker)

        def keep(text: bytes) -> bytes:
            whole = text + before
            with contextlib.suppress(OSError):  # the disk is full: the earlier counters remain
                self._write(worker, whole)
            return whole

        return keep

    def _write(self, worker: int, text: bytes) -> None:
        times = self._times[worker] + 1
        descriptor, written = self._files[worker][times % 2].fileno(), 0
        os.ftruncate(descriptor, 0)
        while written < len(text):  # with offsets, because processes share the file position
            written += os.pwrite(descriptor, text[written:], written)
        self._times[worker] = times

    def close(self) -> None:
        """Closes the files in this process."""
        for pair in self._files:
            for file in pair:
                file.close()


def _nameless_file() -> IO[bytes]:
    return tempfile.TemporaryFile(buffering=0)  # open as long as the server
