"""Writes files completely or not at all: to a random name in the same folder, then renamed.

The folder is opened once, so that it cannot be exchanged. A symbolic link at the path is replaced, never followed.
"""

from __future__ import annotations

import os
import stat

PRIVATE = 0o600
PUBLIC = 0o666
"""The mode of public files, reduced by the umask."""

_EXCLUSIVELY = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


class NewFile:
    """A complete file under a temporary name beside its path; raises OSError if it cannot be written.

    If it replaces a regular file, it takes over that file's permissions, unless it is private. It is never executable:
    data that replaces a program must not be run.
    """

    def __init__(self, path: str, data: bytes, *, mode: int = PUBLIC):
        self._path = path
        folder, self._name = os.path.split(path)
        self._hidden = f".{self._name[:100]}.{os.urandom(8).hex()}.tmp"
        self._folder = self._open_folder(folder)
        self._written = False
        try:
            descriptor = os.open(self._hidden, _EXCLUSIVELY, mode, dir_fd=self._folder)
            self._written = True
            with open(descriptor, "wb") as file:
                if mode != PRIVATE:
                    self._take_over_mode(descriptor)
                file.write(data)
                file.flush()
                os.fsync(descriptor)
        except BaseException as error:
            self.discard()
            if isinstance(error, OSError):
                error.filename, error.filename2 = path, None
            raise

    def _open_folder(self, folder: str) -> int:
        return os.open(folder or os.curdir, os.O_RDONLY | os.O_DIRECTORY)

    def take_place(self) -> None:
        """Moves the file to its path; raises OSError."""
        try:
            os.replace(self._hidden, self._name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except OSError as error:
            error.filename, error.filename2 = self._path, None
            raise
        self._written = False

    def discard(self) -> None:
        """Removes the temporary file if it was not moved; must always be called."""
        if self._folder < 0:
            return
        try:
            if self._written:
                os.unlink(self._hidden, dir_fd=self._folder)
        except OSError:
            pass  # the file or its folder no longer exists
        finally:
            os.close(self._folder)
            self._folder = -1

    def _take_over_mode(self, descriptor: int) -> None:
        try:
            before = os.stat(self._name, dir_fd=self._folder, follow_symlinks=False)
        except OSError:
            return
        if stat.S_ISREG(before.st_mode):
            os.fchmod(descriptor, stat.S_IMODE(before.st_mode) & PUBLIC)


def write_file(path: str, data: bytes, *, mode: int = PUBLIC) -> None:
    """Writes one file; raises OSError."""
    file = NewFile(path, data, mode=mode)
    try:
        file.take_place()
    finally:
        file.discard()
