"""Tests of enum values, and of rules of a set field about a sibling."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.codec import shapes
from kapivara.field import Operation, Verb
from kapivara.validate import dependent_forbidden, dependent_required, enum

MODE = shapes.STRING.named("v1.Mode")
VALUES = ("Basic", "Fast", "Loose")
EXCLUSIONS = (("Fast", "Fast", False), ("Loose", "Strict", True))


@pytest.mark.parametrize(
    ("options", "value", "wanted"),
    [
        pytest.param({"Fast": True, "Strict": False}, "Fast", None, id="nothing is left out"),
        pytest.param({"Fast": False, "Strict": False}, "Fast", '"Basic", "Loose"', id="left out when off"),
        pytest.param({"Fast": True, "Strict": True}, "Loose", '"Basic", "Fast"', id="left out when on"),
        pytest.param({"Fast": False, "Strict": True}, "", '"Basic"', id="the empty string is a value"),
        pytest.param({}, None, None, id="nil passes"),
    ],
)
def test_enum(options: dict[str, bool], value: str | None, wanted: str | None) -> None:
    errors = enum(Operation(options=options), None, value, None, VALUES, EXCLUSIONS, MODE)
    assert [each.detail for each in errors] == ([] if wanted is None else [f"supported values: {wanted}"])


@pytest.mark.parametrize(
    ("options", "undefined"),
    [
        pytest.param({}, "Fast", id="none is defined"),
        pytest.param({"Fast": True}, "Strict", id="one is defined"),
        pytest.param({"Strict": True}, "Fast", id="the first is looked up first"),
    ],
)
def test_options_have_to_be_defined_for_any_value(options: dict[str, bool], undefined: str) -> None:
    for value in ("Basic", "other"):
        (error,) = enum(Operation(options=options), None, value, None, VALUES, EXCLUSIONS, MODE)
        assert str(error) == f'<nil>: Internal error: undefined validation option "{undefined}"'


def test_enum_without_values_and_with_quotes() -> None:
    (error,) = enum(Operation(), None, "<a>", None, (), (), MODE)
    assert str(error) == '<nil>: Unsupported value: "\\u003ca\\u003e"'
    (error,) = enum(Operation(), None, "a", None, ('say "hi"',), (), MODE)
    assert error.detail == 'supported values: "say \\"hi\\""'


def is_set(name: str) -> Any:
    return lambda struct: bool(struct.get(name))


ARGS = ("a", is_set("a"), "b", is_set("b"))


@pytest.mark.parametrize(
    ("new", "required", "forbidden"),
    [
        pytest.param(None, 0, 0, id="nil"),
        pytest.param({}, 0, 0, id="neither"),
        pytest.param({"b": 1}, 0, 0, id="only the dependent"),
        pytest.param({"a": 1}, 1, 0, id="only the trigger"),
        pytest.param({"a": 1, "b": 1}, 0, 1, id="both"),
    ],
)
def test_dependents(new: Any, required: int, forbidden: int) -> None:
    assert len(dependent_required(Operation(), None, new, None, *ARGS)) == required
    assert len(dependent_forbidden(Operation(), None, new, None, *ARGS)) == forbidden


@pytest.mark.parametrize(
    ("new", "old", "asked"),
    [
        pytest.param({"a": 1}, None, True, id="no old object"),
        pytest.param({"a": 2}, {"a": 1}, False, id="nothing was set or cleared"),
        pytest.param({"a": 1}, {}, True, id="the trigger was set"),
        pytest.param({"a": 1}, {"a": 1, "b": 1}, True, id="the dependent was cleared"),
    ],
)
def test_old_mistakes_are_forgiven(new: Any, old: Any, asked: bool) -> None:
    assert bool(dependent_required(Operation(Verb.UPDATE), None, new, old, *ARGS)) is asked
    assert dependent_required(Operation(), None, new, old, *ARGS) != []


def test_texts_of_dependents() -> None:
    (error,) = dependent_required(Operation(), None, {"a": 1}, None, *ARGS)
    assert (str(error), error.origin) == ("b: Required value: must be set when a is set", "dependentRequired")
    (error,) = dependent_forbidden(Operation(), None, {"a": 1, "b": 1}, None, *ARGS)
    assert (str(error), error.origin) == ("b: Forbidden: may not be set when a is set", "dependentForbidden")
