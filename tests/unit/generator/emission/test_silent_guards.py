"""A silent guard on parts of a value stops other rules; on an update, unchanged parts do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

TYPES = """
type Root struct {
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:eachVal=+k8s:subfield(rank)=+k8s:optional
	// +k8s:minItems=3
	Items []Item `json:"items"`
}

type Item struct {
	Name string `json:"name"`
	Rank int32 `json:"rank"`
}
"""
UNRANKED, RANKED = {"name": "a"}, {"name": "b", "rank": 1}


@pytest.mark.parametrize(
    ("old", "expected"),
    [
        pytest.param(None, [], id="create"),
        pytest.param([UNRANKED], ["minItems"], id="unchanged"),
        pytest.param([{"name": "a", "rank": 1}], [], id="changed"),
    ],
)
def test_unchanged_parts_do_not_hold_back(validators: Validators, old: Any, expected: list[str]) -> None:
    operation = Operation(Verb.CREATE if old is None else Verb.UPDATE)
    before = None if old is None else {"items": old}
    errors = validators(TYPES).validate("Root", operation, {"items": [UNRANKED, RANKED]}, before)
    assert [each.origin for each in errors] == expected
