"""Tests of the rules of device taint rules."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

TAINT = {"key": "k", "effect": "None"}
EFFECT = 'supported values: "NoExecute", "NoSchedule", "None"'


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({"taint": TAINT}, [], id="good"),
        pytest.param({"taint": {"key": "k"}}, ["taint.effect: Required value"], id="no effect, told once"),
        pytest.param(
            {"taint": {**TAINT, "effect": "Odd"}}, [f'taint.effect: Unsupported value: "Odd": {EFFECT}'], id="effect"
        ),
        pytest.param(
            {"taint": TAINT, "deviceSelector": {"driver": "", "pool": ""}},
            ["deviceSelector.driver: Required value", "deviceSelector.pool: Required value"],
            id="selector",
        ),
    ],
)
def test_taint_rules(spec: Any, errors: list[str]) -> None:
    assert refused("DeviceTaintRule", spec=spec) == [f"spec.{each}" for each in errors]


def test_an_unknown_effect_may_stay() -> None:
    old = {"spec": {"taint": {**TAINT, "effect": "Odd"}}}
    assert refused_change("DeviceTaintRule", old, spec={"taint": {**TAINT, "effect": "Odd", "value": "v"}}) == []


def test_a_status_has_few_conditions() -> None:
    condition = {"status": "True", "lastTransitionTime": "2030-01-01T00:00:00Z", "reason": "R", "message": ""}
    conditions = [{"type": f"T{number}", **condition} for number in range(9)]
    assert refused_change(
        "DeviceTaintRule", {"spec": {"taint": TAINT}}, "status", status={"conditions": conditions}
    ) == ["status.conditions: Too many: 9: must have at most 8 items"]
