"""Tests of the rules of device classes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

LONG = {"parameters": {"a": "b" * 10240}, "driver": "x"}


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({"selectors": [{}]}, ["spec.selectors[0].cel: Required value"], id="selector"),
        pytest.param({"config": [{}]}, ["spec.config[0].opaque: Required value"], id="config"),
        pytest.param(
            {"extendedResourceName": "requests.x.test/y"},
            [
                'spec.extendedResourceName: Invalid value: "requests.x.test/y": must not have "requests." prefix',
            ],
            id="resource, told once",
        ),
    ],
)
def test_classes(spec: Any, errors: list[str]) -> None:
    assert refused("DeviceClass", spec=spec) == errors


def test_names_are_told_once() -> None:
    [error] = refused("DeviceClass", metadata={"name": "n" * 254}, spec={})
    assert error.endswith("must be no more than 253 bytes")


def test_what_stays_may_be_wrong() -> None:
    old = {"spec": {"selectors": [{"cel": {"expression": "1"}}], "config": [{"opaque": LONG}]}}
    assert refused_change("DeviceClass", old) == []
    changed = {"selectors": [{"cel": {"expression": "2"}}], "config": [{"opaque": {**LONG, "driver": "y"}}]}
    assert refused_change("DeviceClass", old, spec=changed) == [
        'spec.selectors[0].cel.expression: Invalid value: "2": must evaluate to bool or the unknown type, not int',
        "spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes",
    ]
