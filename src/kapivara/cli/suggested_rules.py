"""Rules that are suggested, tried out: only those that the server would accept in the new definition are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kapivara.api import Api
from kapivara.codec import Decoded
from kapivara.schema.changes.change import Change, Suggestion
from kapivara.values import ABSENT, JsonObject, copy_json
from kapivara.values.record import replace

_RULES: Final = "x-kubernetes-validations"
_MOST_TRIED: Final = 40


def with_accepted_rules(changes: Sequence[Change], old: JsonObject, new: JsonObject) -> list[Change]:
    """Returns the changes with those of their suggestions that the server accepts: all together, or one by one."""
    suggested = [change for change in changes if change.suggestion is not None]
    if not suggested or _accepts(suggested, old, new):
        return list(changes)
    tried = {id(change): _accepted(change, old, new) for change in suggested[:_MOST_TRIED]}
    return [replace(change, suggestion=tried.get(id(change))) for change in changes]


def _accepted(change: Change, old: JsonObject, new: JsonObject) -> Suggestion | None:
    suggestion = change.suggestion
    if suggestion is None:
        return None
    cheaper = replace(suggestion, rule=suggestion.cheaper)
    tried = (each for each in (suggestion, cheaper) if _accepts([replace(change, suggestion=each)], old, new))
    return next(tried, None)


def _accepts(changes: Sequence[Change], old: JsonObject, new: JsonObject) -> bool:
    api = Api()
    placed = api.place(Decoded(old))
    if placed.object is None:
        return False
    changed = with_rules(new, changes)
    changed["metadata"] = {"name": changed["metadata"]["name"], **_version_of(placed.object)}
    return api.update(Decoded(changed), dry_run=True).ok


def _version_of(stored: JsonObject) -> JsonObject:
    return {"resourceVersion": stored["metadata"]["resourceVersion"]}


def with_rules(definition: JsonObject, changes: Sequence[Change]) -> JsonObject:
    """Returns a definition that follows the suggestions of changes, in all versions that these concern."""
    changed: JsonObject = copy_json(definition)
    versions = {each["name"]: each for each in changed["spec"]["versions"]}
    for change in changes:
        if change.suggestion is not None:
            for name in change.versions:
                _follow(versions[name]["schema"]["openAPIV3Schema"], change.suggestion)
    return changed


def _follow(schema: JsonObject, suggestion: Suggestion) -> None:
    node = _find(schema, suggestion.kept_keys)
    for keyword, value in suggestion.kept:
        if value is ABSENT:
            node.pop(keyword, None)
        else:
            node[keyword] = value
    holder = _find(schema, suggestion.keys)
    others = [each for each in holder.get(_RULES) or () if each != suggestion.replaces]
    holder[_RULES] = [*others, suggestion.rule]


def _find(schema: JsonObject, keys: tuple[str, ...]) -> JsonObject:
    for key in keys:
        schema = schema[key]
    return schema
