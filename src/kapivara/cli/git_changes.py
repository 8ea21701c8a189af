"""What changed since a revision: which files are other than they were, and what they held.

The revision is where today's work forked off from it, so that what others did since does not count. Files of today are
compared by their contents, here: git is not asked about the working tree, since a repository can name programs that
read it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable

from kapivara.apis.catalog import DEFINITIONS
from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.git_command import GitError
from kapivara.cli.git_source import group_paths, with_moved
from kapivara.cli.git_tree import Blob, find_fork, is_before_first_commit, path_from_here, read_blobs
from kapivara.cli.sources import REVISION, Source

_DEFINITION = DEFINITIONS.kind.encode()
_SHORT_ID = 40
"""The length of what SHA-1 gives; longer ones are of SHA-256."""


class ChangesSince:
    """Compares the files of today with those of a revision; what git cannot tell is noted."""

    def __init__(self, revision: str, paths: Iterable[str], unreadable: list[Unreadable]) -> None:
        self.revision = revision
        self._then: dict[str, tuple[str, Blob]] = {}  # the folder that was asked, by the path from here
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
        """Tells whether a file holds the same as at the revision; one with definitions is kept, for these are used."""
        folder, then = self._then.get(_key(path), ("", None))
        if then is None or _object_id(source.data, then.object_id) != then.object_id:
            return False
        self._unchanged |= {_key(path), _key(path_from_here(folder, then.path))}  # which it may have been moved from
        if _DEFINITION in source.data:
            self.unchanged_definitions.append(source)
        return True

    def read_old(self, unreadable: list[Unreadable]) -> list[Source]:
        """Reads the files of the revision that are not known to be unchanged."""
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
    """Returns by which name git would keep contents, in a repository that has names like another one."""
    made = hashlib.sha1(usedforsecurity=False) if len(like) == _SHORT_ID else hashlib.sha256()
    made.update(b"blob %d\0" % len(data))
    made.update(data)
    return made.hexdigest()
