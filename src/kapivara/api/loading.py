"""Loads files: reads all objects, then creates them, CRDs first; errors name their place in the files.

If a file cannot be read, nothing is created. If a CRD or namespace is rejected, no further objects are created.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from os import PathLike
from typing import TYPE_CHECKING, Literal, TypeAlias

from kapivara.apis.catalog.rows import CREATION_STAGES, creation_stage
from kapivara.codec import Decoded, DecodeError, Document, read_documents
from kapivara.codec.errors import CannotError
from kapivara.files.folders import SUFFIXES, find_manifests
from kapivara.files.reading import read_found, read_named
from kapivara.meta import Status
from kapivara.meta.identity import Identity, identify, objects_in
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.api.facade import Api


FieldValidation: TypeAlias = Literal["", "Strict", "Warn", "Ignore"]
"""The treatment of unknown and duplicate fields: error, warning, or none; "" for the server's default (Warn)."""

PatchType: TypeAlias = Literal["merge", "json", "strategic"]
"""The format of a patch: JSON merge patch, JSON patch, or, for built-in kinds, strategic merge patch."""

PropagationPolicy: TypeAlias = Literal["", "Background", "Foreground", "Orphan"]
"""The treatment of objects that a deleted object owns; "" for the default of its kind."""

DeclarativeValidation: TypeAlias = Literal["levels", "off", "compare", "takeover"]
"""Which errors of declarative rules apply where a hand-written rule exists too: see `RolloutStage`."""


_MOST_BYTES = 256 * 1024 * 1024


@record
class LoadProblem:
    """An error in a file; line and column count from 1, and are 0 if the file cannot be read at all."""

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        return f"{place}: {self.message}"


class LoadError(Exception):
    """Raised for files that could not be loaded completely; `created` holds the objects created before the error."""

    def __init__(self, problems: Iterable[LoadProblem], created: Iterable[JsonObject] = ()):
        self.problems = tuple(problems)
        self.created = tuple(created)
        count = len(self.created)
        kept = f"{count} object{'s were' if count > 1 else ' was'} created" if count else "nothing was created"
        super().__init__("\n".join([*map(str, self.problems), kept]))


@record
class _Loaded:
    """An object of a file; `path` is its path in the document, "" for the document itself."""

    document: Document
    value: JsonValue
    path: str
    identity: Identity

    @property
    def decoded(self) -> Decoded:
        """The object as sent to the server, with its duplicate fields."""
        errors = () if self.path else self.document.yaml_errors  # a list is never sent as a whole
        return Decoded(self.value, self.document.duplicates_in(self.path), errors, unshared=True)

    def problems(self, status: Status) -> Iterator[LoadProblem]:
        """Yields the causes of a rejection, each with its place in the file."""
        named = f"{self.identity}: "
        if not status.causes:
            yield LoadProblem(self.document.source, *self.document.place_of(self.path), named + status.message)
        for cause in status.causes:
            message = f"{named}{cause.field}: {cause.message}" if cause.field else named + cause.message
            yield LoadProblem(self.document.source, *self.document.place_of(self.path, cause.field), message)


def load(
    api: Api,
    paths: Iterable[str | PathLike[str]],
    *,
    field_validation: FieldValidation,
    field_manager: str,
    keeps_existing: bool = False,
) -> tuple[JsonObject, ...]:
    """Creates all objects in files and folders, and returns them; raises LoadError.

    An object that already exists is an error, or with `keeps_existing` stays unchanged.
    """
    stages = _read(paths)
    created: list[JsonObject] = []
    for stage in stages:
        problems: list[LoadProblem] = []
        for each in stage:
            outcome = api.create(each.decoded, field_validation=field_validation, field_manager=field_manager)
            if outcome.ok:
                created.append(outcome.object)
            elif outcome.status is not None and not (keeps_existing and outcome.status.reason == "AlreadyExists"):
                problems += each.problems(outcome.status)
        if problems:
            raise LoadError(problems, created)
    return tuple(created)


def _read(paths: Iterable[str | PathLike[str]]) -> list[list[_Loaded]]:
    """Returns all objects in the order of their creation; raises LoadError with all errors."""
    stages: list[list[_Loaded]] = [[] for _ in range(CREATION_STAGES)]
    problems: list[LoadProblem] = []
    for path, folder in _files((os.fspath(each) for each in paths), problems):
        try:
            data = read_found(path, folder, _MOST_BYTES) if folder else read_named(path, _MOST_BYTES)
            for document in read_documents(data, path):
                for place, value in objects_in(document.value):
                    identity = identify(value)
                    stage = creation_stage(identity.api_version, identity.kind)
                    stages[stage].append(_Loaded(document, value, place, identity))
        except OSError as error:
            problems.append(_unreadable(path, error))
        except (DecodeError, CannotError) as error:
            problems.append(LoadProblem(path, error.line, error.column, error.message))
    if problems:
        raise LoadError(problems)
    return stages


def _files(paths: Iterable[str], problems: list[LoadProblem]) -> Iterator[tuple[str, str]]:
    """Yields files with the folders where they were found, "" for files that were named themselves."""
    for path in paths:
        if not os.path.isdir(path):
            yield path, ""
            continue
        refused: list[OSError] = []
        found = list(find_manifests(path, refused))
        problems += (_unreadable(error.filename or path, error) for error in refused)
        if not found and not refused:
            problems.append(
                LoadProblem(path, 0, 0, f"no manifests in this folder (searched for {', '.join(SUFFIXES)})")
            )
        yield from ((each, path) for each in found)


def _unreadable(path: str, error: OSError) -> LoadProblem:
    return LoadProblem(path, 0, 0, (error.strerror or str(error)).lower())
