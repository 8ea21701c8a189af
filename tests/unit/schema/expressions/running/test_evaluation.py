"""Tests of evaluating rules on objects: order, variables and errors."""

from typing import Any

import pytest

from kapivara.field import FieldPath
from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.rule_nodes import rules_of
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue
from kapivara.values.deadline import Deadline, DeadlineExceededError

INTEGER: JsonObject = {"type": "integer"}
STRING: JsonObject = {"type": "string", "maxLength": 64}


def ruled(schema: JsonObject, *rules: str | JsonObject) -> JsonObject:
    written = [{"rule": rule} if isinstance(rule, str) else rule for rule in rules]
    return {**schema, "x-kubernetes-validations": written}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


def told(schema: JsonObject, new: Any, old: Any = ABSENT) -> list[str]:
    """Returns the errors of a spec, equal for a new schema and a compiled one."""
    resource = ResourceSchema(fields(spec=schema))
    before = ABSENT if old is ABSENT else {"spec": old}
    answers = [[str(e) for e in resource.validate_rules({"spec": new}, before, [])] for _ in range(COMPILED_AFTER + 3)]
    assert all(answer == answers[0] for answer in answers)
    return answers[0]


HOLDS: dict[str, tuple[JsonObject, Any]] = {
    "nothing to say": (ruled(INTEGER, "self > 0"), 1),
    "presence": (ruled(fields(a=INTEGER), "!has(self.a)"), {}),
    "null is absent": (ruled(fields(a={**INTEGER, "nullable": True}), "!has(self.a)"), {"a": None}),
    "items that are null": (
        ruled({"type": "array", "maxItems": 3, "items": {**INTEGER, "nullable": True}}, "type(self[1]) == null_type"),
        [1, None],
    ),
    "spelled fields": (ruled(fields(**{"a-b": INTEGER}), "self.a__dash__b == 1 && has(self.a__dash__b)"), {"a-b": 1}),
    "reserved words": (ruled(fields(namespace=STRING), "self.namespace == self.__namespace__"), {"namespace": "x"}),
    "times": (
        ruled(fields(t={"type": "string", "format": "date-time"}), "self.t.getFullYear() == 2024"),
        {"t": "2024-01-01T00:00:00Z"},
    ),
    "lists of times": (
        ruled(
            {"type": "array", "maxItems": 3, "items": {"type": "string", "format": "duration"}},
            "self.all(d, d > duration('1s')) && self[0] == duration('1m')",
        ),
        ["60s", "1h"],
    ),
    "numbers written as integers": (ruled(fields(n={"type": "number"}), "self.n / 2.0 == 0.5"), {"n": 1}),
    "integers or strings": (
        ruled(fields(p={"x-kubernetes-int-or-string": True, "maxLength": 9}), "self.p == 5 || self.p == '5%'"),
        {"p": "5%"},
    ),
    "sets": (
        ruled(
            fields(a={"type": "array", "maxItems": 9, "items": STRING, "x-kubernetes-list-type": "set"}),
            "self.a == ['y', 'x'] && self.a + ['x', 'z'] == ['x', 'y', 'z'] && [self.a] == [['y', 'x']]",
        ),
        {"a": ["x", "y"]},
    ),
    "filtered sets are plain lists": (
        ruled(
            fields(a={"type": "array", "maxItems": 9, "items": STRING, "x-kubernetes-list-type": "set"}),
            "self.a.filter(x, true) != ['y', 'x']",
        ),
        {"a": ["x", "y"]},
    ),
    "values without a type": (ruled(fields(**{"a-b": INTEGER}), "dyn(self).all(k, k == 'a__dash__b')"), {"a-b": 1}),
    "null has no rules": (fields(a=ruled({**INTEGER, "nullable": True}, "false")), {"a": None}),
    "blank lists": (ruled({"type": "array", "maxItems": 3, "items": ruled(INTEGER, "false")}, "size(self) == 0"), []),
}


@pytest.mark.parametrize(("schema", "value"), HOLDS.values(), ids=HOLDS)
def test_rules_that_hold(schema: JsonObject, value: Any) -> None:
    assert told(schema, value) == []


