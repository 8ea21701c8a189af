"""Writes files whose places an untrusted text chose: new files, or files that may be replaced, in one folder.

No name on the way may start with a dot (`.git`, `.github`, `.venv`) or be another spelling of such a name, and no
folder on the way may be a link. A file that is there stays unless its content shows that it may be replaced.
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
"""How much of a present file is read to recognise it."""
_OTHER_SPELLINGS = "\\:~"
"""Signs that some file systems read otherwise: folders, streams and short names of Windows, such as GIT~1 for .git."""


class ConfinedFile(NewFile):
    """The bytes of a file-to-be inside a folder, which takes its place only where it does no harm.

    `top` is the folder from which no name may start with a dot; `inside` lies in it and bounds the file. A present file
    is replaced only where `may_replace` accepts its first bytes. With `makes_folders`, missing folders are made. Raises
    OSError.
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

    def _open_folder(self, folder: str) -> int:  # noqa: ARG002  the steps that lead to it are known
        """Opens each folder on the way by itself, so that none of them can be exchanged for a link."""
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
                raise OSError(errno.ELOOP, f"{name} is a link, or no folder") from None
            raise

    def _check_present(self, folder: int) -> os.stat_result | None:
        """Returns what the file replaces, None where there is nothing; raises OSError where it must stay."""
        try:
            descriptor = os.open(self._name, _PRESENT, dir_fd=folder)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENXIO):
                raise OSError(errno.EEXIST, "there is something that is no plain file") from None
            raise
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
                raise OSError(errno.EEXIST, "there is something that is no plain file with one name")
            if not self._may_replace(os.read(descriptor, _HEAD_BYTES)):
                raise OSError(errno.EEXIST, "there is a file that kapivara did not write")
            return found
        finally:
            os.close(descriptor)

    def take_place(self) -> None:
        """Puts it where it belongs; raises OSError where something else is there by now."""
        try:
            if self._present is None:  # a hard link fails where there is anything, which renaming would replace
                os.link(self._hidden, self._name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
                return  # discard() removes the other name
            now = os.stat(self._name, dir_fd=self._folder, follow_symlinks=False)
            if (now.st_dev, now.st_ino) != (self._present.st_dev, self._present.st_ino):
                raise OSError(errno.EEXIST, "the file that was there has been replaced")
        except OSError as error:
            error.filename, error.filename2 = self._path, None
            raise
        super().take_place()


def write_confined(path: str, data: bytes, *, inside: str, top: str, may_replace: Callable[[bytes], bool]) -> None:
    """Writes one file where an untrusted text wants it; raises OSError where that could do harm."""
    file = ConfinedFile(path, data, inside=inside, top=top, may_replace=may_replace)
    try:
        file.take_place()
    finally:
        file.discard()


def _steps(path: str, inside: str, top: str) -> Sequence[str]:
    """Splits a path into its steps from the top folder; raises OSError where one of them may not be there."""
    whole = os.path.abspath(path)
    if not whole.startswith(os.path.join(inside, "")):
        raise OSError(errno.EXDEV, f"it lies outside of {inside}", path)
    steps = os.path.relpath(whole, top).split(os.sep)
    for step in steps:
        if step.startswith("."):
            raise OSError(errno.EACCES, f"{step} starts with a dot", path)
        if not step.isprintable() or any(sign in step for sign in _OTHER_SPELLINGS):
            raise OSError(errno.EACCES, f"the name {step!r} may mean another file elsewhere", path)
    return steps
