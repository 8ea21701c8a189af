"""Requires a structural schema: types everywhere, no structure inside junctors, and no restriction of metadata.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/validation.go ValidateStructural (1.37).

The server checks only the junctors of the root, and those inside them.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/complete.go (1.37).
Upstream: apiextensions-apiserver/pkg/apiserver/schema/validation.go validateStructuralMetadataInvariants (1.37).
Upstream: apiextensions-apiserver/pkg/apiserver/schema/validation.go validateValueValidation,
validateNestedValueValidation (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, TypeAlias

from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.schema.legality.survey import leaves_a_trace
from kapivara.schema.structural.subschemas import JUNCTORS, additional_schema, is_leaf, items_schema, properties_of
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


_RESTRICTABLE: Final = frozenset(("name", "generateName"))
_TOO_MUCH: Final = "must not specify anything other than name and generateName, but metadata is implicitly specified"


def metadata_errors(raw: JsonObject, path: FieldPath, *, is_root: bool) -> ErrorList:
    """Validates the declared `apiVersion`, `kind` and `metadata` of the root or an embedded resource."""
    errors: ErrorList = []
    properties = raw.get("properties") or {}
    for name, wanted in (("kind", "string"), ("apiVersion", "string"), ("metadata", "object")):
        declared = properties[name].get("type", "") if name in properties else wanted
        if declared != wanted:
            errors.append(invalid(path.child("properties").key(name).child("type"), declared, f"must be {wanted}"))
    if is_root and "metadata" in properties and _restricts_more(properties["metadata"]):
        errors.append(forbidden(path.child("properties").key("metadata"), _TOO_MUCH))
    return errors


def _restricts_more(metadata: JsonObject) -> bool:
    for keyword, value in metadata.items():
        if keyword == "properties":
            if not _RESTRICTABLE.issuperset(value):
                return True
        elif keyword not in ("type", "default") and leaves_a_trace(keyword, value):
            return True
    return False


_Clause: TypeAlias = tuple[JsonObject, FieldPath]
_Declared: TypeAlias = tuple[JsonObject | None, FieldPath]
"""A schema and its path; None for the schema of an undeclared field."""


def completeness_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Returns errors about fields that the root's junctors constrain without a declaration."""
    errors: ErrorList = []
    for clause in _clauses(raw, path):
        _compare(clause, (raw, path), errors)
    return errors


def _compare(clause: _Clause, declared: _Declared, errors: ErrorList) -> None:
    """Compares one branch, and all schemas below it, with the declaration that it constrains."""
    if declared[0] is None:
        errors.append(required(declared[1], f"because it is defined in {clause[1]}"))
        return
    for inner in _clauses(*clause):
        _compare(inner, declared, errors)
    for inner, counterpart in _pairs(clause, declared[0], declared[1]):
        _compare(inner, counterpart, errors)


def _clauses(raw: JsonObject, path: FieldPath) -> Iterator[_Clause]:
    if "not" in raw:
        yield raw["not"], path.child("not")
    for keyword in JUNCTORS:
        for position, clause in enumerate(raw.get(keyword) or ()):
            yield clause, path.child(keyword).index(position)


def _pairs(clause: _Clause, declared: JsonObject, at: FieldPath) -> Iterator[tuple[_Clause, _Declared]]:
    """Yields the items and fields of a branch, each with its declaration."""
    raw, path = clause
    if (items := items_schema(raw)) is not None:
        yield (items, path.child("items")), (items_schema(declared), at.child("items"))
    fields = declared.get("properties") or {}
    for name, each in properties_of(raw):
        yield (each, path.child("properties").key(name)), (fields.get(name), at.child("properties").key(name))


_INT_OR_STRING: Final = "x-kubernetes-int-or-string"
_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED: Final = "x-kubernetes-embedded-resource"


class Level(Enum):
    """The position of a schema; the value completes "must not be empty …"."""

    ROOT = "at the root"
    ITEM = "for specified array items"
    FIELD = "for specified object fields"


def structural_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Returns errors if a schema is not structural; sorted by their text, as the server sorts them."""
    errors: ErrorList = []
    _check(raw, Level.ROOT, path, errors)
    errors += completeness_errors(raw, path)
    return sorted(errors, key=str)


def _check(raw: JsonObject, level: Level, path: FieldPath, errors: ErrorList) -> None:
    """Validates a schema outside of junctors, and all schemas below it."""
    if not is_leaf(raw):
        _check_children(raw, level, path, errors)
    elif raw.get("type") == "array":
        errors.append(required(path.child("items"), "must be specified"))
    errors += value_errors(raw, path)
    _check_type(raw, level, path, errors)
    if raw.get(_INT_OR_STRING):
        _check_int_or_string(raw, path, errors)
    if raw.get(_EMBEDDED):
        _check_embedded(raw, path, errors)
    if level is Level.ROOT or raw.get(_EMBEDDED):
        errors += metadata_errors(raw, path, is_root=level is Level.ROOT)


def _check_children(raw: JsonObject, level: Level, path: FieldPath, errors: ErrorList) -> None:
    if (items := items_schema(raw)) is not None:
        _check(items, Level.ITEM, path.child("items"), errors)
    elif raw.get("type") == "array":
        errors.append(required(path.child("items"), "must be specified"))
    for name, each in properties_of(raw):
        _check(each, Level.FIELD, path.child("properties").key(name), errors)
    if "additionalProperties" in raw:
        if level is Level.ROOT:
            errors.append(forbidden(path.child("additionalProperties"), "must not be used at the root"))
        if (additional := additional_schema(raw)) is not None:
            _check(additional, Level.FIELD, path.child("additionalProperties"), errors)


def _check_type(raw: JsonObject, level: Level, path: FieldPath, errors: ErrorList) -> None:
    declared = raw.get("type") or ""
    if raw.get(_EMBEDDED):
        if declared != "object":
            detail = f"must be object if {_EMBEDDED} is true"
            at = path.child("type")
            errors.append(invalid(at, declared, detail) if declared else required(at, detail))
    elif not declared and not raw.get(_INT_OR_STRING) and not raw.get(_PRESERVE):
        errors.append(required(path.child("type"), f"must not be empty {level.value}"))
    if level is Level.ROOT and declared not in ("", "object"):
        errors.append(invalid(path.child("type"), declared, "must be object at the root"))


def _check_int_or_string(raw: JsonObject, path: FieldPath, errors: ErrorList) -> None:
    for keyword in (_PRESERVE, _EMBEDDED):
        if raw.get(keyword):
            errors.append(invalid(path.child(keyword), True, f"must be false if {_INT_OR_STRING} is true"))


def _check_embedded(raw: JsonObject, path: FieldPath, errors: ErrorList) -> None:
    if "additionalProperties" in raw:
        errors.append(forbidden(path.child("additionalProperties"), f"must not be used if {_EMBEDDED} is set"))
    if not raw.get(_PRESERVE) and not raw.get("properties"):
        detail = f"must not be empty if {_EMBEDDED} is true without {_PRESERVE}"
        errors.append(required(path.child("properties"), detail))
