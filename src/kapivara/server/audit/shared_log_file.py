"""The file of an audit that several processes write to: whoever writes, or puts it aside, holds its lock."""

from __future__ import annotations

import fcntl
import os

from kapivara.server.audit.log_file import LogFile


class SharedLogFile(LogFile):
    """A file of events that others append to as well, and put aside: then what follows goes to the new one."""

    def write(self, line: bytes) -> None:
        """Writes a line; raises OSError."""
        while True:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            if self._is_in_place():
                break
            self._file.close()
            self._file = self._open()
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            super().write(line)
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _is_in_place(self) -> bool:
        """Tells whether nobody has put the file aside, or removed it."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), os.stat(self._path))
        except FileNotFoundError:
            return False

    def _put_aside(self) -> None:
        held = os.dup(self._file.fileno())  # keeps the lock until all is done: nobody appends to what is compressed
        try:
            super()._put_aside()
        finally:
            os.close(held)