FAILS: dict[str, tuple[JsonObject, Any, list[str]]] = {
    "scalar": (ruled(INTEGER, "self > 1"), 1, ["spec: Invalid value: 1: failed rule: self > 1"]),
    "string": (ruled(STRING, "self == 'b'"), "a", ["spec: Invalid value: \"a\": failed rule: self == 'b'"]),
    "object": (ruled(fields(), "false"), {}, ["spec: Invalid value: failed rule: false"]),
    "message": (ruled(fields(), {"rule": "false", "message": " no "}), {}, ["spec: Invalid value: no"]),
    "made message": (
        ruled(fields(a=INTEGER), {"rule": "false", "message": "no", "messageExpression": "'a is ' + string(self.a)"}),
        {"a": 7},
        ["spec: Invalid value: a is 7"],
    ),
    "message that cannot be made": (
        ruled(fields(a=INTEGER), {"rule": "false", "message": "no", "messageExpression": "string(self.a)"}),
        {},
        ["spec: Invalid value: no"],
    ),
    "message of several lines": (
        ruled(fields(), {"rule": "false", "messageExpression": "'a\\nb'"}),
        {},
        ["spec: Invalid value: failed rule: false"],
    ),
    "message of blanks": (
        ruled(fields(), {"rule": "false", "messageExpression": "'  '"}),
        {},
        ["spec: Invalid value: failed rule: false"],
    ),
    "required": (
        ruled(fields(a=INTEGER), {"rule": "has(self.a)", "reason": "FieldValueRequired", "fieldPath": ".a"}),
        {},
        ["spec.a: Required value: failed rule: has(self.a)"],
    ),
    "forbidden": (
        ruled(fields(a=INTEGER), {"rule": "!has(self.a)", "reason": "FieldValueForbidden"}),
        {"a": 1},
        ["spec: Forbidden: failed rule: !has(self.a)"],
    ),
    "duplicate": (ruled(INTEGER, {"rule": "false", "reason": "FieldValueDuplicate"}), 5, ["spec: Duplicate value: 5"]),
    "every level, top down": (
        ruled(fields(a=ruled({"type": "array", "maxItems": 3, "items": ruled(INTEGER, "self > 1")}, "false")), "1 > 2"),
        {"a": [1, 2]},
        [
            "spec: Invalid value: failed rule: 1 > 2",
            "spec.a: Invalid value: failed rule: false",
            "spec.a[0]: Invalid value: 1: failed rule: self > 1",
        ],
    ),
    "values of maps": (
        {"type": "object", "maxProperties": 5, "additionalProperties": ruled(INTEGER, "self > 1")},
        {"x": 1},
        ["spec[x]: Invalid value: 1: failed rule: self > 1"],
    ),
    "missing key": (
        ruled(fields(a=INTEGER), "self.a > 0"),
        {},
        ['spec: Invalid value: "object": no such key: a evaluating rule: self.a > 0'],
    ),
    "missing key of a spelled field": (
        ruled(fields(**{"a-b": INTEGER}), "self.a__dash__b > 0"),
        {},
        ['spec: Invalid value: "object": no such key: a__dash__b evaluating rule: self.a__dash__b > 0'],
    ),
    "missing key that is null": (
        ruled(fields(a={**INTEGER, "nullable": True}), "self.a > 0"),
        {"a": None},
        ['spec: Invalid value: "object": no such key: a evaluating rule: self.a > 0'],
    ),
    "no overload": (
        ruled(fields(a={"x-kubernetes-int-or-string": True, "maxLength": 9}), "self.a < 1"),
        {"a": "x"},
        [
            "spec: Invalid value: \"object\": 'no such overload': call arguments did not match a supported operator, "
            "function or macro signature for rule: self.a < 1"
        ],
    ),
    "data that cannot be read": (
        ruled(fields(a={"type": "string", "format": "byte", "maxLength": 9}), "has(self.a)", "true || self.a == b''"),
        {"a": "/wA="},
        [
            'spec: Invalid value: "object": Invalid byte formatted string /wA=: illegal base64 data at input byte 0 '
            "evaluating rule: has(self.a)"
        ],
    ),
    "an integer with a point": (
        ruled(fields(a=INTEGER), "self.a > 0"),
        {"a": 1.0},
        ['spec: Invalid value: "object": invalid data, expected int, got float64 evaluating rule: self.a > 0'],
    ),
    "a rule of its own": (
        ruled({"type": "string", "format": "byte", "maxLength": 9}, "size(self) == 2", "1 > 2"),
        "_wA=",
        ['spec: Invalid value: "_wA=": failed rule: 1 > 2'],
    ),
}


@pytest.mark.parametrize(("schema", "value", "errors"), FAILS.values(), ids=FAILS)
def test_rules_that_fail(schema: JsonObject, value: Any, errors: list[str]) -> None:
    assert told(schema, value) == errors


