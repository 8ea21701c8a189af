"""Validation of nil values: a nil list has too few items, and a probe fails on a nil pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

TYPES = """
type Root struct {
	Row Row `json:"row,omitempty"`
	Probe *Probed `json:"probe,omitempty"`
}

// +k8s:minItems=1
type Row []string

// +k8s:validateFalse="type"
type Probed string
"""


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param({}, ["row minItems", "probe validateFalse"], id="nil"),
        pytest.param({"row": [], "probe": "a"}, ["row minItems", "probe validateFalse"], id="empty"),
        pytest.param({"row": ["a"]}, ["probe validateFalse"], id="nil-pointer"),
    ],
)
def test_nil_values_are_asked_about(validators: Validators, new: Any, expected: list[str]) -> None:
    errors = validators(TYPES).validate("Root", Operation(), new)
    assert [f"{each.field} {each.origin}" for each in errors] == expected
