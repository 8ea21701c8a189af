"""The condition of a tag's quick check agrees with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara import validate as rules
from kapivara.emit.conditions import print_condition
from kapivara.field import FieldPath, Operation
from kapivara.generator.emission.calls import CallPrinter, Names
from kapivara.generator.emission.quick import ModuleNotation
from kapivara.generator.emission.shape_printing import ShapeWriter
from kapivara.generator.model.types import BUILTIN, STRING, Package, Type, Universe, list_of, map_of, pointer_to
from kapivara.generator.plan.rule_calls import FunctionCall, Rules, ShapeOf

PlanTag = Callable[..., Rules]
PATH = FieldPath.of("a")
NUMBERS = [-2, -1, 0, 1, 2, 3, 2**31 - 1]
TEXTS = ["", "a", "ab", "abc", "é", "日本", "日本語", "a.b", "example.com/a", "-"]
LISTS: list[Any] = [[], ["a"], ["a", "b"], ["a", "b", "c"]]
MAPS: list[Any] = [{}, {"a": ""}, {"a": "", "b": ""}, {"a": "", "b": "", "c": ""}]
INT, BOOL, FLOAT = BUILTIN["int32"], BUILTIN["bool"], BUILTIN["float64"]
TABLE = map_of(STRING, STRING)
PACKAGE = Package("v1", "v1")
NAMES = Names(PACKAGE, {})
NOTATION = ModuleNotation(NAMES, CallPrinter(NAMES, ShapeWriter(PACKAGE, Universe(), ())))


@pytest.mark.parametrize(
    ("line", "kind", "values"),
    [
        *(pytest.param(f"+k8s:{tag}=1", INT, NUMBERS, id=tag) for tag in ("minimum", "maximum", "neq")),
        *(pytest.param(f"+k8s:exclusive{tag}=1", INT, NUMBERS, id=f"exclusive{tag}") for tag in ("Minimum", "Maximum")),
        *(pytest.param(f"+k8s:{tag}=2", STRING, TEXTS, id=tag) for tag in ("minLength", "maxLength", "maxBytes")),
        *(pytest.param(f"+k8s:{tag}=2", list_of(STRING), LISTS, id=tag) for tag in ("minItems", "maxItems")),
        *(pytest.param(f"+k8s:{tag}=2", TABLE, MAPS, id=tag) for tag in ("minProperties", "maxProperties")),
        pytest.param("+k8s:minItems=0", list_of(STRING), LISTS, id="minItems-0"),
        pytest.param("+k8s:format=k8s-short-name", STRING, TEXTS, id="format"),
        pytest.param('+k8s:neq="ab"', STRING, TEXTS, id="neq-string"),
        pytest.param("+k8s:neq=false", BOOL, [True, False], id="neq-bool"),
        pytest.param("+k8s:validateTrue", STRING, TEXTS, id="true"),
        pytest.param("+k8s:validateFalse", STRING, TEXTS, id="false"),
    ],
)
def test_values(plan_tag: PlanTag, line: str, kind: Type, values: list[Any]) -> None:
    _agree(plan_tag(line, kind), values)


@pytest.mark.parametrize("tag", ["required", "optional", "forbidden"])
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        pytest.param(STRING, TEXTS, id="string"),
        pytest.param(INT, NUMBERS, id="int"),
        pytest.param(FLOAT, [0.0, -0.0, 0.5, float("nan")], id="float"),
        pytest.param(BOOL, [True, False], id="bool"),
        pytest.param(list_of(STRING), LISTS, id="list"),
        pytest.param(TABLE, MAPS, id="map"),
        pytest.param(pointer_to(STRING), TEXTS, id="pointer"),
    ],
)
def test_presence(plan_tag: PlanTag, tag: str, kind: Type, values: list[Any]) -> None:
    _agree(plan_tag(f"+k8s:{tag}", kind), values)


def _agree(planned: Rules, values: list[Any]) -> None:
    """Compares condition and rule of each call, for values and for nil."""
    for call in planned.calls:
        check = call.check
        assert isinstance(check, FunctionCall)
        args = [None if isinstance(each, ShapeOf) else each for each in check.args]
        for value in (*values, None):
            errors = getattr(rules, check.function)(Operation(), PATH, value, None, *args)
            assert (errors == []) is _holds(check, value), (check, value)


def _holds(check: FunctionCall, value: Any) -> bool:
    if value is None:
        return not check.nil_fails
    assert check.holds is not None
    return bool(eval(print_condition(check.holds, "value", NOTATION), {"value": value, "rules": rules}))
