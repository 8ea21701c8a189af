"""Fields that are lost in storage, because the schema of the storage version does not declare them.

A conversion webhook may preserve such fields; with one, nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.changes.conversion import converts_by_webhook
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, ChangeClass, effect
from kapivara.schema.changes.membership import FREE, Loss, losses
from kapivara.values import ABSENT, JsonObject


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
