"""Tests of every value rule, fast and slow: accepted values, and the server's errors."""

import pytest

from kapivara.compiler.validator import WARM
from kapivara.schema.resource.validator import validator_for
from kapivara.schema.structural.structural import Structural

INTEGER = {"type": "integer"}
STRING = {"type": "string"}
CHECKED = '<nil>: Invalid value: "": Checked value must be of type'


def told(schema, value):
    validator = validator_for(Structural({"type": "object", "properties": {"v": schema}}))
    errors = validator.explain(None, {"v": value})
    assert {validator.ok({"v": value}) for _ in range(WARM + 2)} == {not errors}  # first walked, then compiled
    return [str(error) for error in errors]


PASSES = [
    (STRING, ""),
    (STRING | {"nullable": True}, None),
    ({}, None),
    (INTEGER, 2.0),
    ({"type": "number"}, 3),
    ({"x-kubernetes-int-or-string": True}, "80%"),
    (STRING | {"maxLength": 2}, "éé"),
    (STRING | {"pattern": "b+"}, "abba"),
    (STRING | {"format": "date"}, "2024-02-29"),
    (STRING | {"format": "date"}, ["a list passes here: kept"]),
    (STRING | {"format": "no-such-format"}, "x"),
    ({"enum": [3]}, 3.9),
    ({"enum": ["A"]}, 65),
    (INTEGER | {"multipleOf": 3}, -9),
    ({"type": "number", "multipleOf": 0.1}, 0.3),
    ({"type": "array", "items": INTEGER, "maxItems": 2}, [1, 2]),
    ({"type": "array", "uniqueItems": True}, [1, 1.0, True, "1"]),
    ({"type": "object", "additionalProperties": INTEGER}, {"a": 1}),
    ({"type": "array", "x-kubernetes-list-type": "set", "items": {}}, [1, 1.0, True]),
    (
        {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["p"], "items": {}},
        [{"p": 1.0}, {"p": 1}],
    ),
    ({"oneOf": [{"minimum": 3}, {"maximum": 5}]}, 9),
    ({"not": {"enum": ["x"]}}, "y"),
]


@pytest.mark.parametrize(("schema", "value"), PASSES, ids=lambda each: repr(each)[:60])
def test_passes(schema, value):
    assert told(schema, value) == []


REFUSED = [
    (STRING, 5, 'v: Invalid value: "integer": v in body must be of type string: "integer"'),
    (STRING, None, 'v: Invalid value: "null": v in body must be of type string: "null"'),
    (INTEGER | {"format": "int32"}, 2**31, f"{CHECKED} integer with format int32 in v"),
    ({"type": "number", "format": "float"}, 1e39, f"{CHECKED} number with format float in v"),
    (INTEGER | {"minimum": 3}, 2, "v: Invalid value: 2: v in body should be greater than or equal to 3"),
    (INTEGER | {"maximum": 3, "exclusiveMaximum": True}, 3, "v: Invalid value: 3: v in body should be less than 3"),
    (INTEGER | {"multipleOf": 4}, 6, "v: Invalid value: 6: v in body should be a multiple of 4"),
    (STRING | {"maxLength": 1}, "ab", "v: Too long: may not be more than 1 byte"),
    (STRING | {"minLength": 3}, "ab", 'v: Invalid value: "ab": v in body should be at least 3 chars long'),
    (STRING | {"pattern": "^b$"}, "ab", "v: Invalid value: \"ab\": v in body should match '^b$'"),
    (STRING | {"format": "date"}, "x", 'v: Invalid value: "x": v in body must be of type date: "x"'),
    ({"enum": ["a", 1]}, "b", 'v: Unsupported value: "b": supported values: "a", "1"'),
    ({"enum": [None]}, None, 'v: Unsupported value: null: supported values: "null"'),
    ({"type": "array", "maxItems": 1}, [1, 2], "v: Too many: 2: must have at most 1 item"),
    ({"type": "array", "minItems": 1}, [], "v: Invalid value: 0: v in body should have at least 1 items"),
    ({"type": "array", "uniqueItems": True}, [[], []], 'v: Invalid value: "": v in body shouldn\'t contain duplicates'),
    ({"type": "object", "maxProperties": 0}, {"a": 1}, "v: Too many: 1: must have at most 0 items"),
    ({"type": "object", "required": ["a"]}, {}, "v.a: Required value"),
    ({"additionalProperties": False}, {"a": 1}, 'v: Invalid value: "a": v.a in body is a forbidden property'),
    ({"type": "array", "x-kubernetes-list-type": "set", "items": {}}, [1, 2, 1, 1], "v[2]: Duplicate value: 1"),
    (
        {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {}},
        [{"k": "a", "x": 1}, {"k": "a"}],
        'v[1]: Duplicate value: {"k":"a"}',
    ),
    (
        {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k", "p"], "items": {}},
        [{"k": "a", "p": 1.0}, {"k": "a", "p": 1}],
        'v[1]: Duplicate value: {"k":"a","p":1}',
    ),
    ({"not": {}}, 1, '<nil>: Invalid value: "": "v" must not validate the schema (not)'),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "value", "text"), REFUSED, ids=lambda each: repr(each)[:60])
def test_is_refused_in_the_servers_words(schema, value, text):
    assert told(schema, value) == [text]


def test_a_fraction_in_an_int32_field_is_told_twice():
    assert told(INTEGER | {"format": "int32"}, 1.5) == [
        'v: Invalid value: "float64": v in body must be of type int32: "float64"',
        '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in v',
    ]


def test_a_bound_that_does_not_fit_the_type_refuses_every_value():
    assert told(INTEGER | {"maximum": 2.5}, 1) == [
        '<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in v'
    ]


def test_any_of_tells_the_branch_with_most_matches():
    schema = {"anyOf": [{"required": ["a"]}, {"required": ["b"], "properties": {"c": {"maximum": 3}}}]}
    assert told(schema, {"c": 1}) == [
        '<nil>: Invalid value: "": "v" must validate at least one schema (anyOf)',
        "v.b: Required value",
    ]


def test_one_of_counts_its_alternatives():
    assert told({"oneOf": [{"minimum": 1}, {"minimum": 2}]}, 3) == [
        '<nil>: Invalid value: "": "v" must validate one and only one schema (oneOf). Found 2 valid alternatives'
    ]


def test_the_same_failure_is_told_once():
    assert told({"allOf": [{"required": ["a"]}, {"required": ["a"]}], "type": "object"}, {}) == [
        "v.a: Required value",
        '<nil>: Invalid value: "": "v" must validate all the schemas (allOf). None validated',
    ]


def test_list_paths_are_real_paths_and_value_paths_are_dotted():
    schema = {
        "type": "object",
        "additionalProperties": {"type": "array", "items": {"minimum": 1}, "x-kubernetes-list-type": "set"},
    }
    assert told(schema, {"x.y": [0, 0]}) == [
        "v.x.y[0]: Invalid value: 0: v.x.y[0] in body should be greater than or equal to 1",
        "v.x.y[1]: Invalid value: 0: v.x.y[1] in body should be greater than or equal to 1",
        "v[x.y][1]: Duplicate value: 0",
    ]


def test_nodes_are_planned_only_when_a_value_reaches_them():
    raw = {"type": "object", "properties": {"near": {"type": "object", "properties": {"far": STRING}}}}
    validator = validator_for(Structural(raw))
    assert validator.ok({})
    near = validator.root.plan.members.properties["near"]
    assert near._plan is None
    assert validator.ok({"near": {}})
    assert near._plan is not None
