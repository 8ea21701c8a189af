"""Compares two CRDs: all changes, with their paths and effects.

The CRDs are compared in decoded form, with defaults. Their metadata is ignored, since it does not affect objects.

A conversion webhook may preserve such fields; with one, nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.apis.groups.apiextensions.changes.version import (
    VersionPair,
    conversion_changes,
    converts_by_webhook,
    definition_change,
    version_changes,
    version_list_changes,
)
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.consequences import safe
from kapivara.schema.changes.membership import FREE, Loss, losses
from kapivara.values import ABSENT, JsonObject, JsonValue
from kapivara.values.record import replace
from kapivara.values.rendering import to_json_text


def storage_changes(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    """Yields the fields of versions that are newly lost in storage."""
    if converts_by_webhook(new):
        return
    storage = _storage(new)
    if storage is None:
        return
    known = set() if converts_by_webhook(old) else set(_all_losses(old))
    reported = set()
    for place, version in enumerate(new["versions"] or ()):
        for loss in _losses(version, storage):
            if (version["name"], loss.field) not in known:
                reported.add(loss.field)
                yield _change(version, loss, storage["name"], SPEC.child("versions").index(place))
    was = _storage(old)
    if was is not None and was["name"] != storage["name"]:
        place = (old["versions"] or []).index(was)
        for loss in _losses(was, storage):
            if loss.field not in reported:
                yield _change(was, loss, storage["name"], SPEC.child("versions").index(place), only_old=True)


def _storage(spec: JsonObject) -> JsonObject | None:
    return next((each for each in spec["versions"] or () if each["storage"]), None)


def _schema(version: JsonObject) -> JsonObject:
    found: JsonObject | None = (version.get("schema") or {}).get("openAPIV3Schema")
    return FREE if found is None else found


def _losses(version: JsonObject, storage: JsonObject) -> Iterator[Loss]:
    if version["name"] != storage["name"]:
        yield from losses(_schema(version), _schema(storage), is_root=True)


def _all_losses(spec: JsonObject) -> Iterator[tuple[str, str]]:
    storage = _storage(spec)
    for version in spec["versions"] or () if storage is not None else ():
        yield from ((version["name"], loss.field) for loss in _losses(version, storage or {}))


def _change(version: JsonObject, loss: Loss, storage: str, path: FieldPath, *, only_old: bool = False) -> Change:
    at = path.child("schema", "openAPIV3Schema")
    for step in loss.steps:
        if step is None:
            break
        at = at.child("properties").key(step)
    reason = f"objects are stored in {storage}, whose schema drops {loss.field}"
    return Change(
        keyword="storage",
        old_path=at if only_old else None,
        new_path=None if only_old else at,
        before=ABSENT,
        after=storage,
        effects=(effect(ChangeClass.LOSES_DATA, reason, stored=only_old),),
        field=loss.field,
        steps=loss.steps,
        versions=(version["name"],),
    )


_IMMUTABLE = "the server rejects this change once the CRD is established"


def spec_changes(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    """Yields the changes of group, scope and `preserveUnknownFields`."""
    for keyword in ("group", "scope"):
        if old[keyword] != new[keyword]:
            yield definition_change(SPEC, keyword, old, new, effect(ChangeClass.REFUSED, _IMMUTABLE))
    keyword = "preserveUnknownFields"
    before, after = bool(old.get(keyword)), bool(new.get(keyword))
    if before and not after:
        lost = effect(
            ChangeClass.LOSES_DATA, "fields that the schema does not declare are dropped when objects are read"
        )
        applied = effect(ChangeClass.BREAKS_APPLIERS, "an apply with fields that the schema does not declare fails")
        yield definition_change(SPEC, keyword, old, new, lost, applied)
    elif after and not before:
        refused = effect(ChangeClass.REFUSED, "the server does not allow to switch it on")
        yield definition_change(SPEC, keyword, old, new, refused)


def name_changes(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    """Yields the changes of names."""
    path = SPEC.child("names")
    for keyword in ("plural", "kind"):
        if old[keyword] != new[keyword]:
            yield definition_change(path, keyword, old, new, effect(ChangeClass.REFUSED, _IMMUTABLE))
    if old.get("listKind") != new.get("listKind"):
        reason = f"the kind of lists is {new.get('listKind')} from now on"
        yield definition_change(path, "listKind", old, new, effect(ChangeClass.CHANGES_MEANING, reason))
    if old.get("singular") != new.get("singular"):
        yield definition_change(path, "singular", old, new, _gone([old.get("singular") or ""]))
    for keyword in ("shortNames", "categories"):
        before, after = old.get(keyword) or [], new.get(keyword) or []
        if sorted(set(before)) != sorted(set(after)):
            gone = [each for each in before if each not in after]
            yield definition_change(path, keyword, old, new, _gone(gone))


def _gone(names: list[str]) -> Effect:
    if not any(names):
        return safe("kubectl finds it under more names")
    return effect(ChangeClass.BREAKS_CLIENTS, f"kubectl no longer finds it under {', '.join(filter(None, names))}")


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
