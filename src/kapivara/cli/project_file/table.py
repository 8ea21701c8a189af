"""The tables of a project file with their line numbers; errors name the line."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from kapivara.cli.findings import Location
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.framework.parser import did_you_mean
from kapivara.cli.framework.terminal import printable
from kapivara.cli.inputs.files import REVISION, shown_path
from kapivara.cli.inputs.manifest_reader import past_path
from kapivara.cli.project_file.locate import MAX_BYTES, SHARED_NAME, TABLE
from kapivara.cli.project_file.toml_lines import MOST_PARTS, KeyPath, has_deep_key, key_lines, line_of
from kapivara.files.reading import read_beside, read_named
from kapivara.values.record import record


@record(eq=False)
class ProjectFile:
    """A project file: its name in messages, its folder, its settings, and the lines of their keys.

    `was_found` is True if the user did not name the file; its paths may not leave its folder then.
    """

    name: str
    folder: str
    settings: Mapping[str, Any]
    lines: dict[KeyPath, int]
    was_found: bool

    def place(self, keys: KeyPath) -> str:
        """Returns the file and line of a key as text."""
        return str(self.location(keys))

    def location(self, keys: KeyPath) -> Location:
        """Returns the file and line of a key."""
        return Location(self.name, line_of(self.lines, keys))

    def fail(self, keys: KeyPath, message: str) -> NoReturn:
        """Raises CommandError with the place of a key."""
        raise CommandError(printable(f"{self.place(keys)}: {message}"))

    def table(self, value: Any, keys: KeyPath) -> Mapping[str, Any]:
        """Returns the value if it is a table; raises CommandError otherwise."""
        if not isinstance(value, dict):
            self.fail(keys, f"{keys[-1]} must be a table")
        return value

    def refuse_unknown(self, table: Mapping[str, Any], keys: KeyPath, known: Sequence[str]) -> None:
        """Raises CommandError for a key of a table that is not in `known`."""
        for key in table:
            if key not in known:
                name = ".".join(each for each in keys if isinstance(each, str))
                meant = did_you_mean(key, known) or f" Valid keys: {', '.join(known)}."
                self.fail((*keys, key), f"unknown key {key!r}{f' in [{name}]' if name else ''}.{meant}")


def _read(path: str, *, found: bool) -> bytes:
    """Returns the bytes of a project file, also at a git revision; raises OSError, ValueError and CommandError."""
    if found:
        return read_beside(path, MAX_BYTES)
    if not path.startswith(REVISION):
        return read_named(path, MAX_BYTES)
    from kapivara.cli.inputs.git.command import GitError
    from kapivara.cli.inputs.git.revision import read_past_text

    try:
        return read_past_text(path, MAX_BYTES)
    except GitError as error:
        raise CommandError(printable(f"{shown_path(path)}: {error}")) from None


def read_project_file(path: str, *, found: bool) -> ProjectFile:
    """Returns a parsed project file; raises CommandError, which names the place, if it cannot be read."""
    name = printable(shown_path(path))
    try:
        text = _read(path, found=found).decode("utf-8")
        if has_deep_key(text):
            raise CommandError(f"{name}: a key has more than {MOST_PARTS} parts")
        document = tomllib.loads(text)
    except UnicodeDecodeError:
        raise CommandError(f"{name}: not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CommandError(f"{name}: not TOML: {str(error)[:200]}") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"{name}: {(getattr(error, 'strerror', None) or str(error)).lower()}") from None
    path = past_path(path)
    lines = key_lines(text)
    if os.path.basename(path) == SHARED_NAME:
        depth = len(TABLE)
        lines = {keys[depth:]: line for keys, line in lines.items() if keys[:depth] == TABLE}
        for key in TABLE:
            document = document.get(key, {}) if isinstance(document, dict) else {}
    file = ProjectFile(name, os.path.dirname(os.path.abspath(path)), document, lines, found)
    file.table(document, (".".join(TABLE),))
    return file
