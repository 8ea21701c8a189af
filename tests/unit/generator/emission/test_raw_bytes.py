"""Raw bytes are a string in JSON and a list of numbers for rules: items are bytes, not base64 characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

TYPES = """
type Root struct {
	// +k8s:maxItems=2
	// +k8s:minItems=1
	Few []byte `json:"few"`
	// +k8s:optional
	// +k8s:listType=set
	// +k8s:eachVal=+k8s:minimum=1
	// +k8s:update=NoRemoveItem
	Each []byte `json:"each"`
	// +k8s:optional
	// +k8s:eachVal=+k8s:maxItems=1
	Blobs [][]byte `json:"blobs"`
}
"""


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param({"few": "AQI="}, [], id="two-bytes"),
        pytest.param({"few": "AQID"}, ["few: Too many: 3: must have at most 2 items"], id="three-bytes"),
        pytest.param({"few": ""}, ["few: Too few: 0: must have at least 1 item"], id="none"),
        pytest.param({"few": "AQ==", "each": "AQID"}, [], id="distinct"),
        pytest.param(
            {"few": "AQ==", "each": "AQAB"},
            ["each[1]: Invalid value: 0: must be greater than or equal to 1", "each[2]: Duplicate value: 1"],
            id="each-and-set",
        ),
        pytest.param(
            {"few": "AQ==", "blobs": ["AQ==", "AQI="]},
            ["blobs[1]: Too many: 2: must have at most 1 item"],
            id="list-of-bytes",
        ),
        pytest.param({"few": "A"}, ["few: Too few: 0: must have at least 1 item"], id="not-base64"),
    ],
)
def test_items_of_raw_bytes_are_bytes(validators: Validators, new: dict[str, Any], expected: list[str]) -> None:
    assert [str(each) for each in validators(TYPES).validate("Root", Operation(), new)] == expected


def test_bytes_find_their_old_selves(validators: Validators) -> None:
    old, new = {"few": "AQ==", "each": "AAEC"}, {"few": "AQ==", "each": "AQA="}
    errors = validators(TYPES).validate("Root", Operation(Verb.UPDATE), new, old)
    assert [str(each) for each in errors] == ["each: Forbidden: item may not be removed"]
