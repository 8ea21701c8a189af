"""Tests of objects whose data does not fit the schema, but is forgiven, and read by rules."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import FieldPath, Operation, Verb
from kapivara.schema.expressions.running.checking import default_rule_errors
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue

UPDATE = Operation(Verb.UPDATE)
INTEGER: JsonObject = {"type": "integer"}
STRING: JsonObject = {"type": "string"}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


def ruled(schema: JsonObject, *rules: str) -> JsonObject:
    return {**schema, "x-kubernetes-validations": [{"rule": rule} for rule in rules]}


def update(schema: JsonObject, a: JsonValue, *, old: JsonValue = ..., subresource: str = "") -> list[str]:
    """Returns the errors of an update that changes `o` beside `a`, by a new and by a compiled schema."""
    resource = ResourceSchema(fields(spec=fields(a=schema, o=STRING), status=fields(n=INTEGER)))
    answers = [_update(resource, a, a if old is ... else old, subresource) for _ in range(COMPILED_AFTER + 3)]
    assert all(answer == answers[0] for answer in answers)
    return answers[0]


def _update(resource: ResourceSchema, a: JsonValue, before: JsonValue, subresource: str) -> list[str]:
    new: Any = {"spec": {"a": a, "o": "1"}}
    old: Any = {"spec": {"a": before, "o": "0"}}
    ratchet = resource.ratchet(new, old)
    whole = not subresource
    errors = (resource.validate if whole else resource.validate_status)(UPDATE, new, old, ratchet)
    return [str(each) for each in errors + resource.validate_rules(new, old, errors, ratchet, judged_whole=whole)]


def test_a_number_that_has_become_an_integer() -> None:
    problem = 'spec.a: Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: self > 1'
    assert update(ruled(INTEGER, "self > 1"), 1.5) == [problem]
    assert update(ruled(INTEGER, "self > 1"), 1.5, subresource="status") == [problem]


def test_what_no_rule_reads_is_forgiven() -> None:
    assert update(INTEGER, 1.5) == []
    assert update(ruled(INTEGER, "self > 1 || true"), 1.5) == []


def test_old_data_is_read_with_the_same_care() -> None:
    problem = 'spec.a: Invalid value: "integer": invalid data, expected int, got string evaluating rule: '
    assert update(ruled(INTEGER, "self != oldSelf"), 1, old="x") == [problem + "self != oldSelf"]


def test_status_alone_is_judged_by_the_schema_and_all_is_read_by_rules() -> None:
    rule = "self.all(x, x != 7)"
    problem = 'spec.a: Invalid value: "array": invalid data, expected int, got string evaluating rule: ' + rule
    listed: JsonObject = {"type": "array", "maxItems": 3, "items": INTEGER}
    assert update(ruled(listed, rule), [1, "x"], subresource="status") == [problem]
    assert update(ruled(listed, rule), [1], subresource="status") == []


@pytest.mark.parametrize("where", ["new", "old"])
def test_costs_are_counted_where_data_is_larger_than_declared(where: str) -> None:
    listed: JsonObject = {"type": "array", "maxItems": 2, "items": INTEGER}
    large: list[JsonValue] = list(range(700))
    rule = "self.all(x, self.all(y, x + y >= 0))"
    if where == "old":
        rule = rule.replace("self", "oldSelf")
    errors = update(ruled(listed, rule), large if where == "new" else [1], old=large)
    assert errors == [
        "spec.a: Invalid value: \"array\": 'operation cancelled: actual cost limit exceeded': no further validation "
        f"rules will be run due to call cost exceeds limit for rule: {rule}"
    ]


def test_rules_that_expressions_cannot_see_are_not_missed() -> None:
    hidden: JsonObject = {**STRING, "properties": {"x": ruled(INTEGER, "self > 1")}}
    wrong = 'spec.a: Invalid value: "object": spec.a in body must be of type string: "object"'
    assert update(hidden, {"x": 0}, old={}) == [wrong]
    assert len(update(ruled(hidden, "self != 'x'"), {"x": 0}, old={})) == 2


def test_rules_without_a_type_are_told_of_a_default_that_reaches_them() -> None:
    unknown: JsonObject = {"x-kubernetes-preserve-unknown-fields": True}
    problem = "rule compiler initialization error: failed to convert to declType for CEL validation rules"

    def told(schema: JsonObject, default: JsonValue) -> list[str]:
        errors, _ = default_rule_errors(Structural({**schema, "default": default}), FieldPath.of("default"), None)
        return [str(each) for each in errors]

    listed: JsonObject = {"type": "array", "items": unknown}
    assert told(ruled(listed, "true"), ["a"]) == [f'default: Invalid value: "array": {problem}']
    assert told({"type": "array", "items": ruled(listed, "true")}, [[], None]) == [
        f'default[0]: Invalid value: "array": {problem}'
    ]
    mapped: JsonObject = {"type": "object", "additionalProperties": ruled(unknown, "true")}
    assert told(mapped, {"a": 1}) == [f'default[a]: Invalid value: "": {problem}']
    assert told(mapped, {}) == []
