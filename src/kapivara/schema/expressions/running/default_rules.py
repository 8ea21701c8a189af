"""Defaults computed by CEL expressions (`x-kubernetes-default`), as sketched in KEP-2876; not in v1.37.

A rule belongs to an object, which it sees as `self`; `field` is the path of the field that it sets. It runs if that
field is not set after the schema's defaults were filled in, outer objects first. If it results in null, or fails, the
field stays unset. The value is validated as if the client had sent it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kapivara.cel.errors import CelError
from kapivara.cel.types import CelKind
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.schema.expressions.compiling.scoped import ObjectMeter, ScopedExpression, ScopedExpressionError
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.data.places import SchemaPlace, places_below
from kapivara.schema.server_version import ServerVersion
from kapivara.schema.structural.structural import ExtendedStructural, Structural
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record

KEYWORD: Final = "x-kubernetes-default"


@record(eq=False)
class DefaultRule:
    """A compiled rule, with the steps from its object to the field that it sets."""

    steps: Sequence[str]
    expression: ScopedExpression


def apply_default_rules(value: JsonValue, schema: Structural) -> None:
    """Sets the fields of rules, in place; raises CannotError if they add too much to the request."""
    if schema.holds_default_rules:
        meter = ObjectMeter()
        _apply(value, schema, meter, is_root=True)
        meter.close()


def _apply(value: JsonValue, schema: Structural, meter: ObjectMeter, *, is_root: bool = False) -> None:
    if not schema.holds_default_rules:
        return
    if type(value) is list:
        if schema.items is not None:
            for item in value:
                _apply(item, schema.items, meter)
    elif type(value) is dict:
        for rule in _rules_of(schema, is_root=is_root):
            _fill(value, rule, meter)
        additional = schema.additional_schema
        for name, item in value.items():
            below = schema.properties.get(name) or additional
            if below is not None:
                _apply(item, below, meter)


def _fill(value: JsonObject, rule: DefaultRule, meter: ObjectMeter) -> None:
    """Sets an unset field, if its parents exist."""
    *above, name = rule.steps
    holder: JsonValue = value
    for step in above:
        holder = holder.get(step) if type(holder) is dict else None
    if type(holder) is not dict or holder.get(name) is not None:
        return
    try:
        made = rule.expression.value(value, meter)
    except CelError:
        return
    if made is not None:
        holder[name] = made


def _rules_of(schema: Structural, *, is_root: bool) -> tuple[DefaultRule, ...]:
    known = schema.known.default_rules
    if known is None:
        found = []
        for raw in schema.raw.get(KEYWORD) or ():
            try:
                found.append(_compiled(schema, raw, is_root=is_root))
            except ScopedExpressionError:  # accepted when the gate had another meaning
                continue
        known = schema.known.default_rules = tuple(found)
    return known


def _compiled(schema: Structural, raw: JsonObject, *, is_root: bool) -> DefaultRule:
    expression = ScopedExpression(schema, raw.get("rule") or "", resource=is_root)
    return DefaultRule((raw.get("field") or "").split("."), expression)


def validate_default_rules(raw: JsonObject, path: FieldPath, server: ServerVersion) -> ErrorList:
    """Validates the rules of a schema without other errors."""
    schema = ExtendedStructural(raw, server)
    if not schema.holds_default_rules:
        return []
    return [
        error
        for place in places_below(SchemaPlace(raw, path))
        for position, rule in enumerate(place.raw.get(KEYWORD) or ())
        for error in _errors(place, rule, place.path.child(KEYWORD).index(position), server)
    ]


def _errors(place: SchemaPlace, rule: JsonObject, at: FieldPath, server: ServerVersion) -> ErrorList:
    errors = [required(at.child(name)) for name in ("rule", "field") if not rule.get(name)]
    if errors:
        return errors
    schema = ExtendedStructural(place.raw, server)
    target: Structural | None = schema
    for step in rule["field"].split("."):
        target = None if target is None else target.properties.get(step)
    if target is None:
        return [invalid(at.child("field"), rule["field"], "must be the path of a field that the schema declares")]
    try:
        made = _compiled(schema, rule, is_root=place.is_root)
    except ScopedExpressionError as error:
        return [invalid(at.child("rule"), rule["rule"], str(error))]
    return _type_errors(made.expression, target, rule, at)


def _type_errors(expression: ScopedExpression, target: Structural, rule: JsonObject, at: FieldPath) -> ErrorList:
    wanted, made = declare(target), expression.checked.result_type
    open_kinds = (CelKind.DYN, CelKind.NULL, CelKind.OPAQUE)
    if wanted is None or made.kind in open_kinds or made.kind is wanted.kind or target.int_or_string:
        return []
    if {made.kind, wanted.kind} == {CelKind.MAP, CelKind.OBJECT}:
        return []
    detail = f"must evaluate to what {rule['field']} is, {target.type}, or to null; it makes {made}"
    return [invalid(at.child("rule"), rule["rule"], detail)]
