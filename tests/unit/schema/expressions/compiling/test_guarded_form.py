"""Tests of rules over data that does not fit its schema: reads fail as on the server, and nothing else does."""

from typing import Any, Final

import pytest

from kapivara.cel.budget import Budget
from kapivara.schema.expressions.running.evaluation import Evaluation, evaluate
from kapivara.schema.expressions.running.rule_nodes import RuleNode, rules_of
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject

INTEGER: JsonObject = {"type": "integer"}
NUMBER: JsonObject = {"type": "number"}
STRING: JsonObject = {"type": "string", "maxLength": 64}
BOOLEAN: JsonObject = {"type": "boolean"}
INT_OR_STRING: JsonObject = {"x-kubernetes-int-or-string": True}
DATE: JsonObject = {"type": "string", "format": "date"}
DATE_TIME: JsonObject = {"type": "string", "format": "date-time"}
DURATION: JsonObject = {"type": "string", "format": "duration"}
BYTES: JsonObject = {"type": "string", "format": "byte"}
ANY: JsonObject = {"x-kubernetes-preserve-unknown-fields": True}


def listed(items: JsonObject, **more: Any) -> JsonObject:
    return {"type": "array", "maxItems": 5, "items": items, **more}


def mapped(values: JsonObject) -> JsonObject:
    return {"type": "object", "maxProperties": 5, "additionalProperties": values}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


SET = listed(STRING, **{"x-kubernetes-list-type": "set"})
KEYED = listed(fields(k=STRING, v=INTEGER), **{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]})
HOLDS: Final = ""
FAILS: Final = "failed rule"


def told(schema: JsonObject, rule: JsonObject, new: Any, old: Any) -> str:
    """Returns the result of a rule, with and without counting: `HOLDS`, `FAILS`, or the error of its evaluation."""
    raw = {"type": "object", "properties": {"spec": {**schema, "x-kubernetes-validations": [rule]}}}
    node = rules_of(Structural(raw))
    assert node is not None
    pair = Correlated({"spec": new}, ABSENT if old is ABSENT else {"spec": old}, node.schema)
    answers = {tuple(map(str, untrusted(node, pair, metered=each).errors)) for each in (False, True)}
    assert len(answers) == 1
    errors = answers.pop()
    assert len(errors) <= 1
    return _failure(errors[0], schema.get("type", "")) if errors else HOLDS


def untrusted(node: RuleNode, pair: Correlated, *, metered: bool) -> Evaluation:
    """Evaluates rules by the form that accepts any data."""
    run = Evaluation(10**9, Budget(), metered=metered, fits=False)
    run.visit(node, None, pair)
    return run


def _failure(error: str, shown: str) -> str:
    if ": failed rule: " in error:
        return FAILS
    text = error.removeprefix(f'spec: Invalid value: "{shown}": ').partition(" evaluating rule: ")[0]
    return text[1:].partition("': call arguments")[0] if text.startswith("'") else text


# A schema, a rule, data, and the result of the rule in kube-apiserver v1.37.

