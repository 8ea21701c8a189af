"""The settings that a project file has for some paths only: `[[validate.overrides]]`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from kapivara.cli.framework.parser import Given


@record(eq=False)
class PathOverride:
    """Values of options by keyword for paths that match the patterns; `paths` and `shown` are for display."""

    patterns: tuple[str, ...]
    values: Mapping[str, Any]
    _: KW_ONLY
    paths: tuple[str, ...] = ()
    shown: Mapping[str, Given]

    def is_for(self, path: str) -> bool:
        """Returns whether a pattern matches a path, or a folder above it."""
        return any(matches(path, pattern) for pattern in self.patterns)


def settings_of(path: str, usual: Mapping[str, Any], overrides: Sequence[PathOverride]) -> Mapping[str, Any]:
    """Returns the values of options for a path: the usual ones, replaced by those of overrides; the last one wins."""
    for each in overrides:
        if each.is_for(path):
            usual = {**usual, **each.values}
    return usual


def matches(path: str, pattern: str) -> bool:
    """Returns whether a pattern matches a file, or a folder above it, by name or by path."""
    from fnmatch import fnmatchcase  # most runs have no patterns

    pattern = pattern.rstrip("/")
    if os.path.isabs(pattern):
        path = os.path.abspath(path)
    return any(
        fnmatchcase(each, pattern) or fnmatchcase(os.path.basename(each), pattern) for each in _path_and_folders(path)
    )


def _path_and_folders(path: str) -> Iterator[str]:
    """Yields a path, then the folders above it."""
    path = path.removeprefix("./")
    while path and path != os.path.dirname(path):
        yield path
        path = os.path.dirname(path)
