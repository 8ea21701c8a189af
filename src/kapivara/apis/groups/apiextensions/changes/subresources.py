"""Changes of a version's subresources: status and scale, and the paths of scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.apis.groups.apiextensions.changes.making import definition_change
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.consequences import safe
from kapivara.schema.changes.membership import FieldTreatment, governs
from kapivara.values import JsonObject, deep_equal

_REPLICAS: Final = ("specReplicasPath", "statusReplicasPath")
_INT32_MAX: Final = 2**31 - 1
_NO_SCALE: Final[JsonObject] = {}


def subresource_changes(
    old: JsonObject, new: JsonObject, at: FieldPath, new_at: FieldPath, schema: JsonObject
) -> Iterator[Change]:
    """Yields the changes of a version's subresources; `schema` is the new schema."""
    before, after = "status" in old, "status" in new
    if before != after:
        effects = _status_on(schema) if after else _status_off(schema)
        yield definition_change(at, "status", old, new, *effects, new_at=new_at)
    if not deep_equal(old.get("scale"), new.get("scale")):
        effects = _scale_effects(old.get("scale"), new.get("scale"), schema, has_status=after)
        yield definition_change(at, "scale", old, new, *effects, new_at=new_at)


def _status_on(schema: JsonObject) -> Iterator[Effect]:
    reason = "a status in creates and whole updates is ignored from now on: it is written through /status"
    yield effect(ChangeClass.BREAKS_STATUS_WRITERS, reason)
    yield effect(ChangeClass.BREAKS_APPLIERS, "an apply of the whole object no longer changes the status")
    yield effect(ChangeClass.CHANGES_MEANING, "metadata.generation no longer counts changes of the status")
    if "status" in (schema.get("required") or ()):
        yield effect(ChangeClass.REFUSES_CREATES, "status is required, and creates drop it: none is accepted any more")


def _status_off(schema: JsonObject) -> Iterator[Effect]:
    yield effect(ChangeClass.BREAKS_STATUS_WRITERS, "/status is answered with 404")
    yield effect(ChangeClass.LOSES_DATA, "whole updates that leave the status out remove it")
    yield effect(ChangeClass.CHANGES_MEANING, "metadata.generation counts changes of the status, too")
    if governs(schema, "status", is_root=True) is not FieldTreatment.PRUNED:
        yield effect(ChangeClass.REFUSES_CREATES, "a status in creates counts, and is validated")


def _scale_effects(
    old: JsonObject | None, new: JsonObject | None, schema: JsonObject, *, has_status: bool
) -> Iterator[Effect]:
    if new is None:
        yield effect(ChangeClass.BREAKS_CLIENTS, "/scale is answered with 404: to autoscalers and kubectl scale")
        return
    if old is None:
        yield safe("objects can be scaled")
    elif any(old.get(each) != new.get(each) for each in (*_REPLICAS, "labelSelectorPath")):
        yield effect(ChangeClass.CHANGES_MEANING, "a Scale shows and sets other fields")
    known = old or _NO_SCALE
    for keyword in _REPLICAS:
        if known.get(keyword) != new[keyword] and not _fits_replicas(_at(schema, new[keyword])):
            refused = f"a {new[keyword]} that is not a whole number from 0 to {_INT32_MAX} is rejected"
            yield from _judged(new[keyword], refused, has_status=has_status)
    selector = new.get("labelSelectorPath")
    if selector and known.get("labelSelectorPath") != selector and not _is_text(_at(schema, selector)):
        yield from _judged(selector, f"a {selector} that is not a text is rejected", has_status=has_status)


def _judged(path: str, refused: str, *, has_status: bool) -> Iterator[Effect]:
    """Yields the effects of a path that a Scale validates on every write, without ratcheting."""
    if has_status and path.startswith(".status."):
        yield effect(ChangeClass.BREAKS_STATUS_WRITERS, refused)
    else:
        yield effect(ChangeClass.REFUSES_CREATES, refused)
    yield effect(ChangeClass.REFUSES_UPDATES, f"{refused}, and never forgiven")


def _at(schema: JsonObject, path: str) -> JsonObject | FieldTreatment:
    """Returns the schema of the field at a path such as `.spec.replicas`, or the treatment of an undeclared field."""
    found: JsonObject | FieldTreatment = schema
    for place, step in enumerate(path.removeprefix(".").split(".")):
        if not isinstance(found, dict):
            break
        found = governs(found, step, is_root=place == 0)
    return found


def _fits_replicas(found: JsonObject | FieldTreatment) -> bool:
    if not isinstance(found, dict):
        return found is FieldTreatment.PRUNED
    low, high = found.get("minimum"), found.get("maximum")
    small = found.get("format") == "int32" or (high is not None and high <= _INT32_MAX)
    return found.get("type") == "integer" and not found.get("nullable") and low is not None and low >= 0 and small


def _is_text(found: JsonObject | FieldTreatment) -> bool:
    if not isinstance(found, dict):
        return found is FieldTreatment.PRUNED
    return found.get("type") == "string" and not found.get("nullable")
