"""Tests of `validate/dependents.py`."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.validate import dependent_forbidden, dependent_required


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
