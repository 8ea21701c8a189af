"""Creates changes of the CRD itself, which do not concern a field of its objects."""

from __future__ import annotations

from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, Effect
from kapivara.schema.changes.consequences import arranged
from kapivara.values import ABSENT, JsonObject


def definition_change(
    at: FieldPath,
    keyword: str,
    old: JsonObject,
    new: JsonObject,
    *effects: Effect,
    new_at: FieldPath | None = None,
    versions: tuple[str, ...] = (),
) -> Change:
    """Creates the change of a field that differs between two objects of a CRD.

    `at` is the path of the objects; `new_at` is the path of the new one, if it differs.
    """
    place = at if new_at is None else new_at
    before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
    return Change(
        keyword=keyword,
        old_path=at if before is ABSENT else at.child(keyword),
        new_path=place if after is ABSENT else place.child(keyword),
        before=before,
        after=after,
        effects=arranged(effects),
        versions=versions,
    )