DATA: dict[str, tuple[JsonObject, str, Any, str]] = {
    "float for an integer": (INTEGER, "self > 1", 1.5, "invalid data, expected int, got float64"),
    "string for an integer": (INTEGER, "self == 7", "x", "invalid data, expected int, got string"),
    "list for a string": (STRING, "self == 'a'", [1], "invalid data, expected string, got []interface {}"),
    "object for a boolean": (BOOLEAN, "self", {"a": 1}, "invalid data, expected bool, got map[string]interface {}"),
    "boolean for a number": (NUMBER, "self > 1.0", True, "invalid data, expected float, got bool"),
    "null that may not be": (
        listed(INTEGER),
        "self[0] > 1",
        [None],
        "invalid data, got null for schema with nullable=false",
    ),
    "null that may be": (listed({**INTEGER, "nullable": True}), "self[0] > 1", [None], "no such overload: _>_"),
    "string for a list": (
        listed(INTEGER),
        "size(self) > 0",
        "x",
        "invalid data, expected an array for the provided schema with type=array",
    ),
    "list for an object": (
        fields(a=INTEGER),
        "has(self.a)",
        [1],
        "invalid data, expected a map for the provided schema with type=object",
    ),
    "list for a map": (
        mapped(INTEGER),
        "'x' in self",
        [1],
        "invalid data, expected a map for the provided schema with type=object",
    ),
    "float for an integer or string": (
        INT_OR_STRING,
        "self == 1",
        1.5,
        "invalid data, expected XIntOrString value to be either a string or integer",
    ),
    "no date": (
        DATE,
        "self.getFullYear() > 1",
        "2020-13-45",
        'Invalid date formatted string 2020-13-45: parsing time "2020-13-45": month out of range',
    ),
    "no date-time": (
        DATE_TIME,
        "self.getFullYear() > 1",
        "7",
        'Invalid date-time formatted string 7: parsing time "7" as "2006-01-02T15:04:05": cannot parse "7" as "2006"',
    ),
    "number for a date-time": (DATE_TIME, "self.getFullYear() > 1", 7, "invalid data, expected string, got int64"),
    "no duration": (DURATION, "self > duration('1h')", "x", "Invalid duration x: unable to parse x as duration"),
    "no bytes": (
        BYTES,
        "size(self) > 1",
        "%%%",
        "Invalid byte formatted string %%%: illegal base64 data at input byte 0",
    ),
    "absorbed by or": (INTEGER, "self > 1 || true", "x", HOLDS),
    "absorbed by and": (INTEGER, "self > 1 && false", "x", FAILS),
    "not asked": (INTEGER, "true", "x", HOLDS),
    "not asked, and false": (STRING, "false", {"a": 1}, FAILS),
    "the condition of a choice": (BOOLEAN, "self ? true : false", "x", "invalid data, expected bool, got string"),
    "the branch that is not taken": (INTEGER, "true ? true : self > 1", "x", HOLDS),
    "presence of a field": (fields(a=INTEGER), "has(self.a)", {"a": "x"}, "invalid data, expected int, got string"),
    "absent field": (fields(a=INTEGER), "!has(self.a)", {"a": None}, HOLDS),
    "optional field": (fields(a=INTEGER), "self.?a.hasValue()", {"a": "x"}, "invalid data, expected int, got string"),
    "other field": (fields(a=INTEGER, b=INTEGER), "self.b == 1", {"a": "x", "b": 1}, HOLDS),
    "field of what is no object": (
        fields(a=fields(b=INTEGER)),
        "self.a.b == 1",
        {"a": [1]},
        "invalid data, expected a map for the provided schema with type=object",
    ),
    "optional field of what is no object": (
        fields(a=fields(b=INTEGER)),
        "self.?a.?b.hasValue()",
        {"a": [1]},
        "invalid data, expected a map for the provided schema with type=object",
    ),
    "elements that are not asked": (listed(INTEGER), "self.size() == 2 && self[0] == 1", [1, "x"], HOLDS),
    "an element that decides": (listed(INTEGER), "self.exists(x, x == 1)", ["x", 1], HOLDS),
    "no element that decides": (
        listed(INTEGER),
        "self.exists(x, x == 2)",
        ["x", 1],
        "invalid data, expected int, got string",
    ),
    "all, decided": (listed(INTEGER), "self.all(x, x > 1)", ["x", 1], FAILS),
    "all, undecided": (listed(INTEGER), "self.all(x, x > 0)", ["x", 1], "invalid data, expected int, got string"),
    "filter, the last failure": (
        listed(INTEGER),
        "self.filter(x, x > 0).size() == 1",
        ["x", 1.5, 1],
        "invalid data, expected int, got float64",
    ),
    "filter that does not ask": (
        listed(INTEGER),
        "self.filter(x, true).size() == 2",
        ["x", 1],
        "invalid data, expected int, got string",
    ),
    "map that does not ask": (listed(INTEGER), "self.map(x, 1) == [1, 1]", ["x", 1], HOLDS),
    "map, the first failure": (
        listed(INTEGER),
        "self.map(x, x + 1) == [1]",
        ["x", 1.5],
        "invalid data, expected int, got string",
    ),
    "membership found": (listed(INTEGER), "1 in self", ["x", 1], HOLDS),
    "membership not found": (listed(INTEGER), "2 in self", ["x", 1], "invalid data, expected int, got string"),
    "membership in a sum": (listed(INTEGER), "2 in (self + [3])", ["x", 1], FAILS),
    "membership in a list put before": (
        listed(INTEGER),
        "2 in ([3] + self)",
        ["x", 1],
        "invalid data, expected int, got string",
    ),
    "optional element": (listed(INTEGER), "self[?0].hasValue()", ["x"], HOLDS),
    "value of an optional element": (
        listed(INTEGER),
        "self[?0].orValue(1) == 1",
        ["x"],
        "invalid data, expected int, got string",
    ),
    "first of all": (listed(INTEGER), "self.first().hasValue()", ["x"], HOLDS),
    "unequal optionals": (listed(INTEGER), "self.first() != self.last()", ["x", 1], HOLDS),
    "equality fails on the left": (
        listed(INTEGER),
        "self == [1, 2]",
        ["x", 2],
        "invalid data, expected int, got string",
    ),
    "inequality holds where equality fails": (listed(INTEGER), "self != [1, 2]", ["x", 2], HOLDS),
    "a failure on the right is a difference": (listed(INTEGER), "[1, 2] == self", ["x", 2], FAILS),
    "lists of other sizes": (listed(INTEGER), "self == [1]", ["x", 2], FAILS),
    "failures in lists count as equal": (fields(a=INTEGER), "[self] == [self]", {"a": "x"}, HOLDS),
    "failures in maps count as equal": (fields(a=INTEGER), "{'x': self} == {'x': self}", {"a": "x"}, HOLDS),
    "failures in lists put together stand": (
        fields(a=INTEGER),
        "[self] + [self] == [self, self]",
        {"a": "x"},
        "invalid data, expected int, got string",
    ),
    "data with another type": (listed(INTEGER), "dyn(self) == 1", [1], "no such overload"),
    "data without another type": (listed(INTEGER), "dyn(self) != 1", [1], HOLDS),
    "an object with null": (fields(a=INTEGER), "dyn(self) == null", {"a": 1}, FAILS),
    "objects by their fields": (
        fields(a=INTEGER, b=INTEGER),
        "self == self",
        {"a": "x", "b": 1},
        "invalid data, expected int, got string",
    ),
    "sum": (listed(INTEGER), "self.sum() == 1", [1, "x"], "invalid data, expected int, got string"),
    "sum of what starts wrong": (listed(INTEGER), "self.sum() == 1", ["x", 1], "no such overload: sum(list)"),
    "greatest": (listed(INTEGER), "self.max() == 2", [1, "x"], "invalid data, expected int, got string"),
    "order": (listed(INTEGER), "self.isSorted()", [2, 1, "x"], FAILS),
    "order, undecided": (listed(INTEGER), "self.isSorted()", [1, 2, "x"], "invalid data, expected int, got string"),
    "null has no order": (listed({**INTEGER, "nullable": True}), "self.isSorted()", [1, None], "no such overload"),
    "place": (listed(INTEGER), "self.indexOf(1) == 1", ["x", 1], HOLDS),
    "sorted": (listed(INTEGER), "self.sort() == [1]", [1, "x"], "list elements must have the same type"),
    "distinct": (listed(INTEGER), "self.distinct().size() == 3", ["x", "x", 1], HOLDS),
    "joined": (
        listed(STRING),
        "self.join(',') == 'a'",
        ["a", 1],
        "join: invalid input: invalid data, expected string, got int64",
    ),
    "slice": (listed(INTEGER), "self.slice(1, 2) == [1]", ["x", 1], HOLDS),
    "flattened": (listed(listed(INTEGER)), "self.flatten().size() == 2", ["x", [1]], HOLDS),
    "contained": (listed(INTEGER), "sets.contains(self, [1])", ["x", 1], HOLDS),
    "not contained": (listed(INTEGER), "sets.contains(self, [2])", ["x", 1], "invalid data, expected int, got string"),
    "intersecting": (listed(INTEGER), "sets.intersects(self, [2])", ["x", 1], FAILS),
    "values of a map": (
        mapped(INTEGER),
        "self.all(k, self[k] > 0)",
        {"x": "y"},
        "invalid data, expected int, got string",
    ),
    "keys of a map": (mapped(INTEGER), "self.all(k, k == 'x')", {"x": "y"}, HOLDS),
    "keys and values of a map": (
        mapped(INTEGER),
        "self.all(k, v, v > 0)",
        {"x": "y"},
        "invalid data, expected int, got string",
    ),
    "a key of a map": (mapped(INTEGER), "'x' in self", {"x": "y"}, "invalid data, expected int, got string"),
    "another key of a map": (mapped(INTEGER), "'z' in self", {"x": "y"}, FAILS),
    "set in another order": (SET, "self == ['b', 'a']", ["a", "b"], HOLDS),
    "set with a wrong element": (SET, "self == self", ["a", 1], FAILS),
    "set added to": (SET, "self + ['b'] == ['b', 'a']", ["a", "b"], HOLDS),
    "keyed list with a wrong value": (
        KEYED,
        "self == self",
        [{"k": "a", "v": "x"}],
        "invalid data, expected int, got string",
    ),
    "keyed list with what is no object": (KEYED, "self == self", ["x"], FAILS),
    "keyed list with a key that is a list": (
        KEYED,
        "self == self",
        [{"k": [1]}],
        "internal error: runtime error: hash of unhashable type []interface {}",
    ),
    "keyed list added to": (KEYED, "self + self == self", [{"k": "a", "v": 1}], HOLDS),
    "sorted by a field": (listed(fields(a=INTEGER)), "self.sortBy(x, x.a)[0].a == 1", [{"a": 2}, {"a": 1}], HOLDS),
    "sorted by a wrong field": (
        listed(fields(a=INTEGER)),
        "self.sortBy(x, x.a)[0].a == 1",
        [{"a": "x"}, {"a": 1}],
        "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add",
    ),
    "type of an element": (listed(INTEGER), "type(self[0]) == int", ["x"], "invalid data, expected int, got string"),
    "index that is no integer": (listed(INTEGER), "self[dyn(0.0)] == 1", [1], "unsupported index: 0"),
    "key that is no string": (mapped(INTEGER), "self[dyn(1)] == 1", {"x": 1}, "no such overload"),
    "printed": (
        listed(INTEGER),
        "'%s'.format([self]) == ''",
        ["x"],
        "error during formatting: no formatting function for error",
    ),
    "never zero": (listed(INTEGER), "optional.ofNonZeroValue(self).hasValue()", [], HOLDS),
    "map of keyed values": (
        fields(a=mapped(listed(INTEGER))),
        "self.a.x[0] == 1",
        {"a": {"x": ["y"]}},
        "invalid data, expected int, got string",
    ),
}


