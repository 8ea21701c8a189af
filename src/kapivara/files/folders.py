"""Finds the manifests in folders: files of Kubernetes objects, by their names."""

from __future__ import annotations

import os
from operator import attrgetter

TYPE_CHECKING = False  # this is read at every start
if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES = (".yaml", ".yml", ".json")


def find_manifests(folder: str, refused: list[OSError]) -> Iterator[str]:
    """Lists the manifests in a folder and below, in sorted order; hidden folders are left out.

    Folders that cannot be read are noted in `refused`.
    """
    waiting = [folder]
    while waiting:  # as os.walk does, which asks twice what a folder is, and whether it is a link
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
    except OSError:  # a link that leads around in a circle
        return False
