"""Estimates the cost of CEL rules in OpenAPI documents, as the server does for CRDs, and proposes bounds.

The document's schemas are merged into one schema per root type; rules that are too expensive, or do not compile, are
reported at their field. An expensive rule is no error in a document, which need not become a CRD.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kapivara.field import FieldPath
from kapivara.generator.model.author_error import AuthorError, told_once
from kapivara.generator.model.json_fields import json_fields
from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Member, Position, Type, TypeKind
from kapivara.generator.openapi_documents.type_descriptions import schema_name
from kapivara.schema.expressions.cost_errors import excess_message
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.pricing.pricing import Remedy, RuleCost, price_rules, total_cost
from kapivara.schema.structural.combining import ERRORS, RULES, STRIP_ZERO, Schema, combine
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_OPAQUE: Final[Schema] = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
_LEFT_OUT: Final = frozenset((STRIP_ZERO, ERRORS, "default", "description", "x-kubernetes-group-version-kind"))
_PATCHING: Final = "x-kubernetes-patch-"
_MOST_PARTS: Final = 50_000
_STEP = lazy_pattern(r"\.(?:properties\[([^\]]*)\]|(items|additionalProperties)(?=\.|$))")


class _TooLargeError(Exception):
    """A schema that is too large to be merged."""


@record(eq=False)
class Priced:
    """Rules that do not compile, and rules that cost more than the server allows in CRDs."""

    errors: list[AuthorError]
    dear: list[AuthorError]


def price_types(types: list[Type], schemas: Schema, prefix: str) -> Priced:
    """Estimates the cost of the rules of types, from the schemas of their document."""
    types = [kind for kind in types if not _is_list(kind)]
    held = {schema_name(found) for kind in types for found in _held(kind)}
    tops = [kind for kind in types if schema_name(kind) not in held] or types
    found = Priced([], [])
    for kind in tops:
        try:
            whole = _Whole(schemas, prefix).of(schema_name(kind))
        except _TooLargeError:
            continue
        if "metadata" in whole.get("properties", {}):
            whole["properties"]["metadata"] = {"type": "object"}
        rules = price_rules(whole, FieldPath.of("schema"))
        _add_errors(found.errors, kind, rules)
        _add_dear(found.dear, kind, rules)
    return Priced(told_once(found.errors), told_once(found.dear))


def _is_list(kind: Type) -> bool:
    """Returns whether a type is a list of objects, as in list responses: each object is validated by itself."""
    return any(each.embedded and each.type.name.name == "ListMeta" for each in kind.members)


def _held(kind: Type) -> Iterator[Type]:
    for field in json_fields(kind):
        found = _innermost(field.member.type)
        if found is not kind:
            yield found


def _innermost(kind: Type) -> Type:
    kind = value_type(kind)
    while kind.kind in (TypeKind.SLICE, TypeKind.MAP, TypeKind.ARRAY) and kind.elem is not None:
        kind = value_type(kind.elem)
    return kind


class _Whole:
    """Replaces references between schemas by the schemas; a recursive type becomes an object of any kind."""

    def __init__(self, schemas: Schema, prefix: str):
        self._schemas = schemas
        self._prefix = prefix
        self._parts = 0

    def of(self, name: str, above: tuple[str, ...] = ()) -> Schema:
        """Returns the schema of a type with all references replaced."""
        if name in above or name not in self._schemas:
            return dict(_OPAQUE)
        return self._whole(self._schemas[name], (*above, name))

    def _whole(self, schema: Schema, above: tuple[str, ...]) -> Schema:
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise _TooLargeError
        if not schema or "oneOf" in schema or schema.get("format") == "int-or-string":
            return {"x-kubernetes-int-or-string": True} if schema else {"x-kubernetes-preserve-unknown-fields": True}
        if "$ref" in schema:
            made = self.of(schema["$ref"].removeprefix(self._prefix), above)
        else:
            made = {}
            for each in schema.get("allOf", ()):
                combine(made, self._whole(each, above))
        combine(made, self._own(schema, above))
        return made

    def _own(self, schema: Schema, above: tuple[str, ...]) -> Schema:
        made: Schema = {}
        for keyword, value in schema.items():
            if keyword in _LEFT_OUT or keyword in ("$ref", "allOf") or keyword.startswith(_PATCHING):
                continue
            if keyword == "properties":
                made[keyword] = {name: self._whole(each, above) for name, each in value.items()}
            elif keyword in ("items", "additionalProperties"):
                made[keyword] = self._whole(value, above)
            else:
                made[keyword] = value
        return made


def _add_errors(errors: list[AuthorError], kind: Type, rules: tuple[RuleCost, ...]) -> None:
    """Adds an error for each rule that does not compile."""
    for rule in rules:
        if rule.error:
            place, field = _place_of(kind, str(rule.at))
            errors.append(_error_at(f"rule {rule.text!r}: {rule.error}", place, kind, field))


def _add_dear(dear: list[AuthorError], kind: Type, rules: tuple[RuleCost, ...]) -> None:
    """Adds an error for each rule that exceeds its limit, and for rules that exceed the limit together."""
    total = total_cost(rules)
    for rule in rules:
        if rule.cost <= RULE_COST_LIMIT and not (total > SCHEMA_COST_LIMIT and rule.remedies):
            continue
        place, field = _place_of(kind, str(rule.at))
        alone = rule.cost > RULE_COST_LIMIT
        what, cost, limit = _ALONE if alone else _TOGETHER, rule.cost if alone else total, _LIMITS[alone]
        error = _error_at(f"rule {rule.text!r}: {excess_message(what, cost, limit)}", place, kind, field)
        error.hint = _hint(rule, kind)
        dear.append(error)


_ALONE, _TOGETHER = "estimated rule cost", "estimated cost of all rules together"
_LIMITS = {True: RULE_COST_LIMIT, False: SCHEMA_COST_LIMIT}


def _error_at(message: str, place: Position | None, kind: Type, field: str) -> AuthorError:
    name = f"{kind}.{field}" if field else str(kind)
    return AuthorError(message, place, type_name=str(kind), field=name)


def _hint(rule: RuleCost, kind: Type) -> str:
    if not rule.remedies:
        return ""
    return f"it would fit with {' and '.join(_bound(each, kind) for each in rule.remedies[0])}"


def _bound(remedy: Remedy, kind: Type) -> str:
    place, field = _place_of(kind, str(remedy.place.path))
    return f"+k8s:{remedy.keyword}={remedy.value} at {field or kind} ({place})"


def _place_of(kind: Type, path: str) -> tuple[Position | None, str]:
    """Returns the place of the field to which a path in a type's schema leads, and its path in an object."""
    at: Any = kind
    member: Member | None = None
    steps = []
    for found in _STEP.finditer(path.partition(f".{RULES}")[0]):
        if found[1] is None:
            at = value_type(at).elem
            steps.append("[]")
        else:
            fields = {each.name: each.member for each in json_fields(value_type(at))}
            if found[1] not in fields:
                break
            member = fields[found[1]]
            at = member.type
            steps.append(f".{found[1]}")
    return (kind.place if member is None else member.place), "".join(steps).removeprefix(".")
