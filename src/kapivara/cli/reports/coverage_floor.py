"""A file that stores a coverage as the floor of later runs: `{"coverage": 87.5}`. The floor only rises."""

from __future__ import annotations

import json
from pathlib import Path

from kapivara.cli.framework.errors import CommandError
from kapivara.files.writing import write_file
from kapivara.values.record import record

_KEY = "coverage"
_ALL = 100.0


@record
class Floor:
    """The stored floor, whether the coverage reached it, and whether this run raised it."""

    percent: float
    held: bool
    raised: bool


def hold_floor(path: Path, percent: float) -> Floor:
    """Compares a coverage with the floor in a file, and raises the floor; creates the file if it does not exist.

    Raises CommandError if the file cannot be read or written, or holds anything else.
    """
    before = _read(path)
    if before is not None and percent < before:
        return Floor(before, held=False, raised=False)
    raised = before is None or percent > before
    if raised:
        try:
            write_file(str(path), f"{json.dumps({_KEY: percent})}\n".encode())  # replaces a symbolic link
        except OSError as error:
            raise CommandError(f"cannot write {path}: {error.strerror}") from None
    return Floor(percent, held=True, raised=raised)


def _read(path: Path) -> float | None:
    try:
        text = path.read_text()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {path}: {error}") from None
    try:
        floor = json.loads(text)[_KEY]
    except (ValueError, KeyError, TypeError, RecursionError):
        floor = None
    if type(floor) not in (int, float) or not 0 <= floor <= _ALL:
        raise CommandError(f'{path} does not hold a floor such as {{"{_KEY}": 87.5}}')
    return float(floor)
