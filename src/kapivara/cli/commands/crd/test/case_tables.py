"""Reads the tables of test cases for `kapivara crd test`.

A table is a YAML document with `definition` (the path of a file relative to the table, or a CRD) and `cases`. `object`
holds the fields that all cases share: the object of each case is merged into it, and null removes a field.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.inputs.files import Source
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.inputs.manifests import Manifest, manifest_of
from kapivara.codec import DecodeError, Document, read_documents
from kapivara.codec.errors import CannotError
from kapivara.content.nearest import nearest
from kapivara.patch.json.merge_patch import apply_merge_patch
from kapivara.patch.json.nodes import to_value
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

_TABLE_KEYS: Final = ("definition", "version", "object", "cases")
_CASE_KEYS: Final = ("name", "object", "old", "subresource", "expect", "errors")
_ERROR_KEYS: Final = ("field", "message", "reason")
_VERDICTS: Final = ("valid", "invalid")


@record(eq=False)
class ExpectedError:
    """An expected error: a part of its message, and its exact field and reason unless None."""

    message: str = ""
    field: str | None = None
    reason: str | None = None


@record(eq=False)
class Case:
    """A case: its object and place, the old object (None for a create), and the expected outcome.

    `errors` is None if any errors may occur.
    """

    name: str
    place: Location
    manifest: Manifest
    _: KW_ONLY
    old: Manifest | None = None
    subresource: str = ""
    valid: bool = True
    errors: tuple[ExpectedError, ...] | None = None


@record(eq=False)
class CaseTable:
    """The cases of one document, the CRDs that they test, and the version of the objects ("" for the storage one)."""

    place: Location
    definitions: tuple[Manifest, ...]
    version: str
    cases: tuple[Case, ...]


class TableError(Exception):
    """Raised for a table that cannot be read: the field, and the problem."""

    def __init__(self, field: str, message: str):
        super().__init__(message)
        self.field = field
        self.message = message


def read_tables(source: Source, crds: Sequence[Manifest], unreadable: list[Unreadable]) -> Iterator[CaseTable]:
    """Yields the tables of a file; skips documents without cases, and appends errors to `unreadable`."""
    try:
        documents = list(read_documents(source.data, source.name))
    except (DecodeError, CannotError) as error:
        unreadable.append(Unreadable(Location(source.name, error.line, error.column), error.message))
        return
    for document in documents:
        if type(document.value) is dict and "cases" in document.value:
            try:
                yield _Reader(document, crds, unreadable).table()
            except TableError as error:
                place = Location(source.name, *document.place_of("", error.field))
                unreadable.append(Unreadable(place, error.message))


class _Reader:
    """Reads one table."""

    def __init__(self, document: Document, crds: Sequence[Manifest], unreadable: list[Unreadable]):
        self._document = document
        self._value: JsonObject = document.value
        self._crds = crds
        self._unreadable = unreadable

    def table(self) -> CaseTable:
        """Returns the table; raises TableError."""
        _check_keys(self._value, _TABLE_KEYS, "")
        if self._document.duplicates:
            raise TableError(self._document.duplicates[0], f"duplicate field {self._document.duplicates[0]}")
        common = self._object_at("object", self._value["object"], {}) if "object" in self._value else {}
        cases = _typed(self._value["cases"], list, "cases", "a list of cases")
        version = _typed(self._value.get("version", ""), str, "version", "the name of a version")
        read = tuple(self._case(f"cases[{place}]", each, common) for place, each in enumerate(cases))
        if not read:
            raise TableError("cases", "this table has no cases")
        return CaseTable(Location(self._document.source, self._document.line), self._definitions(), version, read)

    def _definitions(self) -> tuple[Manifest, ...]:
        given = self._value.get("definition")
        if given is None:
            if not self._crds:
                raise TableError("", "no CRD: name its file in `definition`, or give --crds")
            return tuple(self._crds)
        if isinstance(given, str):
            failed: list[Unreadable] = []
            found = tuple(each for each in read_manifests([self._beside(given)], failed) if each.is_definition)
            if failed:
                raise TableError("definition", f"{failed[0].place}: {failed[0].message}")
        else:
            value = _typed(given, dict, "definition", "the path of a file, or a CRD")
            found = tuple(each for each in (manifest_of(self._document, value, "definition"),) if each.is_definition)
        if not found:
            raise TableError("definition", "no CustomResourceDefinition found")
        return found

    def _beside(self, path: str) -> str:
        """Returns a path, given relative to the table's folder, relative to the current folder."""
        return os.path.normpath(os.path.join(os.path.dirname(self._document.source), path))

    def _case(self, field: str, given: JsonValue, common: JsonObject) -> Case:
        raw = _typed(given, dict, field, "a case: name, object, old, expect, errors")
        _check_keys(raw, _CASE_KEYS, field)
        if "object" not in raw and "old" not in raw:
            raise TableError(field, "a case needs an object")
        errors = self._errors(f"{field}.errors", raw["errors"]) if "errors" in raw else None
        expected = raw.get("expect", "invalid" if errors else "valid")
        if expected not in _VERDICTS:
            raise TableError(f"{field}.expect", f"expect must be {' or '.join(_VERDICTS)}")
        if errors and expected == "valid":
            raise TableError(f"{field}.expect", "a valid object cannot have expected errors")
        return Case(
            _typed(raw.get("name", f"case {field[6:-1]}"), str, f"{field}.name", "a string"),
            Location(self._document.source, *self._document.place_of("", field)),
            self._manifest(f"{field}.object", raw.get("object"), common),
            old=self._manifest(f"{field}.old", raw["old"], common) if "old" in raw else None,
            subresource=_typed(raw.get("subresource", ""), str, f"{field}.subresource", "the name of a subresource"),
            valid=expected == "valid",
            errors=errors,
        )

    def _manifest(self, field: str, given: JsonValue, common: JsonObject) -> Manifest:
        """Returns an object of a case; its errors point into the table."""
        return manifest_of(self._document, self._object_at(field, given, common), field)

    def _object_at(self, field: str, given: JsonValue, common: JsonObject) -> JsonObject:
        """Returns an object from the table or from a file, merged into the fields that all cases share."""
        if given is None:
            given = {}
        if isinstance(given, str):
            failed: list[Unreadable] = []
            found = read_manifests([self._beside(given)], failed)
            if failed or len(found) != 1:
                problem = failed[0].message if failed else f"the file must hold one object, but holds {len(found)}"
                raise TableError(field, f"{given}: {problem}")
            given = found[0].value
        own: JsonObject = _typed(given, dict, field, "an object, or the path of a file")
        return to_value(apply_merge_patch(common, own)) if common else own

    def _errors(self, field: str, given: JsonValue) -> tuple[ExpectedError, ...]:
        listed = _typed(given, list, field, "a list of errors")
        return tuple(self._error(f"{field}[{place}]", each) for place, each in enumerate(listed))

    def _error(self, field: str, given: JsonValue) -> ExpectedError:
        if isinstance(given, str):
            return ExpectedError(given)
        raw = _typed(given, dict, field, "a part of the error's text, or field, message and reason")
        _check_keys(raw, _ERROR_KEYS, field)
        for name, value in raw.items():
            _typed(value, str, f"{field}.{name}", "a string")
        return ExpectedError(raw.get("message", ""), raw.get("field"), raw.get("reason"))


def _check_keys(value: JsonObject, known: Sequence[str], field: str) -> None:
    for name in value:
        if name not in known:
            near = nearest(name, known)
            meant = f"did you mean {near}?" if near else f"valid fields are {', '.join(known)}"
            raise TableError(f"{field}.{name}" if field else name, f"unknown field {name!r}: {meant}")


def _typed(value: JsonValue, kind: type, field: str, wanted: str) -> JsonValue:
    """Returns a value if it has the type `kind`; raises TableError otherwise."""
    if type(value) is not kind:
        raise TableError(field, f"must be {wanted}")
    return value
