"""Validates `allOf`, `anyOf`, `oneOf` and `not`, which may constrain values, but not add structure.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/validation.go validateValueValidation,
validateNestedValueValidation (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.schema.legality.survey import leaves_a_trace
from kapivara.schema.structural.subschemas import items_schema, properties_of
from kapivara.values import JsonObject, JsonValue

_MUST_BE_EMPTY: Final = "must be empty to be structural"
_MUST_BE_FALSE: Final = "must be false to be structural"
_MUST_BE_UNDEFINED: Final = "must be undefined to be structural"
_FORBIDDEN_IF_SET: Final = {
    "type": _MUST_BE_EMPTY,
    "additionalProperties": _MUST_BE_UNDEFINED,
    "title": _MUST_BE_EMPTY,
    "description": _MUST_BE_EMPTY,
    "nullable": _MUST_BE_FALSE,
    "x-kubernetes-preserve-unknown-fields": _MUST_BE_FALSE,
    "x-kubernetes-embedded-resource": _MUST_BE_FALSE,
    "x-kubernetes-int-or-string": _MUST_BE_FALSE,
    "x-kubernetes-list-map-keys": _MUST_BE_EMPTY,
    "x-kubernetes-validations": _MUST_BE_EMPTY,
}
_FORBIDDEN_IF_PRESENT: Final = ("default", "x-kubernetes-list-type", "x-kubernetes-map-type")
_VALUE_KEYWORDS: Final = frozenset(("allOf", "anyOf", "oneOf", "not", "pattern"))
_LOOKED_AT: Final = _VALUE_KEYWORDS.union(_FORBIDDEN_IF_SET, _FORBIDDEN_IF_PRESENT, ("items", "properties"))
"""The keywords checked under a junctor, since most of many thousand branches have none of them."""


def value_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Validates the pattern and the junctors of a schema outside of junctors.

    Accepts the two known forms of int-or-string with types, even if the schema is not one.
    """
    errors: ErrorList = []
    if not _VALUE_KEYWORDS.isdisjoint(raw):
        first = (raw.get("allOf") or [{}])[0]
        _check_values(
            raw,
            path,
            errors,
            skip_any_of=_is_int_or_string_choice(raw.get("anyOf")),
            skip_first=_is_int_or_string_choice(first.get("anyOf")),
        )
    return errors


def _check_values(
    raw: JsonObject, path: FieldPath, errors: ErrorList, *, skip_any_of: bool = False, skip_first: bool = False
) -> None:
    if not skip_any_of:
        _check_clauses(raw, "anyOf", path, errors)
    _check_clauses(raw, "allOf", path, errors, skip_first=skip_first)
    _check_clauses(raw, "oneOf", path, errors)
    if "not" in raw:
        _check_clause(raw["not"], path.child("not"), errors)
    if raw.get("pattern"):
        _check_pattern(raw["pattern"], path.child("pattern"), errors)


def _check_clauses(
    raw: JsonObject, junctor: str, path: FieldPath, errors: ErrorList, *, skip_first: bool = False
) -> None:
    for position, clause in enumerate(raw.get(junctor) or ()):
        if not _LOOKED_AT.isdisjoint(clause):
            at = path.child(junctor).index(position)
            _check_clause(clause, at, errors, skip_any_of=skip_first and position == 0)


def _check_clause(raw: JsonObject, path: FieldPath, errors: ErrorList, *, skip_any_of: bool = False) -> None:
    """Validates a schema under a junctor, and all schemas below it."""
    _check_values(raw, path, errors, skip_any_of=skip_any_of)
    if (items := items_schema(raw)) is not None:
        _check_clause(items, path.child("items"), errors)
    for name, each in properties_of(raw):
        _check_clause(each, path.child("properties").key(name), errors)
    for keyword, detail in _FORBIDDEN_IF_SET.items():
        if raw.get(keyword) or isinstance(raw.get(keyword), dict):
            errors.append(forbidden(path.child(keyword), detail))
    for keyword in _FORBIDDEN_IF_PRESENT:
        if keyword in raw:
            errors.append(forbidden(path.child(keyword), _MUST_BE_UNDEFINED))
    if "metadata" in (raw.get("properties") or ()):
        # The name alone could restrict metadata.
        errors.append(forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context"))


def _check_pattern(pattern: str, at: FieldPath, errors: ErrorList) -> None:
    from kapivara.languages.re2.syntax import is_costly, regexp_error  # a schema without patterns starts faster

    if problem := regexp_error(pattern):
        errors.append(invalid(at, pattern, f"must be a valid regular expression, but isn't: {problem}"))
    elif is_costly(pattern):
        from kapivara.languages.re2.patterns import pattern_limit

        if limit := pattern_limit(pattern):
            errors.append(invalid(at, pattern, limit))


def _is_int_or_string_choice(any_of: JsonValue) -> bool:
    """Returns True if `anyOf` has exactly the types integer and string."""
    return (
        isinstance(any_of, list)
        and [clause.get("type") for clause in any_of] == ["integer", "string"]
        and not any(
            keyword != "type" and value is not False and leaves_a_trace(keyword, value)
            for clause in any_of
            for keyword, value in clause.items()
        )
    )
