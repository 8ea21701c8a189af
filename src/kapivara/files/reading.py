"""Reads files up to a maximum number of bytes.

A file named by the user may be anything: a pipe, standard input, a symbolic link to elsewhere. A file found in a
folder is read only if it is a regular file, or a symbolic link to one inside the folder.
"""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False  # every command imports this module
if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 20
_CAREFULLY = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY


class TooLargeError(OSError):
    """Raised for a file that exceeds the maximum size."""

    def __init__(self, path: str, most: int):
        shown = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most} bytes"
        super().__init__(errno.EFBIG, f"larger than {shown}", path)


def read_named(path: str, most: int) -> bytes:
    """Returns the contents of a named file of any type; raises OSError and ValueError."""
    return _read(os.open(path, os.O_RDONLY | os.O_NOCTTY), path, most)


def read_found(path: str, inside: str, most: int) -> bytes:
    """Returns the contents of a regular file that was found in a folder; raises OSError and ValueError."""
    found = os.stat(path, follow_symlinks=False)
    if stat.S_ISLNK(found.st_mode):
        path = _followed(path, inside)
        found = os.stat(path, follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", path)
    return _read(os.open(path, _CAREFULLY), path, most)


def read_beside(path: str, most: int) -> bytes:
    """Returns the contents of a regular file, or of a link within its folder; raises OSError and ValueError."""
    return read_found(path, os.path.dirname(path) or os.curdir, most)


def read_stream(read: Callable[[int], bytes], name: str, most: int) -> bytes:
    """Returns a stream's bytes up to its end; raises TooLargeError as soon as the maximum is exceeded."""
    chunks, total = [], 0
    while chunk := read(_CHUNK):
        total += len(chunk)
        if total > most:
            raise TooLargeError(name, most)
        chunks.append(chunk)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def _read(descriptor: int, path: str, most: int) -> bytes:
    try:
        found = os.fstat(descriptor)
        chunk, first = _CHUNK, b""
        if stat.S_ISREG(found.st_mode):
            if found.st_size > most:
                raise TooLargeError(path, most)
            chunk = min(chunk, found.st_size + 1)  # a larger buffer would be allocated and freed
            first = os.read(descriptor, chunk)
            if len(first) < chunk:  # the end of the file, without another system call
                return first
        rest = read_stream(lambda size: os.read(descriptor, min(size, chunk)), path, most - len(first))
        return first + rest if first else rest
    finally:
        os.close(descriptor)


def _followed(link: str, inside: str) -> str:
    """Returns the target of a symbolic link; raises OSError if it is outside a folder."""
    target, folder = os.path.realpath(link), os.path.realpath(inside)
    if os.path.commonpath((target, folder)) != folder:
        raise OSError(errno.EXDEV, "a symbolic link that leaves its folder is not followed", link)
    return target
