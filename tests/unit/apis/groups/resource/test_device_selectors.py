"""Tests of device selectors: compilation, result types and costs."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.groups.resource.claim_rules import validate_claim_spec
from kapivara.apis.groups.resource.class_rules import validate_class
from kapivara.apis.groups.resource.device_selectors import validate_selector, validate_selectors
from kapivara.field import FieldPath
from kapivara.values.deadline import Deadline, DeadlineExceededError

PATH = FieldPath.of("e")
WANTED: Any = [{"cel": {"expression": "true"}}]
TYPE = "must evaluate to bool or the unknown type, not"


@pytest.mark.parametrize(
    "expression",
    [
        "device.driver == 'x'",
        'device.attributes["x"].foo',
        'device.attributes["x"].foo.isGreaterThan(semver("1.0.0"))',
        'device.capacity["x"].foo.compareTo(quantity("1Gi")) >= 0',
        "device.allowMultipleAllocations",
        'cel.bind(d, device.attributes["x"], d.a && d.b)',
        'device.attributes.all(d, device.attributes.all(e, device.attributes[d].all(a, a == "x")))',
    ],
)
def test_good_ones(expression: str) -> None:
    assert validate_selector(expression, PATH) == []


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("device.driver", f'Invalid value: "device.driver": {TYPE} string'),
        ("dyn(true)", f'Invalid value: "dyn(true)": {TYPE} dyn'),
        ("device.attributes", f'"device.attributes": {TYPE} map(string, map(string, google.protobuf.Any))'),
        ("device.nope", "compilation failed: ERROR: <input>:1:7: undefined field 'nope'\n | device.nope\n | ......^"),
        ("", "ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting"),
        (
            'device.attributes["x"].foo.all(a, true)',
            "1:23: expression of type 'any' cannot be range of a comprehension (must be list, map, or dynamic)",
        ),
        ('"%d".format([device.attributes["x"].foo]) == ""', "used on integers, was given google.protobuf.Any\n"),
        ('int("a") == 1', "Internal error: program instantiation failed: "),
        (
            "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, "
            "device.attributes.all(d, true))))",
            "e: Forbidden: too complex, exceeds cost limit",
        ),
        ("true" + " " * 10240, "e: Too long: may not be more than 10240 bytes"),
    ],
)
def test_bad_ones(expression: str, told: str) -> None:
    [error] = validate_selector(expression, PATH)
    assert told in str(error)


def test_lists_of_them() -> None:
    assert [str(each) for each in validate_selectors([{}, {"cel": {"expression": "1"}}], PATH)] == [
        "e[0].cel: Required value",
        f'e[1].cel.expression: Invalid value: "1": {TYPE} int',
    ]
    assert validate_selectors([{"cel": {"expression": "1"}}], PATH, is_known=True) == []
    assert [str(each) for each in validate_selectors([{}] * 33, PATH)] == [
        "e: Too many: 33: must have at most 32 items"
    ]


def test_nobody_waits_for_hundreds_of_them() -> None:
    deadline = Deadline()
    deadline.cancel()
    spec: Any = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c", "selectors": WANTED}}]}}
    alternative: Any = {"name": "r", "firstAvailable": [{"name": "s", "deviceClassName": "c", "selectors": WANTED}]}
    for work in (
        lambda: validate_selectors(WANTED, PATH, deadline),
        lambda: validate_class({"selectors": WANTED}, None, deadline),
        lambda: validate_claim_spec(spec, PATH, deadline),
        lambda: validate_claim_spec({"devices": {"requests": [alternative]}}, PATH, deadline),
    ):
        with pytest.raises(DeadlineExceededError):
            work()
