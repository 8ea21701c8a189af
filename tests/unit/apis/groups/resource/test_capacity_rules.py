"""Tests of the rules of requestable amounts."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.groups.resource.capacity_rules import validate_capacity
from kapivara.field import FieldPath

STEP = "value is not a multiple of a given step"


def told(policy: Any, value: str = "10Gi", *, is_shared: bool = True) -> list[str]:
    capacity: Any = {"value": value, "requestPolicy": policy}
    return [str(each) for each in validate_capacity(capacity, FieldPath.of("c"), is_shared=is_shared)]


@pytest.mark.parametrize(
    ("policy", "errors"),
    [
        ({"default": None}, []),
        ({"default": "1Gi", "validValues": ["1Gi", "2Gi"]}, []),
        ({"default": None, "validValues": ["1Gi"]}, ["default: Required value: required when validValues is defined"]),
        (
            {"default": "2Gi", "validValues": ["2Gi", "1Gi"]},
            ['validValues[1]: Invalid value: "1Gi": values must be sorted in ascending order'],
        ),
        (
            {"default": "11Gi", "validValues": ["11Gi"]},
            ['validValues[0]: Invalid value: "11Gi": option is larger than capacity value: 10Gi'],
        ),
        (
            {"default": "3Gi", "validValues": ["1Gi", "1073741824"]},
            [
                'validValues[1]: Duplicate value: "1073741824"',
                'validValues: Invalid value: "3Gi": default value is not valid according to the requestPolicy',
            ],
        ),
    ],
)
def test_values(policy: Any, errors: list[str]) -> None:
    assert told(policy) == [f"c.requestPolicy.{each}" for each in errors]


@pytest.mark.parametrize(
    ("default", "bounds", "errors"),
    [
        ("1", {"min": "1", "max": "9", "step": "2"}, []),
        ("1500m", {"min": "1", "step": "500m"}, []),
        (None, {"min": "1"}, ["default: Required value: required when validRange is defined"]),
        ("1", {}, ["validRange.min: Required value: required when validRange is defined"]),
        (
            "1",
            {"min": "11", "max": "3"},
            [
                'validRange.min: Invalid value: "11": min is larger than capacity value: 10',
                'validRange.default: Invalid value: "1": default is less than min: 11',
                'validRange.max: Invalid value: "11": min is larger than max: 3',
            ],
        ),
        (
            "12",
            {"min": "1", "max": "11"},
            [
                'validRange.max: Invalid value: "11": max is larger than capacity value: 10',
                'validRange.default: Invalid value: "12": default is more than max: 11',
            ],
        ),
        ("1", {"min": "1", "step": "0"}, ['validRange.step: Invalid value: "0": must be greater than zero']),
        (
            "1",
            {"min": "1", "step": "10"},
            ['validRange.step: Invalid value: "10": one step 11 is larger than capacity value: 10'],
        ),
        (
            "2",
            {"min": "1", "max": "8", "step": "2"},
            [
                f'validRange.step: Invalid value: "2": {STEP} (2) from (1)',
                f'validRange.step: Invalid value: "8": {STEP} (2) from (1)',
            ],
        ),
        (
            "1",
            {"min": "1", "step": "1u"},
            ['validRange.step: Invalid value: "1u": value cannot be represented as a milli value'],
        ),
        (
            "1",
            {"min": "-1", "step": "1"},
            ['validRange.min: Invalid value: "-1": must be greater than or equal to 0'],
        ),
    ],
)
def test_ranges(default: str | None, bounds: Any, errors: list[str]) -> None:
    policy = {"default": default, "validRange": bounds}
    assert told(policy, "10") == [f"c.requestPolicy.{each}" for each in errors]


def test_policies_are_for_what_is_shared_and_single() -> None:
    assert told({"default": None}, is_shared=False) == [
        "c.requestPolicy: Forbidden: allowMultipleAllocations must be true"
    ]
    both = {"default": "1", "validValues": ["1"], "validRange": {"min": "1"}}
    [error] = told(both)
    assert error.startswith("c.requestPolicy: Forbidden: exactly one policy can be specified")


def test_amounts_out_of_all_proportion() -> None:
    policy = {"default": "1", "validRange": {"min": "1", "step": "1e999999"}}
    assert any("one step" in each for each in told(policy))
