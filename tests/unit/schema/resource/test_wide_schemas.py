"""Tests of schemas with thousands of branches, fields, values or defaults: bounded code, and equal results."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from kapivara.compiler.allowance import MOST_COMPILED
from kapivara.compiler.validator import WARM, ExplainNode
from kapivara.emit import loader
from kapivara.field import Operation, Verb
from kapivara.schema.resource.schema_pass import reading_pass
from kapivara.schema.resource.validator import validator_for
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.rules import enums
from kapivara.schema.steps.defaulting import Allowance
from kapivara.schema.structural.structural import Structural
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.request_budget import RequestBudget

MANY = 10_000
OFTEN = WARM + 12

WIDE: dict[str, tuple[Any, Any, Any]] = {
    "required": ({"required": [f"f{n}" for n in range(MANY)]}, {f"f{n}": 1 for n in range(MANY)}, {"f0": 1}),
    "anyOf": ({"anyOf": [{"required": [f"f{n}"]} for n in range(MANY)]}, {f"f{MANY - 1}": 1}, {}),
    "allOf": ({"allOf": [{"minimum": n} for n in range(MANY)]}, MANY, MANY - 2),
    "oneOf": ({"type": "string", "oneOf": [{"enum": [f"v{n}"]} for n in range(3000)]}, "v2999", "w"),
    "oneOf twice": ({"oneOf": [{"minimum": n} for n in range(3000)]}, 0, 1),
    "not": ({"not": {"anyOf": [{"enum": [n]} for n in range(MANY)]}}, MANY, MANY - 1),
    "enum": ({"enum": [f"v{n}" for n in range(MANY)]}, f"v{MANY - 1}", "w"),
    "properties": (
        {"properties": {f"f{n}": {"type": "string", "minLength": n % 7 + 1} for n in range(MANY)}},
        {f"f{n}": "lengthy" for n in range(MANY)},
        {f"f{n}": "lengthy" for n in range(MANY - 1)} | {f"f{MANY - 1}": ""},
    ),
}


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all compiled sources."""
    lengths: list[int] = []
    make = loader._Listing

    def made(title: str, source: str) -> Any:
        lengths.append(len(source))
        return make(title, source)

    monkeypatch.setattr(loader, "_Listing", made)
    return lengths


@pytest.mark.parametrize(("raw", "good", "bad"), WIDE.values(), ids=WIDE)
def test_answers_are_the_same_cold_and_warm(raw: Any, good: Any, bad: Any, compiled: list[int]) -> None:
    validator = validator_for(Structural(raw))
    told = [str(error) for error in validator.explain(None, bad)]
    assert told
    for _ in range(OFTEN):
        assert validator.ok(good)
        assert not validator.ok(bad)
    assert validator.explain(None, good) == []
    assert [str(error) for error in validator.explain(None, bad)] == told
    assert len(compiled) <= MOST_COMPILED + 20
    assert all(length < 10_000 for length in compiled)


@pytest.mark.parametrize("default", ["x", {"a": ["x"]}], ids=["scalar", "object"])
def test_many_defaults_are_filled_in_from_a_table(default: Any, compiled: list[int]) -> None:
    properties = {
        f"f{n}": {"default": default, "properties": {"a": {"default": ["y"], "items": {}}}} for n in range(MANY)
    }
    defaulting = reading_pass(Structural({"properties": properties}))
    filled: dict[str, Any] = {"f1": "given"}
    assert defaulting.run(filled, Allowance(), None) == 0
    assert filled == {f"f{n}": default for n in range(MANY)} | {"f1": "given"}
    assert sum(compiled) < 10_000


def test_what_is_walked_once_the_allowance_is_spent(compiled: list[int]) -> None:
    raw = {"properties": {f"f{n}": {"properties": {"a": {"default": n}}} for n in range(MOST_COMPILED + 10)}}
    defaulting = reading_pass(Structural(raw))
    for count in (100, MOST_COMPILED + 10):
        filled: Any = {f"f{n}": {} for n in range(count)}
        assert defaulting.run(filled, Allowance(), None) == 0
        assert filled == {f"f{n}": {"a": n} for n in range(count)}
    assert len(compiled) <= MOST_COMPILED


