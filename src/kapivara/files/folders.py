"""Finds the manifests in folders: files of Kubernetes objects, by their names."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # this is read at every start
if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES = (".yaml", ".yml", ".json")


def find_manifests(folder: str, refused: list[OSError]) -> Iterator[str]:
    """Lists the manifests in a folder and below, in sorted order; hidden folders are left out.

    Folders that cannot be read are noted in `refused`.
    """
    for here, folders, files in os.walk(folder, onerror=refused.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(SUFFIXES):
                yield os.path.join(here, name)
