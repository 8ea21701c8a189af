"""Tests of facts about rules from their schema: always true, never true, and unguarded reads."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from kapivara.cel.possible import RuleResult, result_of, unguarded_reads
from kapivara.schema.expressions.compiling.compilation import RuleCompiler
from kapivara.schema.expressions.compiling.schema_facts import SchemaFacts
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.rule_nodes import rules_of
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural

ITEM = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "x": {"type": "integer"}, "on": {"type": "boolean"}},
}
SCHEMA = {
    "type": "object",
    "required": ["size", "mode", "maybe"],
    "allOf": [{"required": ["other"]}],
    "properties": {
        "size": {"type": "integer", "minimum": 1, "maximum": 9},
        "above": {"type": "integer", "minimum": 1, "exclusiveMinimum": True},
        "mode": {"type": "string", "enum": ["Fast", "Slow"]},
        "other": {"type": "string", "maxLength": 3},
        "maybe": {"type": "string", "nullable": True},
        "count": {"type": "integer", "default": 1},
        "a": {"type": "integer"},
        "b": {"type": "integer"},
        "on": {"type": "boolean"},
        "o": {"type": "object", "properties": {"x": {"type": "integer", "default": 1}, "y": {"type": "integer"}}},
        "items": {"type": "array", "maxItems": 5, "items": ITEM},
        "two": {"type": "array", "minItems": 2, "items": {"type": "string"}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "namespace": {"type": "string"},
    },
}


def compiled(rule: str, *, optional: bool = False) -> tuple[object, SchemaFacts]:
    declared = declare(Structural(SCHEMA))
    assert declared is not None
    found = RuleCompiler(declared).compile({"rule": rule, "optionalOldSelf": optional}, lambda *_: False)
    assert found.rule is not None, found.error
    return found.rule.checked, SchemaFacts(declared, is_resource=False)


READS: list[tuple[str, list[str]]] = [
    ("self.a > 0", ["self.a"]),
    ("self.size > 0 && self.mode == 'Fast' && self.other == '' && self.count > 0", []),
    ("self.maybe == ''", ["self.maybe"]),
    ("has(self.a) && self.a > 0", []),
    ("self.a > 0 && has(self.a)", []),
    ("!has(self.a) || self.a > 0", []),
    ("self.a > 0 || !has(self.a)", []),
    ("has(self.a) ? self.a > 0 : true", []),
    ("has(self.a) || self.a > 0", ["self.a"]),
    ("has(self.b) && self.a > 0", ["self.a"]),
    ("has(self.a) && has(self.b) && self.a > self.b", []),
    ("!(has(self.a) && has(self.b)) || self.a > self.b", []),
    ("!has(self.a) || !has(self.b) || self.a > self.b", []),
    ("self.o.x > 0", ["self.o"]),
    ("has(self.o) && self.o.x > 0", []),
    ("has(self.o) && self.o.y > 0", ["self.o.y"]),
    ("has(self.o.y) && self.o.y > 0", ["self.o"]),
    ("has(self.o) && has(self.o.y) && self.o.y > 0", []),
    ("self.?a.orValue(0) > 0", []),
    ("self.?o.?y.orValue(0) > 0", []),
    ("self.?a.value() > 0", ["self.a"]),
    ("self.?a.hasValue() && self.?a.value() > 0", []),
    ("self.?a.optMap(v, v > 0).orValue(true)", []),
    ("self.items.all(i, i.name != '')", ["self.items"]),
    ("has(self.items) && self.items.all(i, i.x > 0)", ["self.items.@items.x"]),
    ("!has(self.items) || self.items.all(i, !has(i.x) || i.x > 0)", []),
    ("!has(self.items) || self.items.exists(i, has(i.x) && i.x > 0)", []),
    ("!has(self.items) || self.items.filter(i, has(i.x)).all(i, i.x > 0)", []),
    ("!has(self.items) || self.items.filter(i, has(i.on)).all(i, i.x > 0)", ["self.items.@items.x"]),
    ("!has(self.items) || self.items.map(i, has(i.x), i.x).all(x, x > 0)", []),
    ("!has(self.items) || self.items.map(i, i.x).all(x, x > 0)", ["self.items.@items.x"]),
    ("!has(self.items) || self.items.exists_one(i, i.x == 1)", ["self.items.@items.x"]),
    ("!has(self.items) || (self.items.all(i, has(i.x)) && self.items.all(i, i.x > 0))", []),
    ("self.?items.orValue([]).all(i, i.x > 0)", ["self.items.@items.x"]),
    ("!has(self.items) || self.items.all(k, i, i.x > k)", ["self.items.@items.x"]),
    ("!has(self.items) || self.items.transformList(k, i, i.x).size() > 0", ["self.items.@items.x"]),
    ("!has(self.items) || self.items.sortBy(i, i.x).size() > 0", ["self.items.@items.x"]),
    ("has(self.labels) && self.labels['a'] == ''", ["self.labels.['a']"]),
    ("has(self.labels) && 'a' in self.labels && self.labels['a'] == ''", []),
    ("has(self.labels) && has(self.labels.a) && self.labels.a == ''", []),
    ("has(self.labels) && self.labels.all(k, self.labels[k] != '')", []),
    ("has(self.items) && self.items[0].name == ''", ["self.items.[0]"]),
    ("has(self.items) && size(self.items) > 0 && self.items[0].name == ''", []),
    ("has(self.items) && self.items.size() == 1 && self.items[0].name == ''", []),
    ("has(self.two) && self.two[1] == '' && self.two[2] == ''", ["self.two.[2]"]),
    ("self.a == oldSelf.a", ["self.a", "oldSelf.a"]),
    ("!has(oldSelf.a) || (has(self.a) && self.a == oldSelf.a)", []),
    ("self.__namespace__ == ''", ["self.__namespace__"]),
    ("[self.a].size() > 0 && {'a': self.b}.size() > 0", ["self.a", "self.b"]),
    ("duration('1s') > duration('0s') && self.a > 0", ["self.a"]),
]


@pytest.mark.parametrize(("rule", "read"), READS)
def test_reads_that_nothing_guards(rule: str, read: list[str]) -> None:
    checked, facts = compiled(rule)
    assert [".".join(each.path) for each in unguarded_reads(checked, facts)] == read  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "read"),
    [
        ("oldSelf.value().size == self.size", ["oldSelf"]),
        ("!oldSelf.hasValue() || oldSelf.value().size == self.size", []),
        ("!oldSelf.hasValue() || oldSelf.value().a == self.size", ["oldSelf.a"]),
        ("oldSelf.optMap(o, o.size == self.size).orValue(true)", []),
        ("oldSelf.?a.orValue(1) == 1", []),
    ],
)
def test_old_objects_that_there_may_not_be(rule: str, read: list[str]) -> None:
    checked, facts = compiled(rule, optional=True)
    assert [".".join(each.path) for each in unguarded_reads(checked, facts)] == read  # type: ignore[arg-type]


VERDICTS = [
    ("true", "ALWAYS"),
    ("1 + 1 == 2", "ALWAYS"),
    ("'a'.startsWith('b')", "NEVER"),
    ("self == self", "ALWAYS"),
    ("self.size == self.size", "ALWAYS"),
    ("self == oldSelf", "DEPENDS"),
    ("self.size > 0", "ALWAYS"),
    ("self.size >= 1 && self.size <= 9", "ALWAYS"),
    ("self.size > 9", "NEVER"),
    ("self.size > 8", "DEPENDS"),
    ("10 > self.size", "ALWAYS"),
    ("!has(self.above) || self.above > 1", "ALWAYS"),
    ("!has(self.above) || self.above > 2", "DEPENDS"),
    ("self.size == 10", "NEVER"),
    ("self.mode == 'fast'", "NEVER"),
    ("self.mode != 'fast'", "ALWAYS"),
    ("self.mode in ['Fast', 'Slow', 'Other']", "ALWAYS"),
    ("self.mode in ['Fast']", "DEPENDS"),
    ("self.mode in []", "NEVER"),
    ("self.mode == 'Fast' || self.mode == 'Slow'", "DEPENDS"),
    ("self.mode.size() >= 4", "ALWAYS"),
    ("self.other == 'long'", "NEVER"),
    ("size(self.other) <= 3", "ALWAYS"),
    ("has(self.size)", "ALWAYS"),
    ("has(self.count)", "ALWAYS"),
    ("has(self.a)", "DEPENDS"),
    ("has(self.maybe)", "DEPENDS"),
    ("has(self.a) || true", "ALWAYS"),
    ("has(self.a) && false", "NEVER"),
    ("has(self.size) ? true : self.a > 1", "ALWAYS"),
    ("!has(self.items) || self.items.size() <= 5", "ALWAYS"),
    ("!has(self.items) || self.items.all(i, has(i.name))", "ALWAYS"),
    ("has(self.two) && self.two.all(i, false)", "NEVER"),
    ("!has(self.items) || self.items.exists(i, false)", "DEPENDS"),
    ("[].all(x, false)", "ALWAYS"),
    ("[1, 2].exists(x, x > 5)", "NEVER"),
    ("self.on", "DEPENDS"),
    ("quantity('1Gi').isGreaterThan(quantity('1Mi'))", "DEPENDS"),
]


@pytest.mark.parametrize(("rule", "verdict"), VERDICTS)
def test_what_is_decided_before(rule: str, verdict: str) -> None:
    assert result_of(*compiled(rule)) is RuleResult[verdict]  # type: ignore[arg-type]


def test_what_every_object_has() -> None:
    raw = {"type": "object", "properties": {"spec": {"type": "object"}}}
    declared = declare(Structural(raw), resource=True)
    assert declared is not None
    rule = {"rule": "self.metadata.name != '' && self.kind != '' && self.metadata.generateName != ''"}
    found = RuleCompiler(declared).compile(rule, lambda *_: False)
    assert found.rule is not None
    reads = unguarded_reads(found.rule.checked, SchemaFacts(declared, is_resource=True))
    assert [".".join(each.path) for each in reads] == ["self.metadata.generateName"]


def test_large_expressions_are_left_alone() -> None:
    checked, facts = compiled(" && ".join(["self.a > 0"] * 3000))
    assert unguarded_reads(checked, facts) == []  # type: ignore[arg-type]
    assert result_of(checked, facts) is RuleResult.DEPENDS  # type: ignore[arg-type]


def objects() -> list[dict[str, Any]]:
    """Returns objects that the schema accepts, with and without each optional field."""
    always: dict[str, Any] = {"size": 1, "mode": "Fast", "other": "", "maybe": "", "count": 1}
    optional: list[tuple[str, list[Any]]] = [
        ("a", [1]),
        ("b", [0]),
        ("o", [{"x": 1}, {"x": 1, "y": 1}]),
        ("items", [[], [{"name": ""}], [{"name": "b", "on": True}], [{"name": "a", "x": 1, "on": True}]]),
        ("above", [2]),
        ("two", [["", ""], ["", "", ""]]),
        ("labels", [{}, {"a": ""}]),
        ("namespace", [""]),
        ("on", [True]),
    ]
    made = []
    for values in product(*([..., *values] for _, values in optional[:4])):
        made.append({**always, **{name: v for (name, _), v in zip(optional, values, strict=False) if v is not ...}})
    rest = {name: values[-1] for name, values in optional}
    made += [{**always, **rest, name: value} for name, values in optional for value in values]
    return [*made, {**always, **rest, "maybe": None, "size": 9, "mode": "Slow", "other": "abc"}]


@pytest.mark.parametrize("rule", [*dict(READS), *dict(VERDICTS)])
def test_what_is_foretold_holds_when_rules_run(rule: str) -> None:
    schema = Structural({**SCHEMA, "x-kubernetes-validations": [{"rule": rule}]})
    node = rules_of(schema, resource=False)
    assert node is not None
    said = []
    for each in objects():
        run = evaluate(node, None, Correlated(each, each, schema), fits=True)
        said.append(str(run.errors[0]) if run.errors else "")
    failed = [
        each
        for each in said
        if "no such key" in each or "index out of bounds" in each or "optional" in each or "internal error" in each
    ]
    checked, facts = compiled(rule)
    assert bool(unguarded_reads(checked, facts)) == bool(failed)  # type: ignore[arg-type]
    match result_of(checked, facts):  # type: ignore[arg-type]
        case RuleResult.ALWAYS:
            assert not any(said)
        case RuleResult.NEVER:
            assert all(said)
        case RuleResult.DEPENDS if rule in dict(READS):
            assert "" in said
