"""Changes of one version: schema, subresources, columns, selectable fields and deprecation."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.changes.making import definition_change
from kapivara.apis.groups.apiextensions.changes.subresources import subresource_changes
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, ChangeClass, effect
from kapivara.schema.changes.comparison import compare_schemas
from kapivara.schema.changes.consequences import safe
from kapivara.schema.changes.membership import FREE
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record, replace


@record(eq=False)
class VersionPair:
    """A version in the old and in the new CRD, with its path in each."""

    old: JsonObject
    new: JsonObject
    old_path: FieldPath
    new_path: FieldPath

    @property
    def name(self) -> str:
        """The name of the version."""
        name: str = self.new["name"]
        return name

    def schemas(self) -> tuple[JsonObject, JsonObject]:
        """The schemas; a missing one accepts and keeps everything."""
        old, new = ((each.get("schema") or {}).get("openAPIV3Schema") for each in (self.old, self.new))
        return (FREE if old is None else old), (FREE if new is None else new)


def version_changes(pair: VersionPair) -> Iterator[Change]:
    """Yields the changes of a version."""
    for change in _changes(pair):
        yield replace(change, versions=(pair.name,))


def _changes(pair: VersionPair) -> Iterator[Change]:
    old, new = pair.schemas()
    paths = (path.child("schema", "openAPIV3Schema") for path in (pair.old_path, pair.new_path))
    yield from compare_schemas(old, new, *paths, has_status="status" in (pair.new.get("subresources") or {}))
    old_subresources, new_subresources = (each.get("subresources") or {} for each in (pair.old, pair.new))
    at, new_at = (path.child("subresources") for path in (pair.old_path, pair.new_path))
    yield from subresource_changes(old_subresources, new_subresources, at, new_at, new)
    yield from _presentation(pair)
    yield from _selectable_fields(pair)


def _presentation(pair: VersionPair) -> Iterator[Change]:
    reasons = {
        "additionalPrinterColumns": "kubectl shows other columns; objects do not change",
        "deprecated": "requests get a warning, or none any more",
        "deprecationWarning": "requests get another warning",
    }
    for keyword, reason in reasons.items():
        if not deep_equal(pair.old.get(keyword), pair.new.get(keyword)):
            yield definition_change(pair.old_path, keyword, pair.old, pair.new, safe(reason), new_at=pair.new_path)


def _selectable_fields(pair: VersionPair) -> Iterator[Change]:
    keyword = "selectableFields"
    before, after = ([each["jsonPath"] for each in raw.get(keyword) or ()] for raw in (pair.old, pair.new))
    if sorted(before) == sorted(after):
        return
    gone = ", ".join(each for each in before if each not in after)
    found = safe("more can be selected")
    if gone:
        found = effect(ChangeClass.BREAKS_CLIENTS, f"field selectors on {gone} are rejected")
    yield definition_change(pair.old_path, keyword, pair.old, pair.new, found, new_at=pair.new_path)
