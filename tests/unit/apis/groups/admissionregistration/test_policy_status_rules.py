"""Tests of the rules of a policy's status."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused_change


@pytest.mark.parametrize(
    ("status", "errors"),
    [
        pytest.param(
            {"typeChecking": {"expressionWarnings": [{"fieldRef": " spec.validations[0] ", "warning": "w"}]}},
            [],
            id="good",
        ),
        pytest.param(
            {"typeChecking": {"expressionWarnings": [{"fieldRef": " "}, {"fieldRef": "spec[", "warning": "w"}]}},
            [
                "status.typeChecking.expressionWarnings[0].warning: Required value",
                "status.typeChecking.expressionWarnings[0].fieldRef: Required value",
                'status.typeChecking.expressionWarnings[1].fieldRef: Invalid value: "spec[": '
                "invalid JSONPath: unterminated array",
            ],
            id="warnings",
        ),
        pytest.param(
            {"conditions": [{"type": "A"}]},
            [
                "status.conditions[0].status: Required value",
                "status.conditions[0].lastTransitionTime: Required value",
                "status.conditions[0].reason: Required value",
            ],
            id="conditions",
        ),
    ],
)
def test_statuses(status: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("ValidatingAdmissionPolicy", {"spec": {}}, "status", status=status) == errors
