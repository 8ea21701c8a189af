"""Conversion by CEL rules (`conversion.strategy: ConversionRules`), as sketched in KEP-2876; not in v1.37.

Each pair of versions has rules, each of which sets a field of the converted object. The field's path starts at a scope,
which may match several places (`spec.list[*]`). In the expression, `self` is the original scope. A null result leaves
the field unset; an object result, or a rule without a field, sets the fields of the result. All other fields are copied
if the schema of the target version declares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.apis.groups.apiextensions.validation.hub import HubSpec
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.schema.expressions.compiling.scoped import ObjectMeter, ScopedExpression, ScopedExpressionError
from kapivara.schema.expressions.running.default_rules import validate_default_rules
from kapivara.schema.server_version import ServerVersion
from kapivara.schema.structural.structural import ExtendedStructural, Structural
from kapivara.values import JsonObject, JsonValue, copy_json
from kapivara.values.record import record

SPEC = FieldPath.of("spec")


def validate_extended_rules(hub: HubSpec, server: ServerVersion) -> ErrorList:
    """Validates these rules of a CRD without other errors."""
    errors: ErrorList = []
    if server.has_default_rules:
        for path, schema in _schemas(hub):
            errors += validate_default_rules(schema, path.child("openAPIV3Schema"), server)
    if server.has_conversion_rules:
        errors += _converter_errors(hub, server)
    return errors


def _schemas(hub: HubSpec) -> Iterator[tuple[FieldPath, JsonObject]]:
    shared = schema_of(hub.validation)
    if shared is not None:
        yield SPEC.child("validation"), shared
    for position, version in enumerate(hub.versions or ()):
        own = schema_of(version.get("schema"))
        if own is not None:
            yield SPEC.child("versions").index(position).child("schema"), own


def _converter_errors(hub: HubSpec, server: ServerVersion) -> ErrorList:
    conversion = cast("dict[str, Any]", hub.spec["conversion"])
    versions = {each["name"]: schema_of(each.get("schema")) for each in hub.versions or ()}

    def find(name: str) -> Structural | None:
        raw = versions.get(name) or schema_of(hub.validation)
        return None if raw is None else ExtendedStructural(raw, server)

    path = SPEC.child("conversion").child("converters")
    return validate_converters(conversion.get("converters") or (), path, find, list(versions))


STRATEGY: Final = "ConversionRules"
_EACH: Final = "[*]"
_NO_FIELD: Final = "must lead to something that the schema of the version declares, such as spec.list[*].name"


@record(eq=False)
class ConversionRule:
    """A compiled rule, with the steps to its scope and from there to its field."""

    scope: tuple[str, ...]
    field: tuple[str, ...]
    expression: ScopedExpression

    def apply(self, source: JsonObject, target: JsonObject, meter: ObjectMeter) -> None:
        """Evaluates the rule on an object and sets the results in its copy; raises CelError."""
        for place in _places(source, self.scope):
            made = self.expression.value(_at(source, place), meter)
            _put(target, (*place, *self.field), made)


def read_rules(converter: JsonObject, schema: Structural | None) -> list[ConversionRule]:
    """Returns the compiled rules of a converter by the schema of its source version; skips invalid rules."""
    found = []
    for raw in converter.get("rules") or ():
        try:
            found.append(_compiled(raw, schema))
        except ScopedExpressionError:
            continue
    return found


def _compiled(raw: JsonObject, schema: Structural | None) -> ConversionRule:
    scope = _steps(raw.get("scope") or "")
    node = _node(schema, scope)
    if node is None:
        raise ScopedExpressionError(f"scope: {_NO_FIELD}")
    expression = ScopedExpression(node, raw.get("rule") or "", resource=not scope)
    return ConversionRule(scope, _steps(raw.get("field") or ""), expression)


def _steps(path: str) -> tuple[str, ...]:
    """Splits a path into steps: `spec.list[*].name` becomes spec, list, [*], name."""
    return tuple(step for step in path.replace(_EACH, f".{_EACH}").split(".") if step)


def _node(schema: Structural | None, steps: Sequence[str]) -> Structural | None:
    for step in steps:
        if schema is None:
            return None
        schema = (schema.items or schema.additional_schema) if step == _EACH else schema.properties.get(step)
    return schema


def _places(value: JsonValue, steps: Sequence[str], before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the existing places of an object that a scope matches."""
    if not steps:
        yield before
        return
    first, *rest = steps
    if first == _EACH:
        keys: Sequence[Any] = range(len(value)) if type(value) is list else list(value) if type(value) is dict else ()
    else:
        keys = (first,) if type(value) is dict and value.get(first) is not None else ()
    for key in keys:
        yield from _places(value[key], rest, (*before, key))


def _at(value: Any, place: Sequence[Any]) -> JsonValue:
    for key in place:
        value = value[key]
    found: JsonValue = value
    return found


def _put(target: Any, place: Sequence[Any], made: JsonValue) -> None:
    """Sets the value at a place and creates its parents.

    Null removes the value, an object updates only its own fields.
    """
    if not place:
        if type(made) is dict:
            target.update(copy_json(made))
        return
    *above, last = place
    for key in above:
        below = target[key] if type(target) is list else target.get(key)
        if type(below) not in (dict, list):
            if made is None:
                return
            below = target[key] = {}
        target = below
    if made is None:
        if type(target) is dict:
            target.pop(last, None)
        return
    there = target[last] if type(target) is list else target.get(last)
    if type(made) is dict and type(there) is dict:
        there.update(copy_json(made))
    else:
        target[last] = copy_json(made)


def validate_converters(
    converters: Sequence[JsonObject],
    path: FieldPath,
    schema_of: Callable[[str], Structural | None],
    names: Sequence[str],
) -> ErrorList:
    """Validates converters: existing versions, unique pairs, and rules that compile."""
    errors: ErrorList = []
    seen: set[tuple[str, str]] = set()
    for position, each in enumerate(converters):
        at = path.index(position)
        pair = each.get("fromVersion") or "", each.get("toVersion") or ""
        for field, name in zip(("fromVersion", "toVersion"), pair, strict=True):
            if name not in names:
                errors.append(invalid(at.child(field), name, "must be the name of a version"))
        if pair in seen or pair[0] == pair[1]:
            errors.append(invalid(at.child("toVersion"), pair[1], "must be another version, and each pair stands once"))
        seen.add(pair)
        for number, rule in enumerate(each.get("rules") or ()):
            errors += _rule_errors(rule, at.child("rules").index(number), schema_of(pair[0]), schema_of(pair[1]))
    return errors


def _rule_errors(rule: JsonObject, at: FieldPath, source: Structural | None, target: Structural | None) -> ErrorList:
    if not rule.get("rule"):
        return [required(at.child("rule"))]
    whole = (*_steps(rule.get("scope") or ""), *_steps(rule.get("field") or ""))
    if target is not None and _node(target, whole) is None:
        return [invalid(at.child("field"), rule.get("field") or "", _NO_FIELD)]
    try:
        _compiled(rule, source)
    except ScopedExpressionError as error:
        return [invalid(at.child("rule"), rule["rule"], str(error))]
    return []


def convert_by_rules(obj: JsonObject, rules: Sequence[ConversionRule]) -> JsonObject:
    """Returns a copy of an object with the results of the rules; raises CelError, and CannotError for too much JSON."""
    converted: JsonObject = copy_json(obj)
    meter = ObjectMeter()
    for rule in rules:
        rule.apply(obj, converted, meter)
    meter.close()
    return {**converted, "metadata": obj["metadata"]} if "metadata" in obj else converted
