"""Tests of the rules of APIServices."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused

SPEC = {"group": "a.b", "version": "v1", "groupPriorityMinimum": 1, "versionPriority": 1}


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="local"),
        pytest.param(
            {"groupPriorityMinimum": 20001, "versionPriority": 0},
            [
                "spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000",
                "spec.versionPriority: Invalid value: 0: must be positive and less than 1000",
            ],
            id="priorities",
        ),
        pytest.param(
            {"caBundle": "AAAA"},
            ['spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle'],
            id="bundle",
        ),
        pytest.param(
            {"service": {"name": "s", "port": 70000}},
            [
                "spec.service.namespace: Required value",
                "spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive",
            ],
            id="service",
        ),
    ],
)
def test_services(change: dict[str, Any], errors: list[str]) -> None:
    assert refused("APIService", metadata={"name": "v1.a.b"}, spec={**SPEC, **change}) == errors
