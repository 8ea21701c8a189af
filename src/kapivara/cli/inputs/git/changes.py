"""Finds the files that changed since a git revision, and their old contents.

Files are compared with the commit where the current branch forked off from the revision, so that later commits of
others do not count. Current files are hashed here: git is not asked about the working tree, since a repository can
configure programs that git runs to read it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable

from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.inputs.files import REVISION, Source
from kapivara.cli.inputs.git.command import GitError
from kapivara.cli.inputs.git.revision import group_paths, with_moved
from kapivara.cli.inputs.git.tree import Blob, find_fork, is_before_first_commit, path_from_here, read_blobs

_DEFINITION = DEFINITIONS.kind.encode()
_SHORT_ID = 40
"""The length of a SHA-1 object id; longer ids are SHA-256."""


class ChangesSince:
    """Compares current files with those of a revision; appends errors of git to `unreadable`."""

    def __init__(self, revision: str, paths: Iterable[str], unreadable: list[Unreadable]) -> None:
        self.revision = revision
        self._then: dict[str, tuple[str, Blob]] = {}  # the folder that git ran in, and the blob, by real path
        self._unchanged: set[str] = set()
        self.unchanged_definitions: list[Source] = []
        for folder, names in group_paths(paths, revision, unreadable):
            if is_before_first_commit(folder, revision):
                continue
            try:
                found = with_moved(folder, find_fork(folder, revision), names)
            except GitError as error:
                unreadable.append(Unreadable(Location(f"{REVISION}{revision}"), str(error)))
                return
            self._then |= {_key(path_from_here(folder, path)): (folder, blob) for path, blob in found.items()}

    def is_unchanged(self, path: str, source: Source) -> bool:
        """Returns whether a file is the same as at the revision; keeps unchanged files with CRDs for later."""
        folder, then = self._then.get(_key(path), ("", None))
        if then is None or _object_id(source.data, then.object_id) != then.object_id:
            return False
        self._unchanged |= {_key(path), _key(path_from_here(folder, then.path))}  # and its path before a move
        if _DEFINITION in source.data:
            self.unchanged_definitions.append(source)
        return True

    def read_old(self, unreadable: list[Unreadable]) -> list[Source]:
        """Returns the files of the revision that are not known to be unchanged."""
        by_folder: dict[str, list[Blob]] = {}
        for key, (folder, blob) in self._then.items():
            if key not in self._unchanged:
                by_folder.setdefault(folder, []).append(blob)
        sources: list[Source] = []
        for folder, blobs in by_folder.items():
            try:
                sources += read_blobs(folder, self.revision, blobs, unreadable)
            except GitError as error:
                unreadable.append(Unreadable(Location(f"{REVISION}{self.revision}"), str(error)))
                break
        return sources


def _key(path: str) -> str:
    return os.path.realpath(path)


def _object_id(data: bytes, like: str) -> str:
    """Returns git's object id for contents, with the hash function of another id."""
    made = hashlib.sha1(usedforsecurity=False) if len(like) == _SHORT_ID else hashlib.sha256()
    made.update(b"blob %d\0" % len(data))
    made.update(data)
    return made.hexdigest()
