"""Derives the effects of a difference at its place: rejected writes, ratcheting and lost data.

Tests verify every effect on the registry: objects are stored under the old CRD, and written under the new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kapivara.schema.changes.change import Change, ChangeClass, Effect, Suggestion, effect
from kapivara.schema.changes.node_pair import NodePair
from kapivara.schema.changes.watchers import Watcher
from kapivara.values import ABSENT, JsonObject

_NEVER: Final = "errors of the object as a whole are never forgiven: stored objects must be corrected first"


def arranged(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Sorts effects from the worst, with one effect per class; no effects at all become a safe one."""
    found: dict[ChangeClass, Effect] = {}
    for each in effects:
        known = found.get(each.kind)
        if known is None or (known.stored and not each.stored):
            found[each.kind] = each
    if not found:
        found[ChangeClass.SAFE] = safe("the same values pass")
    if len(found) > 1:
        found.pop(ChangeClass.SAFE, None)
    return tuple(sorted(found.values(), key=lambda each: -each.kind.weight))


def keyword_change(
    at: NodePair,
    keyword: str,
    effects: Iterable[Effect],
    *,
    probe: JsonObject | None = None,
    suggestion: Suggestion | None = None,
) -> Change:
    """Creates the change of a keyword at a node."""
    before, after = at.old.get(keyword, ABSENT), at.new.get(keyword, ABSENT)
    return Change(
        keyword=keyword,
        old_path=at.old_path if before is ABSENT else at.old_path.child(keyword),
        new_path=at.new_path if after is ABSENT else at.new_path.child(keyword),
        before=before,
        after=after,
        effects=arranged(effects),
        field=at.field,
        steps=at.steps,
        probe=probe,
        suggestion=suggestion,
    )


def safe(reason: str) -> Effect:
    """Creates a safe effect."""
    return effect(ChangeClass.SAFE, reason)


def tightened(at: NodePair, refused: str) -> Iterator[Effect]:
    """Yields the effects of rejecting more values."""
    yield from stopped(at, f"{refused} are refused")
    yield from forgiven(at)


def stopped(at: NodePair, reason: str) -> Iterator[Effect]:
    """Yields the effect of rejecting new values: on status writers for a field of the status, else on creates."""
    yield effect(ChangeClass.BREAKS_STATUS_WRITERS if at.status else ChangeClass.REFUSES_CREATES, reason)


def forgiven(at: NodePair) -> Iterator[Effect]:
    """Yields the effects on stored objects with an error at this place: ratcheting, or rejected updates."""
    if at.compared is None:
        yield effect(ChangeClass.REFUSES_UPDATES, _never(at))
        return
    yield effect(ChangeClass.FORGIVEN, f"stored ones may stay as long as {at.compared} is unchanged")
    if at.may_be_uncomparable:
        reason = f"stored ones are not forgiven where {at.compared} holds values that cannot be compared"
        yield effect(ChangeClass.REFUSES_UPDATES, reason)


def _never(at: NodePair) -> str:
    return _NEVER if at.is_root else f"{at.field} is never compared with its old value: nothing is forgiven there"


def misread(at: NodePair) -> Iterator[Effect]:
    """Yields the effects of a stored value that no longer fits its type: rules that read it fail."""
    for watcher in at.watchers:
        if watcher.rule and watcher.sees(at.steps):
            reason = f"{watcher.words} reads it and fails on stored values, and such failures are never forgiven"
            yield effect(ChangeClass.REFUSES_UPDATES, reason)
            if at.has_status:
                yield effect(ChangeClass.BREAKS_STATUS_WRITERS, reason, stored=True)
            return


def seen_from_above(at: NodePair) -> Iterator[Effect]:
    """Yields the effects of a value that changes without a write: rules and junctors above may reject it."""
    above = at.above.watchers if at.above is not None else ()
    for watcher in above:
        if not watcher.new and watcher.sees(at.steps):
            yield from _refused_by(watcher, at)


def _refused_by(watcher: Watcher, at: NodePair) -> Iterator[Effect]:
    yield from stopped(at, f"{watcher.words} reads it, and may not hold any more")
    if watcher.compared is not None:
        yield effect(ChangeClass.FORGIVEN, f"stored objects may stay as long as {watcher.compared} is unchanged")
        if watcher.certain:
            return
    why = _NEVER if watcher.compared is None else f"{watcher.compared} may hold fields that cannot be compared"
    yield effect(ChangeClass.REFUSES_UPDATES, f"{watcher.words} reads it, and {why}")
    if watcher.rule and at.has_status:
        yield effect(ChangeClass.BREAKS_STATUS_WRITERS, f"{watcher.words} runs on every write", stored=True)


def dropped(at: NodePair, what: str) -> Iterator[Effect]:
    """Yields the effects of an undeclared field: stored values are lost, and applies of the field fail."""
    lost = f"{what} is dropped when objects are read, and permanently when they are written"
    yield effect(ChangeClass.LOSES_DATA, lost)
    if at.status:
        yield effect(ChangeClass.BREAKS_STATUS_WRITERS, f"{what} is dropped from written objects")
    if at.above is not None and is_struct(at.above):
        yield effect(ChangeClass.BREAKS_APPLIERS, f"an apply with {what} fails: the field is unknown")
    if at.above is not None and at.steps[-1] in (at.above.new.get("required") or ()):
        yield from tightened(at.above, f"all objects (they need {at.steps[-1]}, and cannot set it)")
    yield from seen_from_above(at)


def is_struct(at: NodePair) -> bool:
    """Returns True if undeclared fields cannot be applied to an object of the schema."""
    if at.preserves or at.new.get("additionalProperties") is not None:
        return False
    whole = at.is_root or bool(at.new.get("x-kubernetes-embedded-resource"))
    return whole or bool(at.new.get("properties")) or at.new.get("type") not in ("object", None)


def merge_kinds(raw: JsonObject) -> frozenset[str]:
    """Returns the kinds of values that server-side apply accepts for a schema; it checks nothing else.

    Upstream: kube-openapi pkg/schemaconv/openapi.go (1.37).
    """
    match raw.get("type") or "":
        case "object":
            return frozenset(("object",))
        case "array":
            return frozenset(("array",))
        case "integer" | "number":
            return frozenset(("integer", "fraction"))
        case "boolean":
            return frozenset(("boolean",))
        case "string" if raw.get("format") in (None, "", "byte"):
            return frozenset(("string",))
        case "string":
            return frozenset(("integer", "fraction", "boolean", "string"))
    return frozenset(("integer", "fraction", "boolean", "string", "object", "array"))