@pytest.mark.parametrize(("schema", "rule", "data", "outcome"), DATA.values(), ids=DATA)
def test_data(schema: JsonObject, rule: str, data: Any, outcome: str) -> None:
    assert told(schema, {"rule": rule}, data, ABSENT) == outcome


OLD_DATA: dict[str, tuple[JsonObject, str, bool, Any, Any, str]] = {
    "unknown data is the same": (fields(a=ANY), "self == oldSelf", False, {"a": [1]}, {"a": [1]}, HOLDS),
    "unknown data is another": (fields(a=ANY), "self == oldSelf", False, {"a": [1]}, {"a": [1.0]}, FAILS),
    "keyed list in another order": (
        KEYED,
        "self == oldSelf",
        False,
        [{"k": "a", "v": 1}, {"k": "b", "v": 2}],
        [{"k": "b", "v": 2}, {"k": "a", "v": 1}],
        HOLDS,
    ),
    "old value": (INTEGER, "self == oldSelf", False, 7, "x", "invalid data, expected int, got string"),
    "old value, absorbed": (INTEGER, "oldSelf > 1 || self == 7", False, 7, "x", HOLDS),
    "old field": (
        fields(a=INTEGER),
        "!has(oldSelf.a) || self.a == oldSelf.a",
        False,
        {"a": 1},
        {"a": "x"},
        "invalid data, expected int, got string",
    ),
    "optional old value": (INTEGER, "oldSelf.hasValue()", True, 7, "x", HOLDS),
    "value of the optional old value": (
        INTEGER,
        "oldSelf.value() == self",
        True,
        7,
        "x",
        "invalid data, expected int, got string",
    ),
    "no optional old value": (
        INTEGER,
        "!oldSelf.hasValue() && self == 7",
        True,
        "x",
        ABSENT,
        "invalid data, expected int, got string",
    ),
}


