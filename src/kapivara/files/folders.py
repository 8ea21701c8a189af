"""Finds manifests in folders by their file names."""

from __future__ import annotations

import os
from operator import attrgetter

TYPE_CHECKING = False  # every command imports this module
if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES = (".yaml", ".yml", ".json")


def find_manifests(folder: str, refused: list[OSError]) -> Iterator[str]:
    """Yields the paths of manifests in a folder and below, in sorted order, without hidden folders.

    Appends the errors of folders that cannot be read to `refused`.
    """
    waiting = [folder]
    while waiting:  # faster than os.walk, which makes two more system calls for each folder
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                found = sorted(entries, key=_name)
        except OSError as error:
            refused.append(error)
            continue
        below = []
        for each in found:
            if _is_folder(each):
                if not each.name.startswith(".") and not each.is_symlink():
                    below.append(each.path)
            elif each.name.endswith(SUFFIXES):
                yield each.path
        waiting += reversed(below)


_name = attrgetter("name")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a cycle of symbolic links
        return False
