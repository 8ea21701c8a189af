"""Lists and reads files of a git commit; reads objects only, and writes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.inputs.files import MAX_FILE_BYTES, MAX_TOTAL_BYTES, REVISION, Source, shown_path
from kapivara.cli.inputs.git.command import GitError, lacking, run_git
from kapivara.files.folders import SUFFIXES
from kapivara.values.record import record

_HEAD = ("HEAD", "@")
_LINK = "120000"
_NO_TREE = "not a tree object"
_MOVED_ONLY = ("--cached", "--diff-filter=R", "--no-ext-diff", "--no-textconv", "--no-relative", "-z")
_MOST_LISTED = 64 * 1024 * 1024
_MOST_LINE = 256
"""A bound on the length of a line that git prints about an object or a revision."""


@record
class Blob:
    """A file at a commit: its object id, and its path relative to the folder that git ran in."""

    object_id: str
    path: str


@record
class Rename:
    """A file that was moved since a commit; both paths are relative to the folder that git ran in."""

    old: Blob
    path: str


def find_commit(folder: str, revision: str) -> str:
    """Returns the commit that a revision names; raises GitError."""
    run_git(folder, "rev-parse", "--git-dir", most=_MOST_LISTED)
    wanted = f"{revision}^{{commit}}"
    try:
        printed = run_git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted, most=_MOST_LINE)
    except GitError:
        raise GitError(f"no such revision: {revision}") from None
    return printed.decode().strip()


def find_fork(folder: str, revision: str) -> str:
    """Returns the latest common ancestor of a revision and HEAD; raises GitError."""
    commit = find_commit(folder, revision)
    try:
        return run_git(folder, "merge-base", commit, "HEAD", most=_MOST_LINE).decode().strip()
    except GitError:
        cure = "fetch more of the history (git fetch --unshallow; fetch-depth: 0 in a workflow)"
        raise GitError(f"{revision} and HEAD have no commit in common here: {cure}") from None


def is_before_first_commit(folder: str, revision: str) -> bool:
    """Returns whether a revision is HEAD of a branch without commits, so that nothing existed before."""
    if revision not in _HEAD:
        return False
    try:
        branch = run_git(folder, "symbolic-ref", "--quiet", "HEAD", most=_MOST_LISTED).decode().strip()
    except GitError:
        return False
    try:
        run_git(folder, "show-ref", "--verify", "--quiet", branch, most=_MOST_LINE)
    except GitError:
        return True
    return False


def list_files(folder: str, commit: str, names: Sequence[str] = ()) -> list[Blob]:
    """Returns the manifests of a folder at a commit; with names, only those files and folders."""
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
        if kind == "blob" and mode != _LINK and (name in names or is_manifest(name)):
            found.append(Blob(object_id, name))
    return found


def list_renames(folder: str, commit: str) -> list[Rename]:
    """Returns the files that git regards as moved since a commit, from commits and staged files.

    The working tree is not read: a repository can configure programs that git runs to read it. Where contents are
    missing, as in a partial clone, only files with unchanged contents are found.
    """
    within = os.fsdecode(run_git(folder, "rev-parse", "--show-prefix", most=_MOST_LISTED).removesuffix(b"\n"))
    for likeness in ("-M", "-M100%"):
        try:
            listed = run_git(folder, "diff-index", likeness, *_MOVED_ONLY, commit, "--", most=_MOST_LISTED).split(b"\0")
            break
        except GitError:
            listed = []
    found = []
    for about, old, new in zip(listed[::3], listed[1::3], listed[2::3], strict=False):
        object_id = about.decode().split()[2]
        before, after = (os.path.relpath(os.fsdecode(path), within or os.curdir) for path in (old, new))
        found.append(Rename(Blob(object_id, before), after))
    return found


def is_manifest(path: str) -> bool:
    """Returns whether a file below a folder counts as a manifest: as for current files, not in hidden folders."""
    return path.endswith(SUFFIXES) and not any(part.startswith(".") for part in path.split("/")[:-1])


def read_blobs(folder: str, revision: str, blobs: Sequence[Blob], unreadable: list[Unreadable]) -> Iterator[Source]:
    """Yields files of a revision; appends too large ones to `unreadable`, and raises GitError for missing objects."""
    read: list[tuple[str, int, Blob]] = []
    for blob, size in zip(blobs, _sizes(folder, blobs), strict=True):
        name = f"{REVISION}{revision}:{shown_path(path_from_here(folder, blob.path))}"
        if size > MAX_FILE_BYTES:
            unreadable.append(Unreadable(Location(name), f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB: split it"))
        else:
            read.append((name, size, blob))
    if not read:
        return
    asked = "".join(f"{blob.object_id}\n" for _, _, blob in read).encode()
    most = sum(size + _MOST_LINE for _, size, _ in read)
    if most > MAX_TOTAL_BYTES:
        raise GitError(f"more than {MAX_TOTAL_BYTES // 1024 // 1024} MiB of manifests: name fewer folders")
    answer = run_git(folder, "cat-file", "--batch", given=asked, most=most)
    position = 0
    for name, size, _ in read:
        start = answer.index(b"\n", position) + 1
        position = start + size + 1
        yield Source(name, answer[start : position - 1])


def path_from_here(folder: str, path: str) -> str:
    """Returns a path in a folder relative to the working directory."""
    return path if folder == os.curdir else os.path.normpath(os.path.join(folder, path))


def _sizes(folder: str, blobs: Sequence[Blob]) -> Iterator[int]:
    """Yields the sizes of files; raises GitError if one is missing."""
    asked = "".join(f"{blob.object_id}\n" for blob in blobs).encode()
    answers = run_git(folder, "cat-file", "--batch-check", given=asked, most=_MOST_LINE * len(blobs)).decode()
    for blob, answer in zip(blobs, answers.splitlines(), strict=True):
        size = answer.rpartition(" ")[2]
        if not size.isdecimal():
            raise GitError(lacking(f"the contents of {shown_path(blob.path)} (object {blob.object_id})", folder))
        yield int(size)
