"""The tables of a project file with their line numbers; errors name the line."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

from kapivara.cli.findings import Location
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.framework.parser import did_you_mean
from kapivara.cli.framework.terminal import printable
from kapivara.cli.inputs.files import REVISION, shown_path
from kapivara.cli.inputs.manifest_reader import past_path
from kapivara.cli.project_file.locate import MAX_BYTES, SHARED_NAME, TABLE
from kapivara.files.reading import read_beside, read_named
from kapivara.values.record import record

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value; a table in a list is an index."""

_PART = r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|[A-Za-z0-9_-]+"
_KEY = re.compile(rf"[ \t]*((?:{_PART})(?:[ \t]*\.[ \t]*(?:{_PART}))*)[ \t]*=")
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*((?:{_PART})(?:[ \t]*\.[ \t]*(?:{_PART}))*)[ \t]*\]")
_PARTS = re.compile(_PART)
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|'
    r"'''.*?'{3,5}|"
    r'"(?:[^"\\\n]|\\.)*"|'
    r"'[^'\n]*'|#[^\n]*|[\[\]{}\n]|[^\"'#\[\]{}\n]+",
    re.S,
)
_OPAQUE = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"{3,5}|\Z)|'
    r"'''.*?(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]|\\[^\n])*"?|'
    r"'[^'\n]*'?|#[^\n]*",
    re.S,
)
"""Strings and comments. Each alternative matches even without its end, so that no text is scanned twice."""
MOST_PARTS = 16
_DEEP_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")


def has_deep_key(text: str) -> bool:
    """Returns whether a key has more than `MOST_PARTS` parts (`a.b.c`).

    Python's TOML reader needs memory for the square of their number: gigabytes for a file of 100 kB.
    """
    return _DEEP_KEY.search(_OPAQUE.sub("q", text)) is not None


def key_lines(text: str) -> dict[KeyPath, int]:
    """Returns the line of every table and of every key outside inline tables, counted from 1."""
    found: dict[KeyPath, int] = {}
    items: dict[KeyPath, int] = {}  # the number of tables in each list so far
    table: KeyPath = ()
    place, line = 0, 1
    while place < len(text):
        if header := _HEADER.match(text, place):
            table = _table(_names(header[2]), items, is_item=header[1] == "[[")
            found.setdefault(table, line)
            place = header.end()
        elif key := _KEY.match(text, place):
            found.setdefault((*table, *_names(key[1])), line)
            place = key.end()
        end = _end_of_statement(text, place)
        line += text.count("\n", place, end)
        place = end
    return found


def line_of(lines: dict[KeyPath, int], keys: KeyPath) -> int:
    """Returns the line of a key, or of its nearest parent that has one."""
    while keys and keys not in lines:
        keys = keys[:-1]
    return lines.get(keys, 1)


def _names(dotted: str) -> KeyPath:
    return tuple(_unquoted(part) for part in _PARTS.findall(dotted))


def _unquoted(part: str) -> str:
    if part[0] not in "\"'":
        return part
    return next(iter(tomllib.loads(f"{part} = 1")))


def _table(names: KeyPath, items: dict[KeyPath, int], *, is_item: bool) -> KeyPath:
    """Returns the path of a table from its header; a table in a list belongs to the last item so far."""
    path: KeyPath = ()
    for place, name in enumerate(names, 1):
        path = (*path, name)
        if is_item and place == len(names):
            items[path] = items.get(path, 0) + 1
        if path in items:
            path = (*path, items[path] - 1)
    return path


def _end_of_statement(text: str, place: int) -> int:
    """Returns the position after the line break that ends a statement, past multi-line brackets and strings."""
    depth = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            return len(text)
        place = token.end()
        depth += (token[0] in "[{") - (token[0] in "]}") if len(token[0]) == 1 else 0
        if token[0] == "\n" and depth <= 0:
            return place
    return place


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