NULLS: dict[str, tuple[str, JsonObject, list[Any], str]] = {
    "absorbed by an item that decides": ("self.all(x, x > 0)", INTEGER, [None, 0], "failed rule: self.all(x, x > 0)"),
    "absorbed by one that holds": ("self.exists(x, x.startsWith('a'))", STRING, [None, "ab"], ""),
    "told": (
        "self[0] > 0",
        INTEGER,
        [None],
        "'no such overload: _>_': call arguments did not match a supported operator, function or macro signature for "
        "rule: self[0] > 0",
    ),
    "no fields": ("self[0].a == 1", fields(a=INTEGER), [None], "no such key: a evaluating rule: self[0].a == 1"),
    "no presence": ("self.all(x, !has(x.a))", fields(a=INTEGER), [None, {}], ""),
    "equal to each other": ("self[0] == self[1]", fields(a=INTEGER), [None, None], ""),
}


@pytest.mark.parametrize(("rule", "items", "value", "detail"), NULLS.values(), ids=NULLS)
def test_items_may_be_null(rule: str, items: JsonObject, value: list[Any], detail: str) -> None:
    errors = told(ruled({"type": "array", "maxItems": 3, "items": {**items, "nullable": True}}, rule), value)
    assert [error.rpartition('"array": ')[2].removeprefix("spec: Invalid value: ") for error in errors] == (
        [detail] if detail else []
    )


def test_transition_rules_need_an_old_value() -> None:
    schema = ruled(INTEGER, "self >= oldSelf")
    assert told(schema, 1) == []
    assert told(schema, 1, 1) == []
    assert told(schema, 1, 2) == ["spec: Invalid value: 1: failed rule: self >= oldSelf"]


def test_an_old_null_is_none() -> None:
    assert told(fields(a=ruled({**INTEGER, "nullable": True}, "self >= oldSelf")), {"a": 1}, {"a": None}) == []


def test_optional_old_values_are_always_there() -> None:
    schema = ruled(INTEGER, {"rule": "oldSelf.optMap(o, o < self).orValue(self == 0)", "optionalOldSelf": True})
    assert told(schema, 0) == []
    assert len(told(schema, 1)) == 1
    assert told(schema, 2, 1) == []
    assert len(told(schema, 1, 1)) == 1


def test_an_optional_old_object_is_read_as_its_schema_says() -> None:
    item = fields(**{"a-b": {"type": "string", "format": "duration"}})
    schema = ruled(
        item, {"rule": "oldSelf.a__dash__b.orValue(self.a__dash__b) <= self.a__dash__b", "optionalOldSelf": True}
    )
    assert told(schema, {"a-b": "1m"}) == []
    assert told(schema, {"a-b": "60s"}, {"a-b": "1m"}) == []
    assert len(told(schema, {"a-b": "59s"}, {"a-b": "1m"})) == 1


def test_old_values_follow_names_and_keys() -> None:
    item = ruled(fields(k=STRING, v=INTEGER), "self.v >= oldSelf.v")
    keyed = {
        "type": "array",
        "maxItems": 5,
        "items": item,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
    }
    schema = fields(m={"type": "object", "maxProperties": 5, "additionalProperties": keyed})
    old = {"m": {"x": [{"k": "a", "v": 5}, {"k": "b", "v": 1}]}}
    new = {"m": {"x": [{"k": "b", "v": 2}, {"k": "a", "v": 4}, {"k": "c", "v": 0}], "y": [{"k": "a", "v": 0}]}}
    assert told(schema, new, old) == ["spec.m[x][1]: Invalid value: failed rule: self.v >= oldSelf.v"]


def test_messages_know_old_values_where_rules_do() -> None:
    made = {"rule": "false", "messageExpression": "'was ' + string(oldSelf)"}
    assert told(ruled(INTEGER, made), 1, 2) == ["spec: Invalid value: 1: failed rule: false"]
    assert told(ruled(INTEGER, made, "oldSelf > 0"), 1, 2) == ["spec: Invalid value: 1: was 2"]


def test_the_root_is_told_as_nothing() -> None:
    resource = ResourceSchema(ruled(fields(spec=INTEGER), "self.metadata.name == 'a'", "self.kind == 'B'"))
    obj = {"kind": "A", "metadata": {"name": "b"}}
    assert [str(error) for error in resource.validate_rules(obj, ABSENT, [])] == [
        "<nil>: Invalid value: failed rule: self.metadata.name == 'a'",
        "<nil>: Invalid value: failed rule: self.kind == 'B'",
    ]


SQUARE = "self.a.all(x, self.a.all(y, x <= y || x > y))"
NUMBERS: JsonObject = {"type": "array", "maxItems": 2000, "items": INTEGER}


def test_a_rule_that_costs_too_much_ends_the_evaluation() -> None:
    schema = ruled(fields(a=NUMBERS), SQUARE, "1 > 2")
    assert told(schema, {"a": list(range(10))}) == ["spec: Invalid value: failed rule: 1 > 2"]
    resource = ResourceSchema(fields(spec=schema))
    assert [str(error) for error in resource.validate_rules({"spec": {"a": list(range(500))}}, ABSENT, [])] == [
        "spec: Invalid value: \"object\": 'operation cancelled: actual cost limit exceeded': no further validation "
        f"rules will be run due to call cost exceeds limit for rule: {SQUARE}"
    ]


