"""Files as they were at a revision: the old side of a comparison, from git.

Asks the git on this machine (`git_command.py` says how), reads objects and writes nothing. Which repository a path
belongs to is found from where it lies, whatever GIT_DIR says.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.git_command import GitError, lacking, run_git
from kapivara.cli.sources import MAX_FILE_BYTES, MAX_TOTAL_BYTES, STDIN, SUFFIXES, Source, shown_path
from kapivara.values.record import record

PREFIX = "git:"
"""What marks an old side as a revision: `git:HEAD~1`."""

_LINK = "120000"
_NO_TREE = "not a tree object"
_MOST_LISTED = 64 * 1024 * 1024
_MOST_LINE = 256
"""Longer than what git says of an object, or of a revision."""


@record
class _Blob:
    """A file at the revision: its object, its size, and its path as seen from the folder that was asked."""

    object_id: str
    size: int
    path: str


def read_revision(revision: str, paths: Iterable[str], unreadable: list[Unreadable]) -> list[Source]:
    """Reads what the paths of today held at a revision; what cannot be read is noted.

    New files in a folder have no old side, which is no fault; a file that is named itself should have one.
    """
    sources: list[Source] = []
    for folder, names in _grouped(paths, revision, unreadable):
        try:
            found = _list(folder, revision, names)
            sources += _read(folder, revision, found, unreadable)
        except GitError as error:
            unreadable.append(Unreadable(Location(f"{PREFIX}{revision}"), str(error)))
            break
        for name in names:
            if name not in {blob.path for blob in found}:
                file = shown_path(os.path.join(folder, name) if folder != "." else name)
                message = f"{file} did not exist at {revision} (name its folder to have new files judged as creates)"
                unreadable.append(Unreadable(Location(f"{PREFIX}{revision}"), message))
    return sources


def _grouped(paths: Iterable[str], revision: str, unreadable: list[Unreadable]) -> Iterator[tuple[str, Sequence[str]]]:
    """Sorts paths by the folder to ask git in; without names, all of the folder is meant."""
    files: dict[str, list[str]] = {}
    for path in paths:
        if path == STDIN:
            message = "standard input has no old side in git"
            unreadable.append(Unreadable(Location(f"{PREFIX}{revision}"), message))
        elif os.path.isdir(path):
            yield path, ()
        elif os.path.exists(path):  # the new side reports what is not there
            folder, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)
            names = files.setdefault(folder or ".", [])
            if name not in names:
                names.append(name)
    yield from files.items()


def _list(folder: str, revision: str, names: Sequence[str]) -> list[_Blob]:
    """Lists what is read of a folder as it was at a revision; the named files only, where there are names."""
    run_git(folder, "rev-parse", "--git-dir", most=_MOST_LISTED)
    wanted = f"{revision}^{{commit}}"
    try:
        printed = run_git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted, most=_MOST_LINE)
    except GitError:
        raise GitError(f"no such revision: {revision}") from None
    commit = printed.decode().strip()
    paths = (f"./{name}" for name in names)
    try:
        listed = run_git(folder, "ls-tree", "-r", "-z", commit, "--", *paths, most=_MOST_LISTED)
    except GitError as error:
        raise GitError(lacking(f"the tree of {commit}", folder) if str(error) == _NO_TREE else str(error)) from None
    found = []
    for entry in filter(None, listed.split(b"\0")):
        about, _, path = entry.partition(b"\t")
        mode, kind, object_id = about.decode().split()
        name = os.fsdecode(path)
        if kind == "blob" and mode != _LINK and (names or _is_manifest(name)):
            found.append((object_id, name))
    return _measured(folder, found)


def _measured(folder: str, found: Sequence[tuple[str, str]]) -> list[_Blob]:
    """Asks how large files are."""
    asked = "".join(f"{object_id}\n" for object_id, _ in found).encode()
    answers = run_git(folder, "cat-file", "--batch-check", given=asked, most=_MOST_LINE * len(found)).decode()
    blobs = []
    for (object_id, name), answer in zip(found, answers.splitlines(), strict=True):
        size = answer.rpartition(" ")[2]
        if not size.isdecimal():
            raise GitError(lacking(f"the contents of {shown_path(name)} (object {object_id})", folder))
        blobs.append(_Blob(object_id, int(size), name))
    return blobs


def _is_manifest(path: str) -> bool:
    """Tells whether a file below a folder is read there: as today's are, not in hidden folders."""
    return path.endswith(SUFFIXES) and not any(part.startswith(".") for part in path.split("/")[:-1])


def _read(folder: str, revision: str, blobs: Sequence[_Blob], unreadable: list[Unreadable]) -> Iterator[Source]:
    read: list[tuple[str, _Blob]] = []
    for blob in blobs:
        path = blob.path if folder == "." else os.path.join(folder, blob.path)
        name = f"{PREFIX}{revision}:{shown_path(path)}"
        if blob.size > MAX_FILE_BYTES:
            unreadable.append(Unreadable(Location(name), f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB: split it"))
        else:
            read.append((name, blob))
    if not read:
        return
    asked = "".join(f"{blob.object_id}\n" for _, blob in read).encode()
    most = sum(blob.size + _MOST_LINE for _, blob in read)
    if most > MAX_TOTAL_BYTES:
        raise GitError(f"more than {MAX_TOTAL_BYTES // 1024 // 1024} MiB of manifests: name fewer folders")
    answer = run_git(folder, "cat-file", "--batch", given=asked, most=most)
    position = 0
    for name, blob in read:
        start = answer.index(b"\n", position) + 1
        position = start + blob.size + 1
        yield Source(name, answer[start : position - 1])
