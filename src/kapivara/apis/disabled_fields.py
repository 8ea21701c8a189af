"""Fields of features that are off by default: dropped from what clients write, unless an old object has them already.

Upstream: the dropDisabledFields functions of pkg/api and pkg/registry (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str, ...]
"""The names of the fields that lead to one; lists on the way are gone through, and for `*` all values of a map."""


def drop_disabled(new: Any, old: Any, *features: tuple[Path, ...]) -> None:
    """Drops the fields of features; what the old object has of one, be it in another place, lets all of it be."""
    for paths in features:
        if old is not None and is_used(old, *paths):
            continue
        for path in paths:
            for holder in holders(new, path):
                del holder[path[-1]]


def is_used(value: Any, *paths: Path) -> bool:
    """Tells whether a value has a field at one of the paths."""
    return any(True for path in paths for _ in holders(value, path))


def holders(value: Any, path: Path) -> Iterator[dict[str, Any]]:
    """Finds the parts of a value that have the field at the end of a path."""
    if isinstance(value, list):
        for item in value:
            yield from holders(item, path)
    elif value and path[0] == "*":
        for item in value.values():
            yield from holders(item, path[1:])
    elif value and path[0] in value:
        if len(path) == 1:
            yield value
        else:
            yield from holders(value[path[0]], path[1:])
