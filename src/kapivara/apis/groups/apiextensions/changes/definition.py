"""Compares two CRDs: all changes, with their paths and effects.

The CRDs are compared in decoded form, with defaults. Their metadata is ignored, since it does not affect objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.apis.groups.apiextensions.changes.conversion import conversion_changes
from kapivara.apis.groups.apiextensions.changes.names import name_changes, spec_changes
from kapivara.apis.groups.apiextensions.changes.storage import storage_changes
from kapivara.apis.groups.apiextensions.changes.version import VersionPair, version_changes
from kapivara.apis.groups.apiextensions.changes.version_list import version_list_changes
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change
from kapivara.values import ABSENT, JsonObject, JsonValue
from kapivara.values.record import replace
from kapivara.values.rendering import to_json_text


def compare_definitions(old: JsonValue, new: JsonValue) -> tuple[Change, ...] | None:
    """Returns all changes from one CRD to another; None if one of them cannot be decoded."""
    before, after = read_definition(old), read_definition(new)
    if before is None or after is None:
        return None
    return tuple(_merged(_changes(before, after)))


def _changes(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    before, after = old["spec"], new["spec"]
    yield from spec_changes(before, after)
    yield from name_changes(before["names"], after["names"])
    yield from conversion_changes(before, after)
    yield from version_list_changes(old, new)
    for pair in _version_pairs(before, after):
        yield from version_changes(pair)
    yield from storage_changes(before, after)


def _version_pairs(old: JsonObject, new: JsonObject) -> Iterator[VersionPair]:
    known = {each["name"]: (place, each) for place, each in enumerate(old["versions"] or ())}
    for place, version in enumerate(new["versions"] or ()):
        if version["name"] in known:
            at, was = known[version["name"]]
            yield VersionPair(was, version, _path(at), _path(place))


def _path(place: int) -> FieldPath:
    return SPEC.child("versions").index(place)


def _merged(changes: Iterable[Change]) -> Iterator[Change]:
    """Merges equal changes of several versions into one, at the path of the first version."""
    found: dict[tuple[object, ...], Change] = {}
    for change in changes:
        key = (
            change.keyword,
            change.field,
            *("" if value is ABSENT else to_json_text(value) for value in (change.before, change.after)),
            change.effects,
            *(() if change.versions else (str(change.old_path), str(change.new_path))),
        )
        same = found.get(key)
        found[key] = change if same is None else replace(same, versions=(*same.versions, *change.versions))
    yield from found.values()
