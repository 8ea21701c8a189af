"""From paths to manifests: every document of every file, each object with its place."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.manifests import Manifest, manifests_in
from kapivara.cli.sources import MAX_TOTAL_BYTES, File, Source, find_files, read_source
from kapivara.cli.startup import load_yaml
from kapivara.cli.terminal import with_progress
from kapivara.codec import DecodeError, read_documents
from kapivara.codec.errors import CannotError


def read_manifests(paths: Iterable[str], unreadable: list[Unreadable]) -> list[Manifest]:
    """Reads all manifests in the paths; what cannot be read is noted and does not stop the rest."""
    manifests: list[Manifest] = []
    total = 0
    for file in with_progress(list(find_files(paths)), "reading"):
        source = read_source(file) if isinstance(file, File) else file
        if isinstance(source, Unreadable):
            unreadable.append(source)
        elif (total := total + len(source.data)) > MAX_TOTAL_BYTES:
            message = f"more than {MAX_TOTAL_BYTES // 1024 // 1024} MiB of manifests: this and what follows is not read"
            unreadable.append(Unreadable(Location(source.name), message))
            break
        else:
            manifests += _manifests(source, unreadable)
    return manifests


def read_old_manifests(old: Iterable[str], paths: Iterable[str], unreadable: list[Unreadable]) -> list[Manifest]:
    """Reads the manifests of an old side: paths, or `git:REV` for what `paths` held at a revision.

    Where several hold one object, the last one counts; so what git has comes first.
    """
    manifests: list[Manifest] = []
    revisions = [each.removeprefix("git:") for each in old if each.startswith("git:")]
    for revision in revisions:
        from kapivara.cli.git_source import read_revision  # subprocesses cost a start that most commands do without

        for source in read_revision(revision, paths, unreadable):
            manifests += _manifests(source, unreadable)
    return manifests + read_manifests([each for each in old if not each.startswith("git:")], unreadable)


def _manifests(source: Source, unreadable: list[Unreadable]) -> list[Manifest]:
    if not source.name.endswith(".json"):
        load_yaml()
    try:
        documents = read_documents(source.data, source.name)
        return [manifest for document in documents for manifest in manifests_in(document)]
    except (DecodeError, CannotError) as error:
        unreadable.append(Unreadable(Location(source.name, error.line, error.column), error.message))
        return []
