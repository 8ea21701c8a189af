"""What options and arguments of several commands are read to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kapivara.cli.usage_error import BadValueError
from kapivara.content.nearest import nearest


def read_integer(text: str) -> int:
    """Reads a number."""
    try:
        return int(text)
    except ValueError:
        raise BadValueError(f"{text!r} is not a valid integer.") from None


def read_count(given: str) -> int:
    """Reads a number that counts something."""
    count = read_integer(given)
    if count < 0:
        raise BadValueError(f"{given} is less than 0.")
    return count


def read_existing(text: str) -> str:
    """Takes the path of a file or folder that is there."""
    if not _exists(text):
        raise BadValueError(f"Path {text!r} does not exist.")
    return text


def read_existing_files(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Takes the paths of files that are there."""
    for text in texts:
        if not _exists(text):
            raise BadValueError(f"File {text!r} does not exist.")
        read_file(text)
    return texts


def read_file(text: str) -> Path:
    """Takes the path of a file that may be there."""
    if Path(text).is_dir():
        raise BadValueError(f"File {text!r} is a directory.")
    return Path(text)


def read_folder(text: str) -> Path:
    """Takes the path of a folder that may be there."""
    if _exists(text) and not Path(text).is_dir():
        raise BadValueError(f"Directory {text!r} is a file.")
    return Path(text)


def read_rule_names(given: tuple[str, ...], known: Sequence[str]) -> frozenset[str]:
    """Takes the names of lint rules, several of them in one text with commas between."""
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
