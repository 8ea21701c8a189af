"""The file of the audit log: appended to, and rotated when it is too large.

Rotated files are named `audit-2026-01-31T12-00-00.000.log` beside `audit.log`, as tools for kube-apiserver expect; too
old or too many ones are deleted. Only the owner may read the file. Upstream: apiserver/pkg/server/options/audit.go
AuditLogOptions, gopkg.in/natefinch/lumberjack.v2.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from kapivara.values.record import record

STANDARD_OUTPUT: Final = "-"
_MEGABYTE: Final = 1024 * 1024
_DAY: Final = 24 * 3600.0
_PRIVATE: Final = 0o600
_MOMENT: Final = r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}"


@record
class Rotation:
    """The size in megabytes that triggers a rotation, and the number and age in days of kept files; 0: no limit."""

    megabytes: int = 100
    backups: int = 0
    days: int = 0
    compresses: bool = False


class EventLog(Protocol):
    """A log of events, one per line; used by one thread at a time."""

    def write(self, line: bytes) -> None:
        """Writes a line; raises OSError."""

    def close(self) -> None:
        """Closes the log."""


class OutputLog:
    """Events on standard output."""

    def write(self, line: bytes) -> None:
        """Writes a line; raises OSError."""
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    def close(self) -> None:
        """Does nothing: standard output stays open."""


class LogFile:
    """A file of events; raises OSError if it cannot be opened. `clock` is the time in file names."""

    def __init__(self, path: Path, rotation: Rotation, clock: Callable[[], float] = time.time):
        self._path = path
        self._rotation = rotation
        self._clock = clock
        self._aside = re.compile(rf"{re.escape(path.stem)}-{_MOMENT}{re.escape(path.suffix)}(?:\.gz)?")
        self._file = self._open()
        self._size = self._file.tell()

    def _open(self) -> BinaryIO:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _PRIVATE)
        file = os.fdopen(descriptor, "ab", buffering=0)
        file.seek(0, os.SEEK_END)
        return file

    def write(self, line: bytes) -> None:
        """Writes a line, to a new file if this one has no room; raises OSError."""
        if self._is_full_for(line):
            self._put_aside()
        self._append(line)

    def _is_full_for(self, line: bytes) -> bool:
        room = self._rotation.megabytes * _MEGABYTE
        return self._size > 0 and room > 0 and self._size + len(line) > room

    def _append(self, line: bytes) -> None:
        written = 0
        while written < len(line):
            written += self._file.write(line[written:])
        self._size += written

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _put_aside(self) -> None:
        now = self._clock()
        moment = f"{time.strftime('%Y-%m-%dT%H-%M-%S', time.gmtime(now))}.{int(now * 1000) % 1000:03d}"
        aside = self._path.with_name(f"{self._path.stem}-{moment}{self._path.suffix}")
        self._file.close()
        try:
            os.rename(self._path, aside)
        finally:
            self._file = self._open()
            self._size = self._file.tell()
        if self._rotation.compresses:
            _compress(aside)
        self._remove_old(now)

    def _remove_old(self, now: float) -> None:
        """Deletes rotated files beyond the kept age or number, by the times in their names."""
        names = os.listdir(self._path.parent or os.curdir)
        found = sorted((each for each in names if self._aside.fullmatch(each)), reverse=True)
        rotation = self._rotation
        oldest = time.strftime("%Y-%m-%dT%H-%M-%S", time.gmtime(now - rotation.days * _DAY)) if rotation.days else ""
        for place, name in enumerate(found):
            is_too_old = name[len(self._path.stem) + 1 :] < oldest
            if is_too_old or (rotation.backups and place >= rotation.backups):
                with contextlib.suppress(OSError):  # another process was faster
                    os.unlink(self._path.with_name(name))


def _compress(path: Path) -> None:
    import gzip

    packed = path.with_name(f"{path.name}.gz")
    with (
        open(path, "rb") as plain,
        os.fdopen(os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE), "wb") as file,
        gzip.GzipFile(fileobj=file, mode="wb") as into,
    ):
        shutil.copyfileobj(plain, into)
    path.unlink()


def open_log(path: str, rotation: Rotation, *, is_shared: bool = False) -> EventLog:
    """Opens the log: a file, or `-` for standard output; raises OSError.

    `is_shared` is True if other processes write the file, too.
    """
    if path == STANDARD_OUTPUT:
        return OutputLog()
    if is_shared:
        from kapivara.server.audit.shared_log_file import SharedLogFile  # a single process needs none

        return SharedLogFile(Path(path), rotation)
    return LogFile(Path(path), rotation)
