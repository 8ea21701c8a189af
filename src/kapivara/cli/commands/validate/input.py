"""The input of `validate`: the objects to validate, CRDs, and old versions; and validation in one process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kapivara.cli.findings import Gone, Result, Unreadable
from kapivara.cli.framework.terminal import with_progress
from kapivara.cli.inputs.manifest_reader import (
    FileRead,
    ManifestReader,
    manifests_of,
    read_manifests,
    read_old_manifests,
    read_sources,
)
from kapivara.cli.inputs.manifests import Key, Manifest, is_key_of_definition
from kapivara.cli.inputs.selection import Selection
from kapivara.cli.validation.dry_run import Validation
from kapivara.values import deep_equal
from kapivara.values.record import record, replace


@record(eq=False)
class ValidateInput:
    """All manifests that were read; CRDs from elsewhere are used, and reported only if they are rejected."""

    manifests: Sequence[Manifest]
    definitions: Sequence[Manifest]
    old: Sequence[Manifest]
    unreadable: Sequence[Unreadable]


def read_input(
    files: Iterable[FileRead],
    paths: Sequence[str],
    *,
    crds: Iterable[str],
    old: Sequence[str],
    selection: Selection,
    as_server: bool,
) -> ValidateInput:
    """Returns all manifests of the paths; collects errors."""
    unreadable: list[Unreadable] = []
    manifests = manifests_of(files, ManifestReader(unreadable, as_server=as_server, selection=selection))
    definitions = [manifest for manifest in read_manifests(crds, unreadable) if manifest.is_definition]
    before = read_old_manifests(old, paths, unreadable, selection)
    return ValidateInput(manifests, definitions, before, unreadable)


def read_changes(
    revision: str, paths: Sequence[str], *, crds: Iterable[str], selection: Selection, as_server: bool
) -> ValidateInput:
    """Returns the objects that changed since a revision, with their old versions.

    Unchanged CRDs are used nevertheless.
    """
    from kapivara.cli.inputs.git.changes import ChangesSince  # most runs validate all objects

    unreadable: list[Unreadable] = []
    changes = ChangesSince(revision, paths, unreadable)
    manifests = read_manifests(paths, unreadable, as_server=as_server, selection=selection, changes=changes)
    kept = read_sources(changes.unchanged_definitions, unreadable)
    elsewhere = [*kept, *read_manifests(crds, unreadable)]
    definitions = [manifest for manifest in elsewhere if manifest.is_definition]
    then = read_sources(changes.read_old(unreadable), unreadable, selection.of_files())
    before: dict[Key | None, Manifest] = {each.key: each for each in then if each.key}
    changed: list[Manifest] = []
    for manifest in manifests:
        old = before.get(manifest.key)
        if old is None or manifest.duplicates or not deep_equal(old.value, manifest.value):
            changed.append(manifest)
            continue
        del before[manifest.key]
        if manifest.is_definition:
            definitions.append(manifest)
        else:
            selection.leave_out(f"objects unchanged since {revision}")
    return ValidateInput(changed, definitions, list(before.values()), unreadable)


@record(eq=False)
class Judged:
    """All results; those of the objects with these keys come last, in the same order."""

    results: list[Result]
    keys: Sequence[Key | None]
    unreadable: Sequence[Unreadable]
    gone: tuple[Gone, ...] = ()


def judge_together(read: ValidateInput, validation: Validation) -> Judged:
    """Validates all objects in this process, after all of them have been read."""
    results = validation.run(read.manifests, read.definitions, with_progress)
    gone = validation.gone([*read.manifests, *read.definitions])
    return Judged(results, [each.key for each in read.manifests], read.unreadable, gone)


def mark_duplicates(judged: Judged) -> list[Result]:
    """Returns the results with the place of an earlier equal object; not for rejected CRDs, whose error states it."""
    first: dict[Key, int] = {}
    results, keys = list(judged.results), judged.keys
    for index, key in enumerate(keys, len(results) - len(keys)):
        before = first.setdefault(key, index) if key else index
        if before != index and not (is_key_of_definition(key) and results[index].errors):
            results[index] = replace(results[index], duplicate_of=results[before].place)
    return results