@pytest.mark.parametrize("junctor", ["anyOf", "oneOf", "allOf"])
def test_the_first_object_that_fails_compiles_nothing_and_counts_each_branch_once(
    junctor: str, compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    explained = []
    plain = ExplainNode.walk
    monkeypatch.setattr(ExplainNode, "walk", lambda self, *args: (explained.append(self), plain(self, *args))[1])
    schema = ResourceSchema({"properties": {"spec": {junctor: [{"required": [f"f{n}"]} for n in range(MANY)]}}})
    assert schema.validate(Operation(Verb.CREATE), {"spec": {}})
    assert compiled == []
    assert len(explained) <= MANY + 3  # the object, its spec, and the reported branch


_WIDE = {"anyOf": [{"enum": [n]} for n in range(20)]}
_NONE = {"enum": [-1]}
MULTIPLIED: dict[str, tuple[Any, Any]] = {
    "anyOf": ({"anyOf": [*[_NONE] * 19, _WIDE]}, [5] * 10_000),
    "oneOf": ({"oneOf": [*[_NONE] * 19, _WIDE]}, [5] * 10_000),
    "allOf": ({"allOf": [_WIDE] * 20}, [5] * 10_000),
    "not": ({"not": _WIDE}, [20] * 10_000),
    "lists below branches": ({"anyOf": [{"items": {"minimum": 1}}] * 20}, [[1] * 5_000 + [0]] * 10),
    "maps below branches": (
        {"anyOf": [{"additionalProperties": {"minimum": 1}}] * 20},
        [{str(n): 1 - n // 4_999 for n in range(5_000)}] * 10,
    ),
}


@pytest.mark.parametrize("calls", [0, OFTEN], ids=["walked", "compiled"])
@pytest.mark.parametrize(("item", "value"), MULTIPLIED.values(), ids=MULTIPLIED)
def test_branches_times_items_end_with_the_time_of_the_request(item: Any, value: Any, calls: int) -> None:
    validator = validator_for(Structural({"items": item}))
    for _ in range(calls):
        validator.ok(value[:1])
    for judge in (validator.ok, lambda value: validator.explain(None, value)):
        clock = itertools.count()
        with RequestBudget(Deadline(3, lambda clock=clock: float(next(clock)))), pytest.raises(DeadlineExceededError):
            judge(value)


def test_a_value_is_found_among_many_objects_without_comparing_it_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(one: Any, other: Any) -> bool:
        raise AssertionError("compared one by one")

    monkeypatch.setattr(enums, "deep_equal", compare)
    validator = validator_for(Structural({"enum": [{"a": [n], "b": 1.0} for n in range(MANY)] + [[0.0]]}))
    assert validator.ok({"b": 1.0, "a": [MANY - 1]})
    assert validator.ok([-0.0])
    for other in ({"b": 1, "a": [5]}, {"a": [5]}, {"b": 1.0, "a": [MANY]}, [0], [False], [], {}):
        assert not validator.ok(other)


@pytest.mark.parametrize(
    ("raw", "wide"),
    [
        pytest.param({"anyOf": [{}] * 1_001}, True, id="branches"),
        pytest.param(
            {"properties": {"a": {"items": {"not": {"oneOf": [{"allOf": [{}] * 40}] * 40}}}}}, True, id="nested"
        ),
        pytest.param({"additionalProperties": {"required": ["a"] * 10_001}}, True, id="required"),
        pytest.param({"properties": {str(n): {"anyOf": [{}, {}]} for n in range(400)}}, False, id="many-fields"),
        pytest.param({"properties": {str(n): {} for n in range(20_000)}}, False, id="very-many-fields"),
    ],
)
def test_what_counts_as_wide(raw: Any, wide: bool) -> None:
    assert Structural(raw).apparent_cost.is_high is wide
