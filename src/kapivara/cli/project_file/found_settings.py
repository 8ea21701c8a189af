"""The settings of a project file that was found in a folder, not named by the user: the folder's author chose them.

Reports list each setting that could weaken a check. Files that the settings choose are written within bounds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from kapivara.cli.diagnosis import Diagnostic, Level
from kapivara.cli.findings import Location
from kapivara.cli.framework.terminal import printable, write_error
from kapivara.cli.framework.wording import plural
from kapivara.cli.inputs.files import STDIN, STDIN_NAME, expand_pattern, shown_path
from kapivara.cli.inputs.manifest_reader import past_path
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

RULE: Final = "project-file"
"""The rule id of diagnostics about settings."""
FILES, OBJECTS = "files", "objects"
LEAVING_OUT: Final = {"exclude": FILES, "only": OBJECTS, "skip": OBJECTS, "missing-schemas": OBJECTS}
"""The settings that leave something out of a check: files or objects."""


@record
class FoundSetting:
    """A setting that applies in this run: key, values and line, and the paths that it applies to (() for all)."""

    key: str
    values: tuple[str, ...]
    place: Location
    paths: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The key, with the paths that it applies to."""
        return f"{self.key} in {', '.join(self.paths)}" if self.paths else self.key

    @property
    def leaves_out(self) -> bool:
        """Whether the setting may leave something out of the check."""
        return self.key in LEAVING_OUT

    def __str__(self) -> str:
        return f"{self.name} = {', '.join(each or 'true' for each in self.values) or 'nothing'}"


@record(eq=False)
class FoundSettings:
    """The settings of a found project file for one command.

    `keys` holds the keys of all settings, `weakening` the settings that may weaken the check. `folder` is the folder of
    the file, `top` the top folder of the repository around it, or the same folder. `left_out` counts by key the files
    or objects that the settings left out.
    """

    file: str
    folder: str
    _: KW_ONLY
    top: str
    keys: frozenset[str]
    weakening: tuple[FoundSetting, ...]
    left_out: Mapping[str, int]

    @property
    def leaves_out(self) -> bool:
        """Whether any setting may leave something out."""
        return any(each.leaves_out for each in self.weakening)

    def with_counts(self, withheld: Mapping[tuple[str, str], int]) -> FoundSettings:
        """Returns the settings with `left_out` summed up from counts by key and path."""
        counts = {each.key: 0 for each in self.weakening if each.leaves_out}
        for (key, _), count in withheld.items():
            counts[key] = counts.get(key, 0) + count
        return replace(self, left_out=counts)

    def count(self, what: str) -> int:
        """Returns the number of files or objects that were left out."""
        return sum(count for key, count in self.left_out.items() if LEAVING_OUT[key] == what)

    @property
    def summary(self) -> str:
        """The file, its settings and the number of objects left out: `kapivara.toml sets skip: 2 objects left out`."""
        names = ", ".join(dict.fromkeys(each.key for each in self.weakening))
        text = f"{self.file} sets {names}"
        if not self.leaves_out:
            return printable(text)
        counts = [plural(self.count(what), what[:-1]) for what in (FILES, OBJECTS) if self.count(what)]
        return printable(f"{text}: {' and '.join(counts) or 'nothing'} left out")


def top_of_repository(folder: str) -> str:
    """Returns the nearest folder, from this one upwards, that holds a git repository; "" if there is none."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        if folder == os.path.dirname(folder):
            return ""
        folder = os.path.dirname(folder)
    return folder


def remarks(found: FoundSettings) -> Iterator[Diagnostic]:
    """Yields a diagnostic for each setting, for reports in other formats."""
    for setting in found.weakening:
        text = f"a project file that was found sets {setting}"
        count = found.left_out.get(setting.key, 0)
        if setting.leaves_out:
            text += f": {plural(count, LEAVING_OUT[setting.key][:-1])} left out"
        yield Diagnostic(Level.WARNING if count else Level.NOTE, RULE, setting.place, text)


def to_json(found: FoundSettings) -> JsonObject:
    """Returns the file, its settings, and the numbers of files and objects left out."""
    return {
        "name": found.file,
        "settings": [
            {"key": each.key, "values": list(each.values), "paths": list(each.paths), "line": each.place.line}
            for each in found.weakening
        ],
        "leftOut": {what: found.count(what) for what in (FILES, OBJECTS)},
    }


def warn(found: FoundSettings | None) -> None:
    """Prints the settings of a project file to standard error, for commands whose output has no place for them."""
    if found is not None and found.weakening:
        write_error(f"Note: {found.summary} (use --config none to ignore it)\n")


def unvalidated(paths: Iterable[str], validated: Iterable[str], withheld: Iterable[str]) -> list[str]:
    """Returns the paths from which everything was left out; a folder stands for all files below it."""
    reached, kept = _with_folders(validated), _with_folders(withheld)
    found = []
    for path in paths:
        places = {_whole(each) for each in expand_pattern(path)}
        if not places & reached and places & kept:
            found.append(path)
    return found


def _with_folders(sources: Iterable[str]) -> set[str]:
    """Returns absolute paths, and all folders above them."""
    found: set[str] = set()
    for each in sources:
        here = _whole(each)
        while here not in found:
            found.add(here)
            here = os.path.dirname(here)
    return found


def _whole(path: str) -> str:
    """Returns a path as an absolute path without a revision; standard input is returned unchanged."""
    return STDIN if path in (STDIN, STDIN_NAME) else os.path.abspath(shown_path(past_path(path)))
