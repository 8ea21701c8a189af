"""Combines the schemas of several tags into one: the stricter bound applies, and all rules are kept.

Keywords that cannot be combined, such as two patterns, are put into an `allOf`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

Schema: TypeAlias = "dict[str, Any]"

RULES: Final = "x-kubernetes-validations"
ERRORS: Final = "x-kubernetes-validation-errors"
STRIP_ZERO: Final = "x-kubernetes-strip-zero"
UNRULED: Final = "kapivara:unruled"
"""Marks a field, during generation of documents, at which the rules of its type do not apply."""
WITHOUT_RULES: Final = "WithoutRules"
"""The suffix of a type's name in documents, for a copy without its rules."""
LIST_TYPE: Final = "x-kubernetes-list-type"
LIST_KEYS: Final = "x-kubernetes-list-map-keys"
_LEAST: Final = frozenset(("minimum", "minLength", "minItems", "minProperties"))
_MOST: Final = frozenset(("maximum", "maxLength", "maxItems", "maxProperties"))
_EXCLUSIVE: Final = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
_NESTED: Final = frozenset(("items", "additionalProperties"))
_LISTED: Final = frozenset((RULES, "required"))
_LAST_COUNTS: Final = frozenset((LIST_TYPE, LIST_KEYS, STRIP_ZERO, "format", "default"))


def combine(into: Schema, more: Mapping[str, Any]) -> None:
    """Adds the keywords of a schema to another one, in place."""
    if not more:
        return
    both = [keyword for keyword in _EXCLUSIVE if keyword in into and keyword in more]
    apart = {each for each in both if _EXCLUSIVE[each] in into or _EXCLUSIVE[each] in more}
    rest: Schema = {}
    for keyword, value in more.items():
        if keyword in apart or keyword.replace("exclusiveM", "m") in apart:
            rest[keyword] = value
        elif keyword not in into:
            into[keyword] = _copied(value)
        elif keyword not in (ERRORS, "allOf") and into[keyword] != value:
            _combine_keyword(into, keyword, value, rest)
    for each in (*([rest] if rest else ()), *more.get("allOf", ())):
        if each not in into.setdefault("allOf", []):
            into["allOf"].append(each)
    if ERRORS in more:
        _combine_errors(into, more)


def _combine_keyword(into: Schema, keyword: str, value: Any, rest: Schema) -> None:
    found = into[keyword]
    if keyword in _LEAST:
        into[keyword] = max(found, value)
    elif keyword in _MOST:
        into[keyword] = min(found, value)
    elif keyword in _LISTED:
        into[keyword] = [*found, *(each for each in value if each not in found)]
    elif keyword == "enum":
        into[keyword] = [each for each in found if each in value]
    elif keyword == "properties":
        for name, each in value.items():
            combine(found.setdefault(name, {}), each)
    elif keyword in _NESTED:
        combine(found, value)
    elif keyword in _LAST_COUNTS:
        into[keyword] = value
    else:
        rest[keyword] = value


def _combine_errors(into: Schema, more: Mapping[str, Any]) -> None:
    """Keeps the custom errors of the keywords that are in force."""
    errors = more[ERRORS]
    if errors is into.get(ERRORS):
        return
    kept = {keyword: error for keyword, error in errors.items() if into.get(keyword) == more.get(keyword)}
    if kept:
        into[ERRORS] = {**into.get(ERRORS, {}), **kept}


def _copied(value: Any) -> Any:
    """Returns a copy of a value that may be changed later."""
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value
