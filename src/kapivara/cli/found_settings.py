"""The settings of a project file that was found rather than named: whoever wrote the folder chose them.

Reports name each of them that could weaken a check, and the files that they choose are written within bounds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from kapivara.cli.diagnosis import Diagnostic, Level
from kapivara.cli.findings import Location
from kapivara.cli.reading import past_path
from kapivara.cli.sources import STDIN, STDIN_NAME, expand_pattern, shown_path
from kapivara.cli.terminal import printable, write_error
from kapivara.cli.wording import plural
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

RULE: Final = "project-file"
"""How reports call the rule of diagnostics about settings."""
FILES, OBJECTS = "files", "objects"
LEAVING_OUT: Final = {"exclude": FILES, "only": OBJECTS, "skip": OBJECTS, "missing-schemas": OBJECTS}
"""The settings that leave something out of a check, and what."""


@record
class FoundSetting:
    """A setting that counts in this run: its key, values and line; and the paths that it is for, if not for all."""

    key: str
    values: tuple[str, ...]
    place: Location
    paths: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The key, and what it is for."""
        return f"{self.key} in {', '.join(self.paths)}" if self.paths else self.key

    @property
    def leaves_out(self) -> bool:
        """Whether it may leave something out of the check."""
        return self.key in LEAVING_OUT

    def __str__(self) -> str:
        return f"{self.name} = {', '.join(each or 'true' for each in self.values) or 'nothing'}"


@record(eq=False)
class FoundSettings:
    """What a project file that was found sets for one command.

    `keys` are all that it sets; `told` are those that may weaken the check. `folder` is where it lies, `top` the top of
    the repository around it, or the same folder. `left_out` counts by key what these settings left out of the check.
    """

    file: str
    folder: str
    _: KW_ONLY
    top: str
    keys: frozenset[str]
    told: tuple[FoundSetting, ...]
    left_out: Mapping[str, int]

    @property
    def leaves_out(self) -> bool:
        """Whether a setting may leave something out."""
        return any(each.leaves_out for each in self.told)

    def with_counts(self, withheld: Mapping[tuple[str, str], int]) -> FoundSettings:
        """Returns the settings with counts of what they left out, which are given by key and path."""
        counts = {each.key: 0 for each in self.told if each.leaves_out}
        for (key, _), count in withheld.items():
            counts[key] = counts.get(key, 0) + count
        return replace(self, left_out=counts)

    def count(self, what: str) -> int:
        """Counts the files or objects that were left out."""
        return sum(count for key, count in self.left_out.items() if LEAVING_OUT[key] == what)

    @property
    def summary(self) -> str:
        """Names the file, what it sets and how much that left out: `kapivara.toml sets skip: 2 objects left out`."""
        names = ", ".join(dict.fromkeys(each.key for each in self.told))
        said = f"{self.file} sets {names}"
        if not self.leaves_out:
            return printable(said)
        counts = [plural(self.count(what), what[:-1]) for what in (FILES, OBJECTS) if self.count(what)]
        return printable(f"{said}: {' and '.join(counts) or 'nothing'} left out")


def remarks(found: FoundSettings) -> Iterator[Diagnostic]:
    """Yields a diagnostic for each setting, for reports that other tools read."""
    for setting in found.told:
        said = f"a project file that was found sets {setting}"
        count = found.left_out.get(setting.key, 0)
        if setting.leaves_out:
            said += f": {plural(count, LEAVING_OUT[setting.key][:-1])} left out"
        yield Diagnostic(Level.WARNING if count else Level.NOTE, RULE, setting.place, said)


def to_json(found: FoundSettings) -> JsonObject:
    """Renders the file, its settings, and how much these left out."""
    return {
        "name": found.file,
        "settings": [
            {"key": each.key, "values": list(each.values), "paths": list(each.paths), "line": each.place.line}
            for each in found.told
        ],
        "leftOut": {what: found.count(what) for what in (FILES, OBJECTS)},
    }


def warn(found: FoundSettings | None) -> None:
    """Prints to standard error what a project file sets, for commands whose output has no place for it."""
    if found is not None and found.told:
        write_error(f"Note: {found.summary} (--config none for a run without)\n")


def unvalidated(paths: Iterable[str], validated: Iterable[str], withheld: Iterable[str]) -> list[str]:
    """Lists the paths of which something was withheld and nothing was validated; a folder holds what lies below it."""
    reached, kept = _with_folders(validated), _with_folders(withheld)
    found = []
    for path in paths:
        places = {_whole(each) for each in expand_pattern(path)}
        if not places & reached and places & kept:
            found.append(path)
    return found


def _with_folders(sources: Iterable[str]) -> set[str]:
    """Returns whole paths, and those of all folders above them."""
    found: set[str] = set()
    for each in sources:
        here = _whole(each)
        while here not in found:
            found.add(here)
            here = os.path.dirname(here)
    return found


def _whole(path: str) -> str:
    """Returns a whole path, whatever revision it is of, as reports show it; that of standard input is itself."""
    return STDIN if path in (STDIN, STDIN_NAME) else os.path.abspath(shown_path(past_path(path)))
