"""Tests that the fast path of rules accepts exactly when the slow path reports no error."""

from typing import Any

import pytest

from kapivara.cel.budget import Budget
from kapivara.schema.expressions.data.schema_fit import fit_of
from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.quick import QuickNode
from kapivara.schema.expressions.running.rule_nodes import rules_of
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject

INTEGER: JsonObject = {"type": "integer"}
STRING: JsonObject = {"type": "string", "maxLength": 9}


def ruled(schema: JsonObject, *rules: str | JsonObject) -> JsonObject:
    written = [{"rule": rule} if isinstance(rule, str) else rule for rule in rules]
    return {**schema, "x-kubernetes-validations": written}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


ITEM = ruled(fields(k=STRING, v=INTEGER), "self.v >= oldSelf.v")
KEYED: JsonObject = {
    "type": "array",
    "maxItems": 5,
    "items": ITEM,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
}
LABELS: JsonObject = {**KEYED, "items": fields(k=STRING)}
GROWS = ruled(INTEGER, "self >= oldSelf", "self > 0")
NULLS: JsonObject = {"type": "array", "maxItems": 5, "items": {**INTEGER, "nullable": True}}
SIZED: JsonObject = {**fields(a=INTEGER), "required": ["a"]}
INTEGERS: JsonObject = {"type": "array", "maxItems": 5, "items": INTEGER}
SET: JsonObject = {"type": "array", "maxItems": 5, "items": STRING, "x-kubernetes-list-type": "set"}
ADDRESS: JsonObject = {"type": "string", "format": "ipv4"}
OPTIONAL = ruled(INTEGER, {"rule": "oldSelf.orValue(0) <= self", "optionalOldSelf": True})
DURATION = ruled({"type": "string", "format": "duration"}, "self >= oldSelf", "self > duration('1s')")

CASES: dict[str, tuple[JsonObject, Any, Any, bool]] = {
    "no old value": (fields(a=GROWS), {"a": 1}, ABSENT, True),
    "nothing there": (fields(a=GROWS), {}, {"a": 9}, True),
    "null": (fields(a={**GROWS, "nullable": True}), {"a": None}, {"a": 9}, True),
    "grown": (fields(a=GROWS), {"a": 2}, {"a": 1}, True),
    "shrunk": (fields(a=GROWS), {"a": 1}, {"a": 2}, False),
    "old null": (fields(a=GROWS), {"a": 1}, {"a": None}, True),
    "old value of another kind": (fields(a=fields(b=GROWS)), {"a": {"b": 1}}, {"a": [9]}, True),
    "fails without an old value": (fields(a=GROWS), {"a": 0}, ABSENT, False),
    "optional, none": (fields(a=OPTIONAL), {"a": 1}, ABSENT, True),
    "optional, failing": (fields(a=OPTIONAL), {"a": -1}, ABSENT, False),
    "optional, grown": (fields(a=OPTIONAL), {"a": 5}, {"a": 4}, True),
    "optional, shrunk": (fields(a=OPTIONAL), {"a": 3}, {"a": 4}, False),
    "read beforehand": (fields(a=DURATION), {"a": "60s"}, {"a": "1m"}, True),
    "read beforehand, shrunk": (fields(a=DURATION), {"a": "59s"}, {"a": "1m"}, False),
    "keyed items": (
        fields(a=KEYED),
        {"a": [{"k": "b", "v": 2}]},
        {"a": [{"k": "a", "v": 5}, {"k": "b", "v": 1}]},
        True,
    ),
    "keyed items, shrunk": (fields(a=KEYED), {"a": [{"k": "b", "v": 0}]}, {"a": [{"k": "b", "v": 1}]}, False),
    "keyed items, new": (fields(a=KEYED), {"a": [{"k": "c", "v": 0}]}, {"a": [{"k": "b", "v": 1}]}, True),
    "maps": (
        fields(a={"type": "object", "maxProperties": 5, "additionalProperties": GROWS}),
        {"a": {"x": 1, "y": 7}},
        {"a": {"x": 2}},
        False,
    ),
    "old value that does not fit": (fields(a=GROWS), {"a": 2}, {"a": 1.5}, False),
    "old value that does not fit, optional": (fields(a=OPTIONAL), {"a": 2}, {"a": 1.5}, False),
    "old field that does not fit": (ruled(fields(a=INTEGER), "self.a >= oldSelf.a"), {"a": 2}, {"a": 1.5}, False),
    "old field that nobody looks at": (
        ruled(fields(a=INTEGER, b=INTEGER), "self.a >= oldSelf.a"),
        {"a": 2},
        {"a": 1, "b": "x"},
        True,
    ),
    "null among items": (ruled(fields(a=NULLS), "self.a.exists(x, type(x) == int)"), {"a": [1, None]}, None, True),
    "null among items, failing": (ruled(fields(a=NULLS), "self.a.all(x, x > 0)"), {"a": [1, None]}, None, False),
    "null among items, handed on": (ruled(fields(a=NULLS), "[self.a][0][1] > 0"), {"a": [1, None]}, None, False),
    "null among old items": (ruled(NULLS, "oldSelf[0] > 0 || self == [1]"), [1], [None], True),
    "integers written as numbers": (ruled(INTEGERS, "self.all(x, x != 7)"), [1, 2.0], None, False),
    "presence of an integer written as a number": (ruled(fields(a=INTEGER), "has(self.a)"), {"a": 2.0}, None, False),
    "list in place of a string with a format": (ruled(fields(a=ADDRESS), "self.a != ''"), {"a": ["x"]}, None, False),
    "list compared with what is none": (ruled(INTEGERS, "!(dyn(self) == 1)"), [1], None, False),
    "lists are never zero": (ruled(INTEGERS, "optional.ofNonZeroValue(self).hasValue()"), [], None, True),
    "nothing added to a set": (ruled(SET, "[] + self == ['b', 'a']"), ["a", "b"], None, True),
    "sets that differ": (ruled(SET, "self != oldSelf"), ["a", "b"], ["b", "a"], False),
    "keyed items of text alone": (
        ruled(LABELS, "self == oldSelf"),
        [{"k": "a"}, {"k": "b"}],
        [{"k": "b"}, {"k": "a"}],
        True,
    ),
    "keyed items of text alone that differ": (ruled(LABELS, "self != oldSelf"), [{"k": "a"}], [{"k": "a"}], False),
    "failing evaluation": (ruled(fields(a=INTEGER), "self.a > 0"), {}, ABSENT, False),
    "selected more than once": (ruled(SIZED, "self.a > 0", "self.a < 9 && self.a != 5"), {"a": 4}, None, True),
    "selected more than once, failing": (ruled(SIZED, "self.a > 0", "self.a != 5"), {"a": 5}, None, False),
    "selected and missing": (ruled(SIZED, "self.a > 0 || true", "self.a < 9 || true"), {}, None, True),
    "selected deep down": (ruled(SIZED, f"{'!(' * 60}self.a > 0{')' * 60}", "self.a < 9"), {"a": 4}, None, True),
    "selected of another": (
        ruled({**fields(a=INTEGER, b=SIZED), "required": ["a"]}, "self.b.a == 1", "self.b.a != self.a", "self.a == 2"),
        {"a": 2, "b": {"a": 1}},
        None,
        True,
    ),
    "selected from items": (
        ruled({**fields(a=INTEGER, l=INTEGERS), "required": ["a"]}, "self.l.all(x, x < self.a && self.a > 0)"),
        {"a": 4, "l": [1, 3]},
        None,
        True,
    ),
    "absorbed failure": (ruled(fields(a=INTEGER), "self.a > 0 || true"), {}, ABSENT, True),
}


