"""A lock that admits one process at a time to a data directory.

The operating system holds the lock and releases it when the process ends, however it ends. The lock file stays behind;
its existence alone means nothing. It contains the process ID of the last holder, for the error message of the next
process.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from kapivara.storage.contract import StorageError

if sys.platform == "win32":
    import msvcrt

    def _acquire(descriptor: int) -> None:
        # Windows forbids reading a locked range, so this locks a byte far behind the text.
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
else:
    import fcntl

    def _acquire(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class DirectoryLock:
    """Locks a directory until `release`. Raises StorageError if another process holds the lock."""

    def __init__(self, directory: Path) -> None:
        self._descriptor = os.open(directory / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _acquire(self._descriptor)
        except OSError:
            holder = self._holder()
            self.release()
            raise StorageError(
                f"{directory}: the data directory is in use by {holder}; stop that one, or choose another directory"
            ) from None
        with suppress(OSError):  # a full disk must not prevent reading
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, str(os.getpid()).encode())

    def _holder(self) -> str:
        with suppress(OSError):
            number = os.pread(self._descriptor, 20, 0) if hasattr(os, "pread") else os.read(self._descriptor, 20)
            if number.isdigit():
                return f"process {int(number)}"
        return "another process"

    def release(self) -> None:
        """Releases the lock. Repeated calls do nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
