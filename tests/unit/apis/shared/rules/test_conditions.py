"""Tests of the shared type Condition."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.rules.conditions import validate_conditions
from kapivara.field import FieldPath

GOOD = {
    "type": "Ready",
    "status": "True",
    "lastTransitionTime": "2030-01-01T00:00:00Z",
    "reason": "Fine",
    "message": "",
}
REASON = (
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric "
    "characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  "
    "or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', "
    "regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')"
)


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param({"type": ""}, [".type: Required value: is required"], id="no type"),
        pytest.param({"status": ""}, [".status: Required value"], id="no status"),
        pytest.param(
            {"status": "Yes"},
            ['.status: Unsupported value: "Yes": supported values: "False", "True", "Unknown"'],
            id="another status",
        ),
        pytest.param(
            {"observedGeneration": -1},
            [".observedGeneration: Invalid value: -1: must be greater than or equal to zero"],
            id="a generation below zero",
        ),
        pytest.param({"lastTransitionTime": None}, [".lastTransitionTime: Required value"], id="no time"),
        pytest.param({"reason": ""}, [".reason: Required value"], id="no reason"),
        pytest.param({"reason": "1"}, [f'.reason: Invalid value: "1": {REASON}'], id="a number for a reason"),
        pytest.param({"reason": "R" * 1025}, [".reason: Too long: may not be more than 1024 bytes"], id="long reason"),
        pytest.param({"message": "m" * 32769}, [".message: Too long: may not be more than 32768 bytes"], id="much"),
    ],
)
def test_conditions(changes: dict[str, Any], errors: list[str]) -> None:
    told = validate_conditions([{**GOOD, **changes}], FieldPath.of("c"))  # type: ignore[typeddict-item]
    assert [str(each) for each in told] == [f"c[0]{each}" for each in errors]


def test_types_come_once() -> None:
    conditions: Any = [GOOD, {**GOOD, "type": "Other"}, GOOD]
    assert [str(each) for each in validate_conditions(conditions, FieldPath.of("c"))] == [
        'c[2]: Duplicate value: "Ready"'
    ]
