"""The file that an audit is written to: appended to, and put aside under the time where it has grown too large.

What was put aside is called `audit-2026-01-31T12-00-00.000.log` beside `audit.log`, as tools expect that know
kube-apiserver's; what is too old, or too many, is removed. Only its owner may read it.
Upstream: apiserver/pkg/server/options/audit.go AuditLogOptions, gopkg.in/natefinch/lumberjack.v2.
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
    """When a file is put aside, past so many megabytes, and how many of them are kept, for how many days; 0: all."""

    megabytes: int = 100
    backups: int = 0
    days: int = 0
    compresses: bool = False


class EventLog(Protocol):
    """Where events go, one line after the other; from one thread at a time."""

    def write(self, line: bytes) -> None:
        """Writes a line; raises OSError."""

    def close(self) -> None:
        """Ends it."""


class OutputLog:
    """Events on standard output."""

    def write(self, line: bytes) -> None:
        """Writes a line; raises OSError."""
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    def close(self) -> None:
        """Leaves it open: it is everybody's."""


class LogFile:
    """A file of events; raises OSError where it cannot be opened. `clock` tells the time that names are made of."""

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
        """Writes a line, into a new file where it has no room in this one; raises OSError."""
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
        """Ends it."""
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
        """Removes what was put aside long ago, or beyond the number that is kept; names tell the time."""
        names = os.listdir(self._path.parent or os.curdir)
        found = sorted((each for each in names if self._aside.fullmatch(each)), reverse=True)
        rotation = self._rotation
        oldest = time.strftime("%Y-%m-%dT%H-%M-%S", time.gmtime(now - rotation.days * _DAY)) if rotation.days else ""
        for place, name in enumerate(found):
            is_too_old = name[len(self._path.stem) + 1 :] < oldest
            if is_too_old or (rotation.backups and place >= rotation.backups):
                with contextlib.suppress(OSError):  # somebody else was quicker
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
    """Opens where events go: a file, or `-` for standard output; raises OSError.

    A file that `is_shared` is written by other processes, too.
    """
    if path == STANDARD_OUTPUT:
        return OutputLog()
    if is_shared:
        from kapivara.server.audit.shared_log_file import SharedLogFile  # has no use for whoever is alone

        return SharedLogFile(Path(path), rotation)
    return LogFile(Path(path), rotation)