@pytest.mark.parametrize(("raw", "new", "old", "holds"), CASES.values(), ids=CASES)
def test_both_ways_agree(raw: JsonObject, new: Any, old: Any, holds: bool) -> None:
    schema = Structural(raw)
    node = rules_of(schema)
    assert node is not None
    quick = QuickNode(node)
    for _ in range(2):
        assert (quick.run(new, None if old is ABSENT else old, Budget()) >= 0) is holds
    before = ABSENT if old is None else old
    fits = fit_of(node.declared)(new) and (before is ABSENT or fit_of(node.declared)(before))
    for hurry in (False, True):
        run = evaluate(node, None, Correlated(new, before, schema), fits=fits, quick=hurry)
        assert (run.errors == []) is holds


def test_what_dear_rules_cost_is_counted() -> None:
    numbers: JsonObject = {"type": "array", "maxItems": 2000, "items": INTEGER}
    node = rules_of(Structural(ruled(fields(a=numbers), "self.a.all(x, self.a.all(y, x <= y || x > y))")))
    assert node is not None
    assert 0 < QuickNode(node).run({"a": []}, None, Budget()) < QuickNode(node).run({"a": [1, 2]}, None, Budget()) < 100
    assert QuickNode(node).run({"a": [1] * 2_000}, None, Budget()) < 0


def test_attempts_at_full_speed_are_not_paid_for() -> None:
    """The first object and the tenth get the same errors, although rules may run more than once."""
    text: JsonObject = {"type": "string", "maxLength": 3_000}
    rules = [f"self.replace('', self).size() > {number}" for number in range(20)]
    schema = Structural(fields(spec=ruled(text, *rules)))
    node = rules_of(schema)
    assert node is not None
    pair = Correlated({"spec": "a" * 3_000}, ABSENT, schema)
    thorough = evaluate(node, None, pair, fits=True)
    for _ in range(2):
        assert evaluate(node, None, pair, fits=True, quick=True).errors == thorough.errors
