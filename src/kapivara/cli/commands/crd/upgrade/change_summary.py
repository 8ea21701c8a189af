"""Describes a change of a CRD in one line: `spec.seats: maximum 900, was none`."""

from __future__ import annotations

from typing import Final

from kapivara.schema.changes.change import Change
from kapivara.schema.changes.watchers import shortened
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue, deep_equal
from kapivara.values.rendering import to_json_text

_WIDTH: Final = 48
_LISTS: Final = ("required", "enum", "shortNames", "categories", "selectableFields")
_RULES: Final = "x-kubernetes-validations"
_NAMELESS: Final = ("allOf", "anyOf", "oneOf", "not", "additionalProperties", "items", "additionalPrinterColumns")


def change_words(change: Change) -> str:
    """Returns the field of a change, if any, and what changed."""
    return f"{change.field}: {_what(change)}" if change.field else _what(change)


def _what(change: Change) -> str:
    keyword, before, after = change.keyword, change.before, change.after
    if keyword == "properties":
        default = after.get("default") if isinstance(after, dict) else None
        return change.words if default is None else f"{change.words}, with the default {_shown(default)}"
    if keyword == "versions":
        return f"version {after if before is ABSENT else before} {change.words}"
    if keyword == "storage":
        return "not stored" if change.field else "objects are stored in this version"
    if keyword == "status":
        return f"the status subresource is switched {'on' if before is ABSENT else 'off'}"
    if keyword == _RULES:
        return _rule_words(before, after)
    if keyword in _LISTS:
        return _list_words(keyword, before, after)
    if keyword in _NAMELESS or isinstance(before, dict) or isinstance(after, dict):
        return f"{keyword} {change.words}"
    return f"{keyword} {_shown(after)}, was {_shown(before)}"


def _rule_words(before: JsonObject | Absent, after: JsonObject | Absent) -> str:
    if before is ABSENT or after is ABSENT:
        rule, word = (after, "added") if before is ABSENT else (before, "removed")
        return f"rule {word}: {shortened(rule.get('rule') or '')}" if isinstance(rule, dict) else word
    return f"rule rewritten: {shortened(after.get('rule') or '')}"


def _list_words(keyword: str, before: JsonValue | Absent, after: JsonValue | Absent) -> str:
    old, new = ([] if each is ABSENT or each is None else each for each in (before, after))
    come = [each for each in new if not any(deep_equal(each, other) for other in old)]
    gone = [each for each in old if not any(deep_equal(each, other) for other in new)]
    parts = [f"{word} {', '.join(map(_plain, some))}" for word, some in (("has", come), ("lacks", gone)) if some]
    if not old or not new:
        return f"{keyword} {_shown(after)}, was {_shown(before)}"
    return f"{keyword} now {' and '.join(parts)}" if parts else f"{keyword} in another order"


def _plain(value: JsonValue) -> str:
    path = value.get("jsonPath") if isinstance(value, dict) else None
    return str(path) if path else _shown(value)


def _shown(value: JsonValue | Absent) -> str:
    if value is ABSENT or value is None:
        return "none"
    text = to_json_text(value)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
