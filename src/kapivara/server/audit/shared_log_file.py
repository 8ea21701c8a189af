"""The audit log file of several processes; writing and rotating it requires its lock."""

from __future__ import annotations

import fcntl
import os

from kapivara.server.audit.log_file import LogFile


class SharedLogFile(LogFile):
    """A file of events that other processes append to and rotate; continues with the new file after a rotation."""

    def write(self, line: bytes) -> None:
        """Writes a line; raises OSError."""
        is_written = False
        while not is_written:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                is_written = self._write_here(line)
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _write_here(self, line: bytes) -> bool:
        """Writes a line to the open and locked file; returns False if it had to open another one, without a lock."""
        if not self._is_in_place():
            self._file.close()
            self._file = self._open()
            return False
        self._size = os.fstat(self._file.fileno()).st_size
        if self._is_full_for(line):
            self._put_aside()
            return False
        self._append(line)
        return True

    def _is_in_place(self) -> bool:
        """Returns True if the file was not rotated or deleted."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), os.stat(self._path))
        except FileNotFoundError:
            return False

    def _put_aside(self) -> None:
        held = os.dup(self._file.fileno())  # keeps the lock until the end, also during compression
        try:
            super()._put_aside()
        finally:
            os.close(held)
