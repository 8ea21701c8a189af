"""Tables of cases for the rules of a definition, as `kapivara crd test` reads them.

A table is a YAML document with `definition` (the path of a file beside it, or the definition itself) and `cases`. What
every case has in common may stand in `object`; that of a case is then merged into it, and null removes a field.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.manifests import Manifest, manifest_of
from kapivara.cli.reading import read_manifests
from kapivara.cli.sources import Source
from kapivara.codec import DecodeError, Document, read_documents
from kapivara.codec.errors import CannotError
from kapivara.content.nearest import nearest
from kapivara.patch.merge_patch import apply_merge_patch
from kapivara.patch.nodes import to_value
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
    """An error that a case expects: what its text holds, and, where they are given, exactly its field and reason."""

    message: str = ""
    field: str | None = None
    reason: str | None = None


@record(eq=False)
class Case:
    """An object with its place in the table, the one that it replaces (None: it is created), and what is expected.

    `errors` is None where any may come.
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
    """The cases of one document, the definitions that they are about, and the version that objects are of."""

    place: Location
    definitions: tuple[Manifest, ...]
    version: str
    cases: tuple[Case, ...]


class TableError(Exception):
    """A table that cannot be read: the field at fault, and why."""

    def __init__(self, field: str, message: str):
        super().__init__(message)
        self.field = field
        self.message = message


def read_tables(source: Source, crds: Sequence[Manifest], unreadable: list[Unreadable]) -> Iterator[CaseTable]:
    """Reads the tables of a file; documents without cases are passed over, what is wrong with one is noted."""
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
            raise TableError("cases", "no cases in this table")
        return CaseTable(Location(self._document.source, self._document.line), self._definitions(), version, read)

    def _definitions(self) -> tuple[Manifest, ...]:
        given = self._value.get("definition")
        if given is None:
            if not self._crds:
                raise TableError("", "no definition: name its file, or give --crds")
            return tuple(self._crds)
        if isinstance(given, str):
            failed: list[Unreadable] = []
            found = tuple(each for each in read_manifests([self._beside(given)], failed) if each.is_definition)
            if failed:
                raise TableError("definition", f"{failed[0].place}: {failed[0].message}")
        else:
            value = _typed(given, dict, "definition", "the path of a file, or a definition")
            found = tuple(each for each in (manifest_of(self._document, value, "definition"),) if each.is_definition)
        if not found:
            raise TableError("definition", "there is no CustomResourceDefinition")
        return found

    def _beside(self, path: str) -> str:
        """Returns the path of a file that is named in the table, as seen from its folder."""
        return os.path.normpath(os.path.join(os.path.dirname(self._document.source), path))

    def _case(self, field: str, given: JsonValue, common: JsonObject) -> Case:
        raw = _typed(given, dict, field, "a case: name, object, old, expect, errors")
        _check_keys(raw, _CASE_KEYS, field)
        if "object" not in raw and "old" not in raw:
            raise TableError(field, "a case needs an object")
        errors = self._errors(f"{field}.errors", raw["errors"]) if "errors" in raw else None
        expected = raw.get("expect", "invalid" if errors else "valid")
        if expected not in _VERDICTS:
            raise TableError(f"{field}.expect", f"expect is {' or '.join(_VERDICTS)}")
        if errors and expected == "valid":
            raise TableError(f"{field}.expect", "errors are expected of an object that is to be valid")
        return Case(
            _typed(raw.get("name", f"case {field[6:-1]}"), str, f"{field}.name", "a text"),
            Location(self._document.source, *self._document.place_of("", field)),
            self._manifest(f"{field}.object", raw.get("object"), common),
            old=self._manifest(f"{field}.old", raw["old"], common) if "old" in raw else None,
            subresource=_typed(raw.get("subresource", ""), str, f"{field}.subresource", "the name of a subresource"),
            valid=expected == "valid",
            errors=errors,
        )

    def _manifest(self, field: str, given: JsonValue, common: JsonObject) -> Manifest:
        """Returns an object of a case; its errors are told where it stands in the table."""
        return manifest_of(self._document, self._object_at(field, given, common), field)

    def _object_at(self, field: str, given: JsonValue, common: JsonObject) -> JsonObject:
        """Returns an object that stands in the table, or in a file, merged into what all have in common."""
        if given is None:
            given = {}
        if isinstance(given, str):
            failed: list[Unreadable] = []
            found = read_manifests([self._beside(given)], failed)
            if failed or len(found) != 1:
                problem = failed[0].message if failed else f"{len(found)} objects in the file, where one is expected"
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
            _typed(value, str, f"{field}.{name}", "a text")
        return ExpectedError(raw.get("message", ""), raw.get("field"), raw.get("reason"))


def _check_keys(value: JsonObject, known: Sequence[str], field: str) -> None:
    for name in value:
        if name not in known:
            near = nearest(name, known)
            meant = f"did you mean {near}?" if near else f"known are {', '.join(known)}"
            raise TableError(f"{field}.{name}" if field else name, f"unknown field {name!r}: {meant}")


def _typed(value: JsonValue, kind: type, field: str, wanted: str) -> JsonValue:
    """Returns a value of a type; raises TableError for another."""
    if type(value) is not kind:
        raise TableError(field, f"must be {wanted}")
    return value
