"""One change of a CRD as JSON; described in docs/cli.md."""

from __future__ import annotations

from kapivara.cli.commands.crd.upgrade.change_summary import change_words
from kapivara.cli.commands.crd.upgrade.report import PlacedChange, is_breaking
from kapivara.cli.findings import Location
from kapivara.cli.reports.json_document import place_to_json
from kapivara.schema.changes.change import ChangeClass, Suggestion
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue


def change_to_json(placed: PlacedChange, allowed: frozenset[ChangeClass]) -> JsonObject:
    """Returns a change, its effects, and the CEL rule suggested in its place."""
    change = placed.change
    return {
        "class": change.kind.value,
        "classWithoutObjects": change.kind_without_objects.value,
        "breaking": is_breaking(change, allowed),
        "versions": list(change.versions),
        "field": change.field,
        "keyword": change.keyword,
        "change": change.words,
        "message": change_words(change),
        "old": _side(placed.old, None if change.old_path is None else str(change.old_path), change.before),
        "new": _side(placed.new, None if change.new_path is None else str(change.new_path), change.after),
        "effects": [
            {"class": each.kind.value, "reason": each.reason, "onlyWhereStored": each.stored} for each in change.effects
        ],
        "objectsConcerned": placed.concerned,
        "suggestion": None if change.suggestion is None else _suggestion(change.suggestion),
    }


def _side(place: Location | None, path: str | None, value: JsonValue | Absent) -> JsonObject | None:
    """Returns the place and the value on one side of a change; `value` is null where the side has none."""
    if place is None:
        return None
    return {**place_to_json(place), "path": path, "value": None if value is ABSENT else value}


def _suggestion(suggestion: Suggestion) -> JsonObject:
    return {
        "path": str(suggestion.path),
        "field": suggestion.field,
        "rule": suggestion.rule,
        "replaces": suggestion.replaces,
        "keep": {keyword: None if value is ABSENT else value for keyword, value in suggestion.kept},
    }
