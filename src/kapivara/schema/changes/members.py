"""Compares the members of objects and lists: added and removed fields, required fields, unknown fields and items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.conditions import required_condition
from kapivara.schema.changes.consequences import (
    arranged,
    dropped,
    keyword_change,
    safe,
    seen_from_above,
    stopped,
    tightened,
)
from kapivara.schema.changes.evidence import NOTHING_PASSES
from kapivara.schema.changes.membership import FREE, FieldTreatment, Governed, governs, is_free, others
from kapivara.schema.changes.node_pair import NodePair
from kapivara.schema.changes.suggestions import suggest
from kapivara.schema.changes.types import passing
from kapivara.schema.structural.subschemas import items_schema
from kapivara.values import ABSENT, JsonObject
from kapivara.values.rendering import to_json_text

Compare: TypeAlias = Callable[[NodePair], Iterator[Change]]

_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED: Final = "x-kubernetes-embedded-resource"
_ALWAYS_THERE: Final = frozenset(("apiVersion", "kind", "metadata"))


def member_changes(at: NodePair, compare: Compare) -> Iterator[Change]:
    """Yields the changes of members; `compare` compares the schemas of members that both sides have."""
    both = passing(at.old) & passing(at.new)
    if "object" in both:
        yield from _required_changes(at)
        yield from _field_changes(at, compare)
        yield from _other_changes(at, compare)
        yield from _embedded_changes(at)
    if "array" in both:
        old, new = items_schema(at.old), items_schema(at.new)
        if old is not None or new is not None:
            pair = at.element(FREE if old is None else old, FREE if new is None else new, "items")
            yield from compare(pair)


def _field_changes(at: NodePair, compare: Compare) -> Iterator[Change]:
    old, new = at.old.get("properties") or {}, at.new.get("properties") or {}
    for name in sorted({**old, **new}):
        before, after = (governs(raw, name, is_root=at.is_root) for raw in (at.old, at.new))
        pair = at.member(name, _schema(before), _schema(after))
        if isinstance(before, dict) and isinstance(after, dict):
            yield from compare(pair)
        else:
            yield _change(pair, "properties", before, after, _transition(pair, before, after, compare))


def _other_changes(at: NodePair, compare: Compare) -> Iterator[Change]:
    before, after = others(at.old), others(at.new)
    if isinstance(before, dict) and isinstance(after, dict):
        yield from compare(at.element(before, after, "additionalProperties"))
    elif before != after:
        keyword = _PRESERVE if at.old.get(_PRESERVE) != at.new.get(_PRESERVE) else "additionalProperties"
        pair = at.element(_schema(before), _schema(after), "additionalProperties")
        effects = _transition(pair, before, after, compare)
        yield keyword_change(at, keyword, effects)


def _schema(governed: Governed) -> JsonObject:
    return governed if isinstance(governed, dict) else FREE


def _transition(at: NodePair, before: Governed, after: Governed, compare: Compare) -> Iterator[Effect]:
    """Yields the effects of a field that only one schema declares, or neither."""
    if after is FieldTreatment.PRUNED:
        if before is FieldTreatment.PRUNED:
            return
        yield from dropped(at, at.field if at.steps[-1] is not None else f"what {at.field} holds")
    elif before is FieldTreatment.PRUNED:
        yield from _came(at, after)
    elif after is FieldTreatment.FORBIDDEN:
        yield from stopped(at, "undeclared fields are rejected")
        yield effect(ChangeClass.REFUSES_UPDATES, "stored ones are not forgiven: they cannot be compared")
        yield effect(ChangeClass.BREAKS_APPLIERS, "an apply with such fields fails: they are unknown")
    elif before is FieldTreatment.FORBIDDEN:
        yield safe("fields that were rejected are accepted")
    elif after is FieldTreatment.SHELL:
        yield effect(ChangeClass.LOSES_DATA, "the contents of objects and lists there are dropped")
    else:
        yield from _summary(at, compare)


def _came(at: NodePair, after: Governed) -> Iterator[Effect]:
    default = after.get("default") if isinstance(after, dict) else None
    if default is None:
        yield safe("no object has it yet")
        return
    yield safe(f"objects without the field read as if it were {to_json_text(default)}")
    yield from seen_from_above(at)


def _summary(at: NodePair, compare: Compare) -> Iterator[Effect]:
    """Yields the effects of a schema that replaces an unrestricted one, or is removed with its field."""
    if is_free(at.old) and is_free(at.new):
        yield safe("everything is accepted, as before")
        return
    found = [each for change in compare(at) for each in change.effects]
    yield from (each for each in found if each.kind.breaking or each.kind is ChangeClass.FORGIVEN)
    if is_free(at.new):
        yield safe("everything is accepted, and kept")


def _required_changes(at: NodePair) -> Iterator[Change]:
    """Yields the change of required fields; a field with a default is never missing."""
    old, new = set(at.old.get("required") or ()), set(at.new.get("required") or ())
    before, after = _demanded(at, at.old), _demanded(at, at.new)
    never = _is_never_created(at, at.new) and not _is_never_created(at, at.old)
    if old != new or after - before or never:
        come = [name for name in at.new.get("required") or () if name in after - before]
        effects = _required_effects(at, come, gone=bool(before - after), never=never)
        probe = {"required": come} if come else None
        message = f"{', '.join(come)} must be given"
        suggestion = suggest(at, ("required",), required_condition(come), message) if come and not never else None
        yield keyword_change(at, "required", effects, probe=probe, suggestion=suggestion)


def _demanded(at: NodePair, raw: JsonObject) -> set[str]:
    properties = raw.get("properties") or {}
    given = _ALWAYS_THERE if at.is_root else frozenset()
    return {
        name
        for name in raw.get("required") or ()
        if name not in given and (properties.get(name) or {}).get("default") is None
    }


def _is_never_created(at: NodePair, raw: JsonObject) -> bool:
    """Returns True if no object can be created, because its status is required and every create drops it."""
    return at.is_root and at.has_status and "status" in (raw.get("required") or ())


def _required_effects(at: NodePair, come: list[str], *, gone: bool, never: bool) -> Iterator[Effect]:
    if never:
        reason = "no object can be created: its status is required, and a create drops it"
        yield effect(ChangeClass.REFUSES_CREATES, reason)
    if come:
        yield from tightened(at, f"objects without {', '.join(come)}")
    else:
        yield safe("readers may miss it" if gone else "a default gives it")


def _embedded_changes(at: NodePair) -> Iterator[Change]:
    before, after = bool(at.old.get(_EMBEDDED)), bool(at.new.get(_EMBEDDED))
    if before != after:
        yield keyword_change(at, _EMBEDDED, _embedded_effects(at, embedded=after))


def _embedded_effects(at: NodePair, *, embedded: bool) -> Iterator[Effect]:
    if embedded:
        if not at.status:
            yield from stopped(at, "values that are not whole objects (apiVersion, kind, metadata) are rejected")
        yield effect(ChangeClass.REFUSES_UPDATES, "stored values are never forgiven this")
        yield effect(ChangeClass.LOSES_DATA, "malformed parts of its metadata are dropped")
        yield effect(ChangeClass.BREAKS_APPLIERS, "an apply with malformed metadata in it fails")
        return
    yield safe("values that are not whole objects are accepted")
    lost = [name for name in sorted(_ALWAYS_THERE) if governs(at.new, name, is_root=False) is FieldTreatment.PRUNED]
    if lost:
        yield from dropped(at.member(lost[0], FREE, FREE), f"its {', '.join(lost)}")


def _change(at: NodePair, keyword: str, before: Governed, after: Governed, effects: Iterable[Effect]) -> Change:
    """Creates the change of a field that only one schema declares."""
    return Change(
        keyword=keyword,
        old_path=at.old_path,
        new_path=at.new_path,
        before=before if isinstance(before, dict) else ABSENT,
        after=after if isinstance(after, dict) else ABSENT,
        effects=arranged(effects),
        field=at.field,
        steps=at.steps,
        probe=NOTHING_PASSES if after is FieldTreatment.PRUNED else None,
    )
