"""Changes of group, scope, names and `preserveUnknownFields`."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.changes.making import definition_change
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.consequences import safe
from kapivara.values import JsonObject

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
