"""Writes files whose paths come from untrusted input: new files, or files that may be replaced, inside one folder.

No name in the path may start with a dot (`.git`, `.github`, `.venv`) or be another spelling of such a name, and no
folder in the path may be a symbolic link. An existing file is replaced only if its contents show that it may be.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress

from kapivara.files.writing import NewFile

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_PRESENT = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY
_HEAD_BYTES = 64 << 10
"""The number of bytes of an existing file that are read to recognise it."""
_OTHER_SPELLINGS = "\\:~"
"""Characters that some file systems interpret: folders, streams and short names of Windows, such as GIT~1 for .git."""


class ConfinedFile(NewFile):
    """A new file inside a folder that replaces its target only where that is safe.

    `top` is the folder below which no name may start with a dot; `inside`, a folder in it, must contain the file. An
    existing file is replaced only if `may_replace` accepts its first bytes. With `makes_folders`, missing folders are
    created. Raises OSError.
    """

    def __init__(
        self,
        path: str,
        data: bytes,
        *,
        inside: str,
        top: str,
        may_replace: Callable[[bytes], bool],
        makes_folders: bool = False,
    ) -> None:
        self._top = top
        self._steps = _steps(path, inside, top)
        self._makes_folders = makes_folders
        self._may_replace = may_replace
        self._present: os.stat_result | None = None
        super().__init__(path, data)

    def _open_folder(self, folder: str) -> int:  # noqa: ARG002  the path is split into steps already
        """Opens each folder of the path separately, so that none can be replaced by a symbolic link in between."""
        here = os.open(self._top, _FOLDER)
        try:
            for step in self._steps[:-1]:
                below = self._open_below(step, here)
                os.close(here)
                here = below
            self._present = self._check_present(here)
        except BaseException as error:
            os.close(here)
            if isinstance(error, OSError):
                error.filename, error.filename2 = self._path, None
            raise
        return here

    def _open_below(self, name: str, folder: int) -> int:
        if self._makes_folders:
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=folder)
        try:
            return os.open(name, _FOLDER, dir_fd=folder)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise OSError(errno.ELOOP, f"{name} is a symbolic link, or not a folder") from None
            raise

    def _check_present(self, folder: int) -> os.stat_result | None:
        """Returns the file to replace, None if there is none; raises OSError if it must not be replaced."""
        try:
            descriptor = os.open(self._name, _PRESENT, dir_fd=folder)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENXIO):
                raise OSError(errno.EEXIST, "the path exists and is not a regular file") from None
            raise
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
                raise OSError(errno.EEXIST, "the path exists and is not a regular file with a single name")
            if not self._may_replace(os.read(descriptor, _HEAD_BYTES)):
                raise OSError(errno.EEXIST, "the path holds a file that kapivara did not write")
            return found
        finally:
            os.close(descriptor)

    def take_place(self) -> None:
        """Moves the file to its path; raises OSError if another file has appeared there."""
        try:
            if self._present is None:  # unlike a rename, a hard link fails if the path exists
                os.link(self._hidden, self._name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
                return  # discard() removes the temporary name
            now = os.stat(self._name, dir_fd=self._folder, follow_symlinks=False)
            if (now.st_dev, now.st_ino) != (self._present.st_dev, self._present.st_ino):
                raise OSError(errno.EEXIST, "the existing file was replaced in the meantime")
        except OSError as error:
            error.filename, error.filename2 = self._path, None
            raise
        super().take_place()


def write_confined(path: str, data: bytes, *, inside: str, top: str, may_replace: Callable[[bytes], bool]) -> None:
    """Writes one file at an untrusted path; raises OSError if that could do harm."""
    file = ConfinedFile(path, data, inside=inside, top=top, may_replace=may_replace)
    try:
        file.take_place()
    finally:
        file.discard()


def _steps(path: str, inside: str, top: str) -> Sequence[str]:
    """Returns the names of a path below the top folder; raises OSError if one is not allowed."""
    whole = os.path.abspath(path)
    if not whole.startswith(os.path.join(inside, "")):
        raise OSError(errno.EXDEV, f"it is outside {inside}", path)
    steps = os.path.relpath(whole, top).split(os.sep)
    for step in steps:
        if step.startswith("."):
            raise OSError(errno.EACCES, f"{step} starts with a dot", path)
        if not step.isprintable() or any(sign in step for sign in _OTHER_SPELLINGS):
            raise OSError(errno.EACCES, f"the name {step!r} may name another file on other systems", path)
    return steps
