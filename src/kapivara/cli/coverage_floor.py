"""A file that keeps how much of something is covered, so that it only ever rises: `{"coverage": 87.5}`."""

from __future__ import annotations

import json
from pathlib import Path

from kapivara.cli.usage_error import CommandError
from kapivara.values.record import record

_KEY = "coverage"
_ALL = 100.0


@record
class Floor:
    """A floor, and whether a coverage held it; one that was higher has raised it."""

    percent: float
    held: bool
    raised: bool


def hold_floor(path: Path, percent: float) -> Floor:
    """Compares a coverage with the floor in a file, and raises it there; the file is made where there is none.

    Raises CommandError where the file cannot be read or written, or holds something else.
    """
    before = _read(path)
    if before is not None and percent < before:
        return Floor(before, held=False, raised=False)
    raised = before is None or percent > before
    if raised:
        try:
            path.write_text(json.dumps({_KEY: percent}) + "\n")
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
        raise CommandError(f'{path} is no floor such as {{"{_KEY}": 87.5}}')
    return float(floor)
