"""Tests of the rules of disruption budgets, and of shared conditions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

KIND = "PodDisruptionBudget"
ODD = {"matchExpressions": [{"key": "a", "operator": "In", "values": ["-"]}]}
TIME = "2024-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({"minAvailable": "50%"}, [], id="good"),
        pytest.param(
            {"minAvailable": 1, "maxUnavailable": 2},
            [
                'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":2,'
                '"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set'
            ],
            id="both",
        ),
        pytest.param(
            {"maxUnavailable": "200%"},
            ['spec.maxUnavailable: Invalid value: "200%": must not be greater than 100%'],
            id="more than all",
        ),
        pytest.param(
            {"unhealthyPodEvictionPolicy": "Odd"},
            [
                'spec.unhealthyPodEvictionPolicy: Unsupported value: "Odd": supported values: "AlwaysAllow", '
                '"IfHealthyBudget"'
            ],
            id="policy",
        ),
    ],
)
def test_new_ones(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused(KIND, spec=spec) == errors


def test_a_selector_that_was_wrong_may_stay() -> None:
    assert len(refused(KIND, spec={"selector": ODD})) == 1
    assert refused_change(KIND, {"spec": {"selector": ODD}}) == []


def condition(**fields: Any) -> dict[str, Any]:
    return {"type": "A", "status": "True", "reason": "R", "message": "", "lastTransitionTime": TIME, **fields}


@pytest.mark.parametrize(
    ("conditions", "errors"),
    [
        pytest.param([condition()], [], id="good"),
        pytest.param([condition(), condition()], ['[1]: Duplicate value: "A"'], id="twice"),
        pytest.param(
            [condition(type="", status="", reason="", lastTransitionTime=None)],
            [
                "[0].type: Required value: is required",
                "[0].status: Required value",
                "[0].lastTransitionTime: Required value",
                "[0].reason: Required value",
            ],
            id="empty",
        ),
        pytest.param(
            [condition(status="Odd", observedGeneration=-1, message="m" * 32769)],
            [
                '[0].status: Unsupported value: "Odd": supported values: "False", "True", "Unknown"',
                "[0].observedGeneration: Invalid value: -1: must be greater than or equal to zero",
                "[0].message: Too long: may not be more than 32768 bytes",
            ],
            id="odd",
        ),
        pytest.param(
            [condition(reason="a b")],
            [
                '[0].reason: Invalid value: "a b": a condition reason must start with alphabetic character, optionally '
                "followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character "
                "or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', "
                "regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')"
            ],
            id="reason",
        ),
    ],
)
def test_conditions(conditions: list[dict[str, Any]], errors: list[str]) -> None:
    status = {"disruptionsAllowed": 0, "currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0}
    found = refused_change(KIND, {"spec": {}}, "status", status={**status, "conditions": conditions})
    assert found == [f"status.conditions{each}" for each in errors]


def test_numbers_of_a_status() -> None:
    status = {"disruptionsAllowed": -1, "currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0}
    [error] = refused_change(KIND, {"spec": {}}, "status", status=status)
    assert error == "status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0"
