"""Converters in CEL (`conversion.strategy: ConversionRules`), as KEP-2876 sketches them: not in v1.37.

For a pair of versions there are rules, each of which sets a field of the converted object: its path, from a scope that
may stand for several places (`spec.list[*]`). The expression sees the scope of the object as it was as `self`. Null
leaves the field unset; an object, or no field at all, sets those fields that the expression makes. What no rule is
about is taken over as it is, as far as the schema of the other version has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from kapivara.cel.codegen.metered import Meter
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.schema.expressions.scoped import ScopedExpression, ScopedExpressionError, object_meter
from kapivara.schema.structural import Structural
from kapivara.values import JsonObject, JsonValue, copy_json
from kapivara.values.record import record

STRATEGY: Final = "ConversionRules"
_EACH: Final = "[*]"
_NO_FIELD: Final = "must lead to something that the schema of the version declares, such as spec.list[*].name"


@record(eq=False)
class ConversionRule:
    """One rule that compiles, with the steps to its scope, and from there to what it sets."""

    scope: tuple[str, ...]
    field: tuple[str, ...]
    expression: ScopedExpression

    def apply(self, source: JsonObject, target: JsonObject, meter: Meter) -> None:
        """Sets in a copy of an object what the rule makes of the object; raises CelError."""
        for place in _places(source, self.scope):
            made = self.expression.value(_at(source, place), meter)
            _put(target, (*place, *self.field), made)


def read_rules(converter: JsonObject, schema: Structural | None) -> list[ConversionRule]:
    """Compiles the rules of a converter over the schema of the version that it is from; those that do not are left."""
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
    """Takes a path apart: `spec.list[*].name` is spec, list, [*], name."""
    return tuple(step for step in path.replace(_EACH, f".{_EACH}").split(".") if step)


def _node(schema: Structural | None, steps: Sequence[str]) -> Structural | None:
    for step in steps:
        if schema is None:
            return None
        schema = (schema.items or schema.additional_schema) if step == _EACH else schema.properties.get(step)
    return schema


def _places(value: JsonValue, steps: Sequence[str], before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the places in an object that a scope stands for, and that are there."""
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
    """Sets what stands at a place, and what leads there; null takes it away, an object sets its fields alone."""
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
    """Judges converters: between versions that there are, each pair once, with rules that compile."""
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
    """Returns a copy of an object with what rules set; raises CelError."""
    converted: JsonObject = copy_json(obj)
    meter = object_meter()
    for rule in rules:
        rule.apply(obj, converted, meter)
    return {**converted, "metadata": obj["metadata"]} if "metadata" in obj else converted
