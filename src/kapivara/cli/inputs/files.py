"""Finds the files that a command line names, and reads them.

A path is a file, a folder (its *.yaml, *.yml and *.json files in sorted order, without hidden folders), a pattern, or
`-` for standard input; gzip files are unpacked. Files that cannot be read are reported and do not stop the run. A named
file may be a pipe; a file found in a folder is read only if it is a regular file within that folder.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator

from kapivara.cli.findings import Location, Unreadable
from kapivara.files.reading import TooLargeError, read_found, read_named, read_stream
from kapivara.values.record import record

STDIN = "-"
STDIN_NAME = "<stdin>"
REVISION = "git:"
"""The prefix of a git revision: `git:HEAD~1`, or `git:HEAD~1:deploy` for a path at a revision."""
MAX_FILE_BYTES = 256 * 1024 * 1024  # a file may hold many objects: far above the server's limit for one
_SIGNS = "*?["
_UTF_16 = b"\xff\xfe", b"\xfe\xff"
"""The byte order marks of UTF-16."""
MAX_TOTAL_BYTES = 1024 * 1024 * 1024


@record
class File:
    """A file to read, and the folder where it was found; "" for a file that was named itself, and for `-`."""

    path: str
    folder: str = ""


@record
class Source:
    """The contents of an input, with its name in reports."""

    name: str
    data: bytes


@record
class PastFile:
    """A file at a git revision, with its contents."""

    file: File
    source: Source


def find_files(paths: Iterable[str]) -> Iterator[File | Unreadable]:
    """Yields the files that the paths name, each once; `-` stays `-`."""
    seen: set[str] = set()
    real_folders: dict[str, str] = {}
    for path in paths:
        for file in _expand(path):
            if isinstance(file, File):
                key = STDIN if file.path == STDIN else _real_path(file.path, real_folders)
                if key in seen:
                    continue
                seen.add(key)
            yield file


def _real_path(path: str, real_folders: dict[str, str]) -> str:
    """Returns the real path; caches those of folders, since each step takes a system call."""
    folder, name = os.path.split(path)
    if name in ("", os.curdir, os.pardir) or os.path.islink(path):
        return os.path.realpath(path)
    if folder not in real_folders:
        real_folders[folder] = _real_path(folder, real_folders) if folder else os.path.realpath(folder)
    return os.path.join(real_folders[folder], name)


def read_source(file: File) -> Source | Unreadable:
    """Returns the contents of a file, or of standard input for `-`."""
    name = STDIN_NAME if file.path == STDIN else shown_path(file.path)
    try:
        return Source(name, _in_utf8(_bytes_of(file)))
    except TooLargeError as error:
        return Unreadable(Location(name), f"{error.strerror}: split it")
    except OSError as error:
        cure = ": name the file itself" if file.folder and error.errno in (errno.EXDEV, errno.EINVAL) else ""
        return Unreadable(Location(name), _reason(error) + cure)


def _bytes_of(file: File) -> bytes:
    if file.path == STDIN:
        return read_stream(sys.stdin.buffer.read, STDIN_NAME, MAX_FILE_BYTES)
    path, folder = file.path, file.folder
    data = read_found(path, folder, MAX_FILE_BYTES) if folder else read_named(path, MAX_FILE_BYTES)
    if not file.path.endswith(".gz"):
        return data
    from kapivara.files.unpacking import unpack  # few files are packed

    return unpack(data, file.path, MAX_FILE_BYTES)


def _in_utf8(data: bytes) -> bytes:
    """Converts UTF-16 with a byte order mark to UTF-8, since PowerShell redirects as UTF-16."""
    if not data.startswith(_UTF_16):
        return data
    try:
        return data.decode("utf-16").encode()
    except UnicodeError:
        return data


def _expand(path: str) -> Iterator[File | Unreadable]:
    if path == STDIN:
        yield File(path)
        return
    try:
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError) and any(sign in path for sign in _SIGNS):
            yield from _matching(path)
        else:
            yield Unreadable(Location(shown_path(path)), _reason(error))
        return
    if not is_folder:
        yield File(path)
        return
    from kapivara.files.folders import SUFFIXES  # short runs name their files

    found = False
    for file in _walk(path):
        found = True
        yield file
    if not found:
        message = f"no manifests in this folder (searched for {', '.join(SUFFIXES)})"
        yield Unreadable(Location(shown_path(path)), message, is_empty=True)


def expand_pattern(path: str) -> list[str]:
    """Returns the paths that a pattern matches, `**` for any folders; `[path]` for an existing path or no pattern."""
    if os.path.lexists(path) or not any(sign in path for sign in _SIGNS):
        return [path]
    from glob import glob  # shells expand most patterns

    return sorted(glob(path, recursive=True))


def _matching(pattern: str) -> Iterator[File | Unreadable]:
    found = expand_pattern(pattern)
    if not found:
        yield Unreadable(Location(shown_path(pattern)), "no file or folder matches")
    for path in found:
        if os.path.isdir(path):
            yield from _expand(path)
        else:
            yield File(path, os.path.dirname(path) or os.curdir)


def _walk(folder: str) -> Iterator[File | Unreadable]:
    from kapivara.files.folders import find_manifests

    refused: list[OSError] = []
    for path in find_manifests(folder, refused):
        yield File(path, folder)
    for error in refused:
        yield Unreadable(Location(shown_path(error.filename or folder)), _reason(error))


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if isinstance(error, ValueError):  # its message differs between versions of Python
        return "embedded null byte"
    return error.strerror.lower() if error.strerror else str(error)


def shown_path(path: str) -> str:
    """Returns a path as text, also if its bytes are not UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
