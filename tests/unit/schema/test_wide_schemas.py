"""Schemas with thousands of branches, fields, values or defaults: bounded code, and the same answers cold and warm."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.compiler.allowance import MOST_COMPILED
from kapivara.compiler.validator import WARM
from kapivara.emit import loader
from kapivara.schema.defaulting import Allowance
from kapivara.schema.settling import Settler
from kapivara.schema.structural import Structural
from kapivara.schema.validator import validator_for

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
    """The lengths of all sources that are compiled."""
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
    assert validator.compiled_ok(good)
    assert not validator.compiled_ok(bad)
    assert validator.explain(None, good) == []
    assert [str(error) for error in validator.explain(None, bad)] == told
    assert len(compiled) <= MOST_COMPILED + 20
    assert all(length < 10_000 for length in compiled)


@pytest.mark.parametrize("default", ["x", {"a": ["x"]}], ids=["scalar", "object"])
def test_many_defaults_are_filled_in_from_a_table(default: Any, compiled: list[int]) -> None:
    properties = {f"f{n}": {"default": default, "properties": {"a": {"default": ["y"]}}} for n in range(MANY)}
    settler = Settler(Structural({"properties": properties}))
    filled: dict[str, Any] = {"f1": "given"}
    assert settler.settle(filled, Allowance())
    assert filled == {f"f{n}": default for n in range(MANY)} | {"f1": "given"}
    assert sum(compiled) < 10_000


def test_what_is_settled_by_the_book_once_the_allowance_is_spent() -> None:
    raw = {"properties": {f"f{n}": {"properties": {"a": {"default": n}}} for n in range(MOST_COMPILED + 10)}}
    settler = Settler(Structural(raw))
    assert settler.settle({f"f{n}": {} for n in range(100)}, Allowance())
    assert not settler.settle({f"f{n}": {} for n in range(MOST_COMPILED + 10)}, Allowance())
