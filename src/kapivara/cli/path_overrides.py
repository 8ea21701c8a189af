"""Settings that a project file has for some paths only: `[[validate.overrides]]`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.cli.parsing import Given


@record(eq=False)
class PathOverride:
    """Values of options, by their keywords, for what the patterns match; and how the file has it, for those who ask."""

    patterns: tuple[str, ...]
    values: Mapping[str, Any]
    _: KW_ONLY
    paths: tuple[str, ...] = ()
    shown: Mapping[str, Given]

    def is_for(self, path: str) -> bool:
        """Tells whether a path, or a folder above it, is meant."""
        return any(matches(path, pattern) for pattern in self.patterns)


def settings_of(path: str, usual: Mapping[str, Any], overrides: Sequence[PathOverride]) -> Mapping[str, Any]:
    """Returns the values of options for a path: the usual ones, but for what overrides say; the last one counts."""
    for each in overrides:
        if each.is_for(path):
            usual = {**usual, **each.values}
    return usual


def matches(path: str, pattern: str) -> bool:
    """Tells whether a pattern is that of a file, or of a folder above it, by name or by path."""
    from fnmatch import fnmatchcase  # most runs have no patterns

    pattern = pattern.rstrip("/")
    if os.path.isabs(pattern):
        path = os.path.abspath(path)
    return any(
        fnmatchcase(each, pattern) or fnmatchcase(os.path.basename(each), pattern) for each in _path_and_folders(path)
    )


def _path_and_folders(path: str) -> Iterator[str]:
    """Lists a path, and those of the folders above it."""
    path = path.removeprefix("./")
    while path and path != os.path.dirname(path):
        yield path
        path = os.path.dirname(path)
