"""The files that `kapivara gen` makes: their names, whether they are up to date, and writing them all or none."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path

from kapivara.generator.pipeline import Generated
from kapivara.values.record import record

FILE_NAME = "zz_generated_validations.py"
_MARK = b"enerated by kapivara gen"
_MARK_WITHIN = 500  # bytes from the start


class FileState(StrEnum):
    """How a file on disk relates to what is generated."""

    UNCHANGED = "unchanged"
    MISSING = "missing"
    STALE = "stale"
    FOREIGN = "foreign"  # there is a file that kapivara did not write
    SKIPPED = "skipped"  # there is no file, and nothing to put into one


@record(eq=False)
class TargetFile:
    """One file to be: its path, its bytes, the bytes that are there now (None where there is none)."""

    path: Path
    generated: Generated
    data: bytes
    present: bytes | None

    @property
    def state(self) -> FileState:
        """How the file on disk relates to what is generated."""
        if self.present is None:
            return FileState.MISSING if self.generated.plan.types else FileState.SKIPPED
        if self.present == self.data:
            return FileState.UNCHANGED
        return FileState.STALE if _MARK in self.present[:_MARK_WITHIN] else FileState.FOREIGN

    def summary(self) -> str:
        """Puts a difference in a few words: how many lines come and go, and where it starts."""
        before = (self.present or b"").decode("utf-8", "replace").splitlines()
        after = self.data.decode().splitlines()
        changes = [each for each in SequenceMatcher(None, before, after, False).get_opcodes() if each[0] != "equal"]
        added = sum(each[4] - each[3] for each in changes)
        removed = sum(each[2] - each[1] for each in changes)
        return f"+{added} -{removed} lines, the first at line {changes[0][1] + 1 if changes else 1}"


class FileNameError(Exception):
    """Two packages whose files would have one name."""


def target_files(generated: Sequence[Generated], out: Path | None) -> list[TargetFile]:
    """Names the file of each package and reads what is there; raises FileNameError and OSError."""
    targets: list[TargetFile] = []
    owners: dict[str, str] = {}
    for each in generated:
        path = _path_of(each, out)
        other = owners.setdefault(os.path.realpath(path), each.package.path)
        if other != each.package.path:
            raise FileNameError(f"packages {other} and {each.package.path} would both be written to {path}")
        targets.append(TargetFile(path, each, each.source.encode(), _present(path)))
    return targets


def write_files(targets: Sequence[TargetFile]) -> None:
    """Writes what is not up to date: all temporary files first, then each takes its place. Raises OSError.

    Where one cannot be written, none takes its place.
    """
    written: list[tuple[Path, Path]] = []
    try:
        for target in targets:
            if target.state not in (FileState.UNCHANGED, FileState.SKIPPED):
                target.path.parent.mkdir(parents=True, exist_ok=True)
                temporary = target.path.with_name(f".{target.path.name}.{os.getpid()}.tmp")
                written.append((temporary, target.path))
                _write(temporary, target)
        for temporary, path in written:
            temporary.replace(path)
    finally:
        for temporary, _ in written:
            with suppress(OSError):
                temporary.unlink()


def _write(temporary: Path, target: TargetFile) -> None:
    with temporary.open("wb") as file:
        file.write(target.data)
        file.flush()
        os.fsync(file.fileno())
    if target.present is not None:
        temporary.chmod(target.path.stat().st_mode & 0o777)


def _path_of(generated: Generated, out: Path | None) -> Path:
    package = generated.package
    if out is None:
        return Path(package.files[0]).parent / FILE_NAME
    name = re.sub(r"\W+", "_", package.path, flags=re.ASCII).strip("_")
    return out / f"zz_generated_{name or package.name}.py"


def _present(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