@pytest.mark.parametrize(("schema", "rule", "optional", "new", "old", "outcome"), OLD_DATA.values(), ids=OLD_DATA)
def test_old_data(schema: JsonObject, rule: str, optional: bool, new: Any, old: Any, outcome: str) -> None:
    assert told(schema, {"rule": rule, "optionalOldSelf": optional}, new, old) == outcome


def test_a_value_that_does_not_fit_is_shown() -> None:
    raw = {"type": "object", "properties": {"spec": {**STRING, "x-kubernetes-validations": [{"rule": "false"}]}}}
    node = rules_of(Structural(raw))
    assert node is not None
    errors = evaluate(node, None, Correlated({"spec": {"a": 1}}, ABSENT, node.schema), fits=False).errors
    assert [str(error) for error in errors] == ['spec: Invalid value: {"a":1}: failed rule: false']


def test_a_message_that_reads_what_does_not_fit_is_not_made() -> None:
    rule = {"rule": "false", "messageExpression": "'it is ' + string(self)", "message": "no"}
    raw = {"type": "object", "properties": {"spec": {**INTEGER, "x-kubernetes-validations": [rule]}}}
    node = rules_of(Structural(raw))
    assert node is not None
    errors = evaluate(node, None, Correlated({"spec": "x"}, ABSENT, node.schema), fits=False).errors
    assert [str(error) for error in errors] == ['spec: Invalid value: "x": no']
