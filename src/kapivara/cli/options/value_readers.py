"""Converts texts of options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kapivara.cli.framework.errors import BadValueError
from kapivara.content.nearest import nearest


def read_integer(text: str) -> int:
    """Returns an integer; raises BadValueError."""
    try:
        return int(text)
    except ValueError:
        raise BadValueError(f"{text!r} is not a valid integer.") from None


def read_count(given: str) -> int:
    """Returns a number that is not negative; raises BadValueError."""
    count = read_integer(given)
    if count < 0:
        raise BadValueError(f"{given} is less than 0.")
    return count


def read_existing(text: str) -> str:
    """Returns the path of an existing file or folder; raises BadValueError."""
    if not _exists(text):
        raise BadValueError(f"Path {text!r} does not exist.")
    return text


def read_existing_files(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the paths of existing files; raises BadValueError."""
    for text in texts:
        if not _exists(text):
            raise BadValueError(f"File {text!r} does not exist.")
        read_file(text)
    return texts


def read_file(text: str) -> Path:
    """Returns the path of a file, which need not exist; raises BadValueError for a folder."""
    if Path(text).is_dir():
        raise BadValueError(f"File {text!r} is a directory.")
    return Path(text)


def read_folder(text: str) -> Path:
    """Returns the path of a folder, which need not exist; raises BadValueError for a file."""
    if _exists(text) and not Path(text).is_dir():
        raise BadValueError(f"Directory {text!r} is a file.")
    return Path(text)


def read_rule_names(given: tuple[str, ...], known: Sequence[str]) -> frozenset[str]:
    """Returns the names of lint rules from repeated values or lists with commas; raises BadValueError."""
    names = [name for text in given for name in text.split(",") if name]
    for name in names:
        if name not in known:
            meant = nearest(name, known)
            more = f", did you mean {meant}?" if meant else "; --list-rules lists them"
            raise BadValueError(f"there is no rule {name!r}{more}")
    return frozenset(names)


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False