def test_costs_are_counted_where_estimates_mistake_them() -> None:
    """The server estimates the list to be as long as the name; the actual cost appears only at run time."""
    rows = fields(name={"type": "string", "maxLength": 1}, names={"type": "array", "items": {"type": "string"}})
    rule = "self.all(x, x.names.all(y, y != x.name))"
    schema = ruled({"type": "array", "maxItems": 100, "items": rows}, rule)
    resource = ResourceSchema(fields(spec=schema))
    spec: JsonValue = [{"name": "a", "names": ["b"] * 5_000}] * 60
    for _ in range(COMPILED_AFTER + 2):
        assert [str(error) for error in resource.validate_rules({"spec": spec}, ABSENT, [])] == [
            "spec: Invalid value: \"array\": 'operation cancelled: actual cost limit exceeded': no further validation "
            f"rules will be run due to call cost exceeds limit for rule: {rule}"
        ]


def test_rules_share_one_budget_of_bytes() -> None:
    text: JsonObject = {"type": "string", "maxLength": 3_000}
    schema = ruled(text, *[f"self.replace('', self).size() > {number}" for number in range(20)])
    resource = ResourceSchema(fields(spec=schema))
    errors = [str(error) for error in resource.validate_rules({"spec": "a" * 3_000}, ABSENT, [])]
    assert errors[0] == (
        'spec: Invalid value: "string": kapivara cannot go on: values take more than 128 MiB in all evaluating rule: '
        "self.replace('', self).size() > 14"
    )
    assert len(errors) == 6


LARGER_THAN_ATTEMPTS = {
    "bytes": ("self.replace('', self).size() > 0", "a" * 2_900),
    "cost": ("self.all(x, self.all(y, self.all(z, x + y + z >= 0)))", list(range(32))),
}


@pytest.mark.parametrize(("rule", "spec"), LARGER_THAN_ATTEMPTS.values(), ids=LARGER_THAN_ATTEMPTS)
def test_rules_hold_that_take_more_than_attempts_may(rule: str, spec: JsonValue) -> None:
    text: JsonObject = {"type": "string", "maxLength": 3_000}
    numbers: JsonObject = {"type": "array", "maxItems": 200, "items": INTEGER}
    resource = ResourceSchema(fields(spec=ruled(text if isinstance(spec, str) else numbers, rule)))
    for _ in range(COMPILED_AFTER + 2):
        assert resource.validate_rules({"spec": spec}, ABSENT, []) == []


def test_rules_end_when_their_time_is_up() -> None:
    asked = []

    def clock() -> float:
        asked.append(None)
        return float(len(asked))

    resource = ResourceSchema(fields(spec=ruled(INTEGER, *["self < 0"] * 100)))
    with pytest.raises(DeadlineExceededError):
        resource.validate_rules({"spec": 1}, ABSENT, [], deadline=Deadline(10, clock))
    assert len(asked) == 11


BUDGETS = {
    "enough": (300, ["f: Invalid value: failed rule: 1 > 2"]),
    "used up": (
        100,
        [
            'f: Invalid value: "object": validation failed due to running out of cost budget, no further validation '
            "rules will be run"
        ],
    ),
}


@pytest.mark.parametrize(("budget", "errors"), BUDGETS.values(), ids=BUDGETS)
def test_rules_share_a_budget(budget: int, errors: list[str]) -> None:
    schema = Structural(ruled(fields(a=NUMBERS), SQUARE, SQUARE, "1 > 2"))
    node = rules_of(schema)
    assert node is not None
    run = evaluate(node, FieldPath.of("f"), Correlated({"a": [1, 2, 3]}, ABSENT, schema), budget, fits=True)
    assert [str(error) for error in run.errors] == errors
    assert (run.remaining >= 0) is (budget == 300)


def test_a_message_may_use_the_budget_up() -> None:
    rule = {"rule": "self.a == []", "message": "no", "messageExpression": f"string({SQUARE})"}
    schema = Structural(ruled(fields(a=NUMBERS), rule, "1 > 2"))
    node = rules_of(schema)
    assert node is not None
    run = evaluate(node, FieldPath.of("f"), Correlated({"a": [1, 2, 3]}, ABSENT, schema), 30, fits=True)
    assert [str(error) for error in run.errors] == [
        'f: Invalid value: "object": messageExpression evaluation failed due to running out of cost budget, no '
        "further validation rules will be run"
    ]
