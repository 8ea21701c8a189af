"""Expressions and data made to exhaust time or memory: they stop with a message, soon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kapivara import cel
from kapivara.api import Api
from kapivara.cel import types
from kapivara.cli.commands.cel.evaluation import VariableContext

VARIABLES = {"s": types.STRING, "l": types.list_of(types.INT), "d": types.DYN}
DATA: dict[str, Any] = {"s": "abc", "l": [0, 1, 2], "d": {"a": 1}}
SOON = 1000  # units, about ten seconds; most take a few


@pytest.fixture(autouse=True)
def in_little_time(pace: Any) -> Iterator[None]:
    with pace.within(SOON):
        yield


PATTERNS = ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^((((a*)*)*)*)*$", "(.*)(.*)(.*)(.*)(.*)[^ab]", "a{0,500}a{0,500}c"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_that_look_exponential(pattern: str) -> None:
    program = cel.compile(f"s.matches('{pattern}') || s.find('{pattern}') == s", VARIABLES)
    assert program.evaluate({"s": "a" * 50_000 + "b"}) is False


def test_a_pattern_too_large() -> None:
    with pytest.raises(cel.CelError):
        cel.compile("s.matches('((a{100}){100}){100}')", VARIABLES).evaluate(DATA)


GROWING = {
    "text": "[s]" + ".map(y, y + y)" * 60 + ".size() > 0",
    "lists": "[l]" + ".map(y, y + y)" * 60 + ".size() > 0",
    "lists of unknown type": "[dyn(l)]" + ".map(y, y + y)" * 60 + ".size() > 0",
    "lists in lists, printed": "'%s'.format([[dyn(l)]" + ".map(y, dyn([y, y]))" * 60 + "]) == ''",
    "optional values in lists, printed": "'%s'.format([[dyn(l)]"
    + ".map(y, dyn([optional.of(y), y]))" * 60
    + "]) == ''",
    "lists in lists, encoded": "json.encode([dyn(l)]" + ".map(y, dyn([y, y]))" * 60 + ") == ''",
    "lists in lists, flattened": "[dyn(l)]" + ".map(y, dyn([y, y]))" * 60 + ".flatten(100) == []",
    "text, replaced": "[s]" + ".map(y, y.replace('', y))" * 10 + ".size() > 0",
    "text, joined": "[s]" + ".map(y, [y, y, y, y, y, y].join(y))" * 20 + ".size() > 0",
    "a range": "lists.range(9223372036854775807).size() > 0",
}


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
def test_values_that_grow(text: str) -> None:
    with pytest.raises((cel.CelError, cel.CostExceededError)):
        cel.compile(text, VARIABLES).evaluate_metered(DATA, limit=10_000_000)


@pytest.mark.parametrize("made", ["[y, y]", "[1, y, [y]]", "{'a': y, 'b': y}", "{1: y, 2: y}", "[optional.of(y), y]"])
def test_values_that_stand_in_many_places_are_compared(made: str) -> None:
    value = "[dyn(l)]" + f".map(y, dyn({made}))" * 60
    assert cel.compile(f"{value} == {value}", VARIABLES).evaluate(DATA) is True


LOOPS = [
    "{0}.all(x, {0}.all(y, {0}.all(z, x + y + z >= 0)))",
    "{0}.exists(x, {0}.exists(y, {0}.exists(z, x + y + z < 0)))",
    "{0}.map(x, {0}.map(y, {0}.map(z, x + y + z))).size() > 0",
    "{0}.filter(x, {0}.filter(y, {0}.filter(z, x == y || y == z).size() > 0).size() > 0).size() > 0",
    "{0}.all(i, x, {0}.all(j, y, {0}.all(k, z, i + j + k + x + y + z >= 0)))",
]


@pytest.mark.parametrize("data", ["l", "d"], ids=["typed", "untyped"])
@pytest.mark.parametrize("loops", LOOPS)
def test_loops_in_loops_stop_at_the_limit(loops: str, data: str) -> None:
    program = cel.compile(loops.format(data), VARIABLES)
    with pytest.raises(cel.CostExceededError, match="operation cancelled: actual cost limit exceeded"):
        program.evaluate_metered({data: list(range(2_000))}, limit=1_000_000)


def nested(levels: int) -> Any:
    deep: Any = 1
    for _ in range(levels):
        deep = [deep]
    return deep


@pytest.mark.parametrize(
    "expression",
    [
        "d == e",
        "d in [e]",
        "sets.contains([d], [e])",
        "[d, e].distinct().size() == 2",
        "'%s'.format([d]) == ''",
        "{1: d} == {1: e}",
    ],
)
@pytest.mark.parametrize("environment", ["kubernetes", "standard"])
def test_deep_data_is_what_other_data_is(expression: str, environment: str) -> None:
    variables = {"d": {"a": nested(9_900)}, "e": {"a": nested(9_899)}}
    found = VariableContext(variables, environment).evaluate(expression)
    assert (found.error, found.problem) == ("", "")


def test_deep_data() -> None:
    program = cel.compile("d == [d][0] && d == d", {"d": types.DYN})
    assert program.evaluate({"d": nested(9_900)}) is True
    assert program.evaluate_metered({"d": nested(9_900)})[0] is True
    for run in (program.evaluate, program.evaluate_metered):
        with pytest.raises(cel.CelError, match="nested too deeply: more than 10000 levels"):
            run({"d": nested(20_000)})


LOOP = "self.all(x, self.all(y, self.all(z, x + y + z >= 0)))"


def numbers(most: int, **more: Any) -> dict[str, Any]:
    return {"type": "array", "maxItems": most, "items": {"type": "integer"}, **more}


def messages(properties: dict[str, Any], spec: dict[str, Any]) -> str:
    """Returns the errors of an object of a CRD."""
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"}
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": names, "versions": [version]},
    }
    with Api() as api:
        assert api.create(definition).code == 201
        widget = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": spec}
        status = api.create(widget).status
    return "" if status is None else status.message


def test_a_rule_stops_at_what_one_evaluation_may_cost() -> None:
    rules = {"x-kubernetes-validations": [{"rule": LOOP}]}
    message = messages({"l": numbers(100, **rules)}, {"l": list(range(100))})
    assert "'operation cancelled: actual cost limit exceeded'" in message
    assert f"no further validation rules will be run due to call cost exceeds limit for rule: {LOOP}" in message


def test_rules_stop_at_what_an_object_may_cost() -> None:
    rules = {"x-kubernetes-validations": [{"rule": LOOP}]}
    lists = {"type": "array", "maxItems": 9, "items": numbers(40, **rules)}
    message = messages({"a": lists, "b": lists, "c": lists}, dict.fromkeys("abc", [list(range(40))] * 9))
    assert "validation failed due to running out of cost budget, no further validation rules will be run" in message
