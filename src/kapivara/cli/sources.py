"""Which files a command line names, and their bytes.

Answers: files as they are, folders by the manifests in them (*.yaml, *.yml, *.json, in sorted order, hidden folders
left out), `-` as standard input. What cannot be read is reported and does not stop the rest. What is named may be a
pipe; what is merely found in a folder is read where it is a plain file within it.
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
SUFFIXES = (".yaml", ".yml", ".json")
MAX_FILE_BYTES = 256 * 1024 * 1024  # a file may hold many objects, so this is far above the server's limit for one
MAX_TOTAL_BYTES = 1024 * 1024 * 1024


@record
class File:
    """A file to be read, and the folder that it was found in; none for one that was named itself, as `-` is."""

    path: str
    folder: str = ""


@record
class Source:
    """One input: the name that reports show, and its bytes."""

    name: str
    data: bytes


def find_files(paths: Iterable[str]) -> Iterator[File | Unreadable]:
    """Lists the files that the paths stand for, each once; `-` stays `-`."""
    seen: set[str] = set()
    for path in paths:
        for file in _expand(path):
            if isinstance(file, File):
                key = STDIN if file.path == STDIN else os.path.realpath(file.path)
                if key in seen:
                    continue
                seen.add(key)
            yield file


def read_source(file: File) -> Source | Unreadable:
    """Reads one file, or standard input for `-`."""
    name = STDIN_NAME if file.path == STDIN else shown_path(file.path)
    try:
        return Source(name, _bytes_of(file))
    except TooLargeError as error:
        return Unreadable(Location(name), f"{error.strerror}: split it")
    except OSError as error:
        cure = ": name it itself" if file.folder and error.errno in (errno.EXDEV, errno.EINVAL) else ""
        return Unreadable(Location(name), _reason(error) + cure)


def _bytes_of(file: File) -> bytes:
    if file.path == STDIN:
        return read_stream(sys.stdin.buffer.read, STDIN_NAME, MAX_FILE_BYTES)
    if file.folder:
        return read_found(file.path, file.folder, MAX_FILE_BYTES)
    return read_named(file.path, MAX_FILE_BYTES)


def _expand(path: str) -> Iterator[File | Unreadable]:
    if path == STDIN:
        yield File(path)
        return
    try:
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError) as error:
        yield Unreadable(Location(shown_path(path)), _reason(error))
        return
    if not is_folder:
        yield File(path)
        return
    found = False
    for file in _walk(path):
        found = True
        yield file
    if not found:
        yield Unreadable(Location(shown_path(path)), f"no manifests in this folder (looked for {', '.join(SUFFIXES)})")


def _walk(folder: str) -> Iterator[File | Unreadable]:
    refused: list[Unreadable] = []

    def refuse(error: OSError) -> None:
        refused.append(Unreadable(Location(shown_path(error.filename or folder)), _reason(error)))

    for here, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(SUFFIXES):
                yield File(os.path.join(here, name), folder)
    yield from refused


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if isinstance(error, ValueError):  # whose own words differ from one Python to the next
        return "embedded null byte"
    return error.strerror.lower() if error.strerror else str(error)


def shown_path(path: str) -> str:
    """Renders a path whose bytes may not be UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
