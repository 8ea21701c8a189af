"""Reads manifests from paths: every document of every file, each object with its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.files import MAX_TOTAL_BYTES, REVISION, File, PastFile, Source, find_files, read_source
from kapivara.cli.inputs.manifests import Manifest, as_kubectl_sends, manifests_in
from kapivara.codec import DecodeError, Document, read_documents
from kapivara.codec.errors import CannotError
from kapivara.codec.yaml.plain.reader import PlainReader
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.cli.inputs.git.changes import ChangesSince
    from kapivara.cli.inputs.selection import Selection

FileRead: TypeAlias = tuple[File | None, Source | Unreadable]
"""A file, and its contents or the reason why it cannot be read; a path that names no file is None."""
_BY_HELM: Final = b"# Source: "


class ManifestReader:
    """Reads the manifests of files, as kubectl would send them, or with `as_server` as a server decodes the files.

    A selection may leave files and objects out. Errors are appended to `unreadable`. Lines parsed in one file are
    reused in the next. Manifests that are kept for long are `packed`.
    """

    def __init__(
        self,
        unreadable: list[Unreadable],
        *,
        as_server: bool = False,
        selection: Selection | None = None,
        packed: bool = True,
    ) -> None:
        self.unreadable = unreadable
        self._packed = packed
        self.selection = selection
        self._as_server = as_server
        self._lines = PlainReader()

    def read(self, file: File | None, source: Source) -> list[Manifest]:
        """Returns the selected manifests of a file; no file stands for a text that no selection applies to."""
        found = self._read_all(source)
        return found if self.selection is None or file is None else self.selection.picked(found, file)

    def _read_all(self, source: Source) -> list[Manifest]:
        noted = len(self.unreadable)
        try:
            read = read_documents(
                source.data, source.name, sort_keys=False, reader=self._lines
            )  # manifests are sorted later
            found = self._objects(read)
        except (DecodeError, CannotError):
            from kapivara.cli.inputs.broken_documents import read_sound_documents  # most files can be read

            found = self._objects(read_sound_documents(source.data, source.name, self.unreadable))
        return _with_templates(source, found, self.unreadable, noted) if _BY_HELM in source.data else found

    def _objects(self, documents: Iterable[Document]) -> list[Manifest]:
        sent = documents if self._as_server else map(as_kubectl_sends, documents)
        return [manifest for document in sent for manifest in manifests_in(document, packed=self._packed)]


def read_manifests(
    paths: Iterable[str],
    unreadable: list[Unreadable],
    *,
    as_server: bool = False,
    selection: Selection | None = None,
    changes: ChangesSince | None = None,
) -> list[Manifest]:
    """Returns all manifests in the paths; appends errors to `unreadable` and continues.

    With `changes`, unchanged files are left out.
    """
    reader = ManifestReader(unreadable, as_server=as_server, selection=selection)
    return manifests_of(read_files(paths, selection=selection, changes=changes), reader)


def manifests_of(files: Iterable[FileRead], reader: ManifestReader) -> list[Manifest]:
    """Returns all manifests in files."""
    manifests: list[Manifest] = []
    for file, source in files:
        if isinstance(source, Unreadable):
            reader.unreadable.append(source)
        else:
            manifests += reader.read(file, source)
    return manifests


def read_files(
    paths: Iterable[str], *, selection: Selection | None = None, changes: ChangesSince | None = None
) -> Iterator[FileRead]:
    """Yields the files that the paths name, with their contents or the reason why they cannot be read."""
    total = 0
    for each in with_progress(_find_inputs(paths), "reading"):
        file = each.file if isinstance(each, PastFile) else each
        if isinstance(file, Unreadable):
            if selection is not None and file.is_empty:
                selection.leave_out("folders without manifests")
            else:
                yield None, file
            continue
        is_left = changes is not None and selection is not None and selection.excludes(file)
        if not is_left and selection is not None and not selection.takes_file(file):
            continue
        source = each.source if isinstance(each, PastFile) else read_source(file)
        if not is_left and isinstance(source, Source) and (total := total + len(source.data)) > MAX_TOTAL_BYTES:
            message = (
                f"more than {MAX_TOTAL_BYTES // 1024 // 1024} MiB of manifests: this and all further files are not read"
            )
            yield file, Unreadable(Location(source.name), message)
            return
        if isinstance(source, Source) and changes is not None and changes.is_unchanged(file.path, source):
            if selection is not None:
                selection.leave_out(f"files unchanged since {changes.revision}")
            continue
        if is_left and selection is not None and not selection.takes_file(file):
            continue
        yield file, source


def _find_inputs(paths: Iterable[str]) -> list[File | PastFile | Unreadable]:
    """Returns the files that paths name; files at git revisions are already read."""
    found: list[File | PastFile | Unreadable] = []
    for is_past, group in groupby(paths, lambda path: path.startswith(REVISION)):
        if is_past:
            from kapivara.cli.inputs.git.revision import read_past  # imports subprocess, which most runs do not need

            found += (each for path in group for each in read_past(path))
        else:
            found += find_files(group)
    return found


def read_old_manifests(
    old: Sequence[str], paths: Sequence[str], unreadable: list[Unreadable], selection: Selection | None = None
) -> list[Manifest]:
    """Returns the manifests of an old side: paths, `git:REV` for `paths` at a revision, or `git:REV:PATH`.

    If several hold the same object, the last one counts, so git revisions come first. Files that are left out of the
    current side are left out of the old side too.
    """
    selection = None if selection is None else selection.of_files()
    named = [each for each in old if not each.startswith(REVISION)]
    asked = [each for each in old if each.startswith(REVISION)]
    manifests: list[Manifest] = []
    for each in asked:
        revision, _, path = each.removeprefix(REVISION).partition(":")
        if path:
            manifests += read_manifests([each], unreadable, selection=selection)
            continue
        from kapivara.cli.inputs.git.revision import read_revision

        today = [path for path in paths if not path.startswith(REVISION)]
        past = [f"{each}:{path.split(':', 2)[-1]}" for path in paths if path.startswith(REVISION)]
        manifests += read_sources(read_revision(revision, today, unreadable), unreadable, selection)
        manifests += read_manifests(past, unreadable, selection=selection)
    return manifests + read_manifests(named, unreadable, selection=selection)


def past_path(name: str) -> str:
    """Returns the path of a file without the prefix of a git revision."""
    return name.split(":", 2)[-1] if name.startswith(REVISION) else name


def read_sources(
    sources: Iterable[Source], unreadable: list[Unreadable], selection: Selection | None = None
) -> list[Manifest]:
    """Returns the manifests of texts already read from a git revision, as far as the selection takes them."""
    reader = ManifestReader(unreadable, selection=selection)
    found: list[Manifest] = []
    for source in sources:
        file = File(past_path(source.name), os.curdir)
        if selection is None or selection.takes_file(file):
            found += reader.read(file, source)
    return found


def _with_templates(
    source: Source, manifests: list[Manifest], unreadable: list[Unreadable], noted: int
) -> list[Manifest]:
    """Returns manifests with their Helm templates, and adds templates to the errors of the file."""
    from kapivara.cli.inputs.helm_templates import HelmSources

    helm = HelmSources(source.data)
    for index, each in enumerate(unreadable[noted:], noted):
        place = replace(each.place, template=helm.template_before(each.place.line))
        unreadable[index] = replace(each, place=place)
    return [replace(each, template=helm.template_at(each.document.line)) for each in manifests]
