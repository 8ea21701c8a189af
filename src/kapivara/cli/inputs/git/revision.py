"""Reads files at a git revision: the old side of a comparison, and inputs such as `git:HEAD~1:deploy`.

`command.py` runs git. The repository of a path is found from the path's folder, whatever GIT_DIR is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.inputs.files import REVISION, STDIN, File, PastFile, Source, expand_pattern, shown_path
from kapivara.cli.inputs.git.command import GitError
from kapivara.cli.inputs.git.tree import (
    Blob,
    find_commit,
    is_manifest,
    list_files,
    list_renames,
    path_from_here,
    read_blobs,
)


def read_revision(revision: str, paths: Iterable[str], unreadable: list[Unreadable]) -> list[Source]:
    """Returns the contents of current paths at a revision; appends errors to `unreadable`.

    A file that was moved since is read at its old path. New files in a folder have no old side, which is no error; a
    file that is named itself must have one.
    """
    sources: list[Source] = []
    place = Location(f"{REVISION}{revision}")
    for folder, names in group_paths(paths, revision, unreadable):
        try:
            commit = find_commit(folder, revision)
            found = with_moved(folder, commit, names)
            sources += read_blobs(folder, revision, list(found.values()), unreadable)
        except GitError as error:
            unreadable.append(Unreadable(place, str(error)))
            break
        for name in names:
            if name not in found:
                file = shown_path(path_from_here(folder, name))
                message = f"{file} did not exist at {revision} (name its folder to validate new files as creates)"
                unreadable.append(Unreadable(place, message))
    return sources


def with_moved(folder: str, commit: str, names: Sequence[str]) -> dict[str, Blob]:
    """Returns the files of a folder at a commit by their paths; files moved there later by their current paths."""
    found = {blob.path: blob for blob in list_files(folder, commit, names)}
    for rename in list_renames(folder, commit):
        is_within = not rename.path.startswith(os.pardir) and is_manifest(rename.path)
        is_asked = rename.path in names if names else is_within
        if is_asked and rename.path not in found and rename.old.path not in found:
            found[rename.path] = rename.old
    return found


def read_past(asked: str) -> list[PastFile | Unreadable]:
    """Returns the file `git:REV:PATH`, or the manifests of that folder, at a revision."""
    revision, _, path = asked.removeprefix(REVISION).partition(":")
    if not revision or not path:
        return [Unreadable(Location(shown_path(asked)), "write git:REV:PATH, such as git:HEAD~1:deploy")]
    unreadable: list[Unreadable] = []
    folder, rest = _existing_folder(path)
    try:
        blobs = list_files(folder, find_commit(folder, revision), [rest] if rest else ())
        sources = list(read_blobs(folder, revision, blobs, unreadable))
    except GitError as error:
        return [Unreadable(Location(shown_path(asked)), str(error))]
    if not blobs:
        return [Unreadable(Location(shown_path(asked)), f"no such file at {revision}, nor a folder with manifests")]
    inside = "" if [blob.path for blob in blobs] == [rest] else path
    files = (File(each.name.removeprefix(f"{REVISION}{revision}:"), inside) for each in sources)
    return [*(PastFile(file, source) for file, source in zip(files, sources, strict=True)), *unreadable]


def read_past_text(asked: str, most: int) -> bytes:
    """Returns the contents of the file `git:REV:PATH`; the path is relative to the working directory.

    Raises GitError. Runs git in the working directory only: a parent folder of the path may be another repository now.
    """
    revision, _, path = asked.removeprefix(REVISION).partition(":")
    if not revision or not path or os.path.isabs(path):
        raise GitError("write git:REV:PATH with a relative path, such as git:origin/main:kapivara.toml")
    name = os.path.normpath(path)
    commit = find_commit(os.curdir, revision)
    found = [blob for blob in list_files(os.curdir, commit, [name]) if blob.path == name]
    unreadable: list[Unreadable] = []
    for source in read_blobs(os.curdir, revision, found, unreadable):
        if len(source.data) > most:
            raise GitError(f"larger than {most >> 20} MiB")
        return source.data
    raise GitError(unreadable[0].message if unreadable else f"no such file at {revision}")


def _existing_folder(path: str) -> tuple[str, str]:
    """Splits a path into the part that exists as a folder, and the rest."""
    folder, rest = path, ""
    while folder and not os.path.isdir(folder):
        folder, last = os.path.split(folder)
        rest = os.path.join(last, rest) if rest else last
    return folder or os.curdir, rest


def group_paths(
    paths: Iterable[str], revision: str, unreadable: list[Unreadable]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Groups paths by the folder to run git in; no names stand for the whole folder."""
    files: dict[str, list[str]] = {}
    for path in (each for given in paths for each in expand_pattern(given)):
        if path == STDIN:
            message = "standard input has no old side in git"
            unreadable.append(Unreadable(Location(f"{REVISION}{revision}"), message))
        elif os.path.isdir(path):
            yield path, ()
        elif os.path.exists(path):  # the new side reports missing paths
            folder, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)
            names = files.setdefault(folder or ".", [])
            if name not in names:
                names.append(name)
    yield from files.items()
