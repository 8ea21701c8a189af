"""Files as they were at a revision: the old side of a comparison, from git.

Asks the git on this machine, with arguments and never through a shell; reads objects and writes nothing. Which
repository a path belongs to is found from where it lies, whatever GIT_DIR says (hooks set it for other purposes).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence

from kapivara.cli.findings import Place, Unreadable
from kapivara.cli.sources import MAX_FILE_BYTES, STDIN, SUFFIXES, Source, shown_path
from kapivara.values.record import record

PREFIX = "git:"
"""What marks an old side as a revision: `git:HEAD~1`."""

_TIMEOUT_SECONDS = 120
_NOT_OURS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
_LINK = "120000"


class _GitError(Exception):
    """git has no answer; the message says why."""


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
        except _GitError as error:
            unreadable.append(Unreadable(Place(f"{PREFIX}{revision}"), str(error)))
            break
        for name in names:
            if name not in {blob.path for blob in found}:
                file = shown_path(os.path.join(folder, name) if folder != "." else name)
                message = f"{file} did not exist at {revision} (name its folder to have new files judged as creates)"
                unreadable.append(Unreadable(Place(f"{PREFIX}{revision}"), message))
    return sources


def _grouped(paths: Iterable[str], revision: str, unreadable: list[Unreadable]) -> Iterator[tuple[str, Sequence[str]]]:
    """Sorts paths by the folder to ask git in; without names, all of the folder is meant."""
    files: dict[str, list[str]] = {}
    for path in paths:
        if path == STDIN:
            message = "standard input has no old side in git"
            unreadable.append(Unreadable(Place(f"{PREFIX}{revision}"), message))
        elif os.path.isdir(path):
            yield path, ()
        elif os.path.exists(path):  # the new side reports what is not there
            folder, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)
            names = files.setdefault(folder or ".", [])
            if name not in names:
                names.append(name)
    yield from files.items()


def _list(folder: str, revision: str, names: Sequence[str]) -> list[_Blob]:
    _git(folder, "rev-parse", "--git-dir")
    wanted = f"{revision}^{{commit}}"
    try:
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted).decode().strip()
    except _GitError:
        raise _GitError(f"no such revision: {revision}") from None
    listed = _git(folder, "ls-tree", "-r", "-z", "-l", commit, "--", *(f"./{name}" for name in names))
    found = []
    for entry in filter(None, listed.split(b"\0")):
        about, _, path = entry.partition(b"\t")
        mode, kind, object_id, size = about.decode().split()
        name = os.fsdecode(path)
        if kind == "blob" and mode != _LINK and (names or _is_manifest(name)):
            if not size.isdecimal():
                raise _GitError(f"the repository lacks the contents of {shown_path(name)}")
            found.append(_Blob(object_id, int(size), name))
    return found


def _is_manifest(path: str) -> bool:
    """Tells whether a file below a folder is read there: as today's are, not in hidden folders."""
    return path.endswith(SUFFIXES) and not any(part.startswith(".") for part in path.split("/")[:-1])


def _read(folder: str, revision: str, blobs: Sequence[_Blob], unreadable: list[Unreadable]) -> Iterator[Source]:
    read: list[tuple[str, _Blob]] = []
    for blob in blobs:
        path = blob.path if folder == "." else os.path.join(folder, blob.path)
        name = f"{PREFIX}{revision}:{shown_path(path)}"
        if blob.size > MAX_FILE_BYTES:
            unreadable.append(Unreadable(Place(name), f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB: split it"))
        else:
            read.append((name, blob))
    if not read:
        return
    asked = "".join(f"{blob.object_id}\n" for _, blob in read).encode()
    answer = _git(folder, "cat-file", "--batch", given=asked)
    position = 0
    for name, blob in read:
        start = answer.index(b"\n", position) + 1
        position = start + blob.size + 1
        yield Source(name, answer[start : position - 1])


def _git(folder: str, *arguments: str, given: bytes = b"") -> bytes:
    """Runs git in a folder; -> what it prints."""
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
    environment |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    command = ["git", "--literal-pathspecs", "-C", folder, *arguments]
    try:
        finished = subprocess.run(  # noqa: S603  a list of arguments, no shell; revisions go behind --end-of-options
            command, input=given, capture_output=True, check=False, env=environment, timeout=_TIMEOUT_SECONDS
        )
    except FileNotFoundError:
        raise _GitError("git is not installed, or not on the PATH") from None
    except subprocess.TimeoutExpired:
        raise _GitError(f"git did not answer within {_TIMEOUT_SECONDS} seconds") from None
    except (OSError, ValueError) as error:
        raise _GitError(f"git cannot be run: {error}") from None
    if finished.returncode:
        lines = finished.stderr.decode(errors="replace").strip().splitlines()
        raise _GitError((lines[0] if lines else f"git exited with {finished.returncode}").removeprefix("fatal: "))
    return finished.stdout
