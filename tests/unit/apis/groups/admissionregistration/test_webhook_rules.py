"""Tests of the rules of webhooks, and of the values that an update may keep."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

RULE = {"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}
GOOD: dict[str, Any] = {
    "name": "a.example.com",
    "clientConfig": {"url": "https://example.com"},
    "sideEffects": "None",
    "admissionReviewVersions": ["v1"],
    "rules": [RULE],
}


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"name": "a.b"},
            ['name: Invalid value: "a.b": should be a domain with at least three segments separated by dots'],
            id="name",
        ),
        pytest.param(
            {"clientConfig": {}},
            ["clientConfig: Required value: exactly one of url or service is required"],
            id="no client",
        ),
        pytest.param(
            {"clientConfig": {"service": {"name": "", "namespace": "n"}}},
            ["clientConfig.service.namespace: Required value"],
            id="the name is taken for the namespace",
        ),
        pytest.param(
            {"sideEffects": "Some", "timeoutSeconds": 31},
            [
                'sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
                "timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds",
            ],
            id="effects and time",
        ),
        pytest.param(
            {"admissionReviewVersions": ["v9", "v9"]},
            [
                'admissionReviewVersions[1]: Invalid value: "v9": duplicate version',
                'admissionReviewVersions: Invalid value: ["v9","v9"]: must include at least one of v1, v1beta1',
            ],
            id="versions",
        ),
        pytest.param(
            {"rules": [{**RULE, "operations": ["*", "GET"], "resources": ["pods/*", "pods/x"]}]},
            [
                'rules[0].operations: Invalid value: ["*","GET"]: if \'*\' is present, must not specify other '
                "operations",
                'rules[0].operations[1]: Unsupported value: "GET": supported values: "*", "CONNECT", "CREATE", '
                '"DELETE", "UPDATE"',
                "rules[0].resources[1]: Invalid value: \"pods/x\": if 'pods/*' is present, must not specify pods/x",
            ],
            id="rules",
        ),
        pytest.param(
            {"matchConditions": [{"name": "a", "expression": "1"}, {"name": "a", "expression": " "}]},
            [
                'matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
                "matchConditions[1].expression: Required value",
                'matchConditions[1].name: Duplicate value: "a"',
            ],
            id="conditions",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"])
def test_webhooks(kind: str, change: dict[str, Any], errors: list[str]) -> None:
    assert refused(kind, webhooks=[{**GOOD, **change}]) == [f"webhooks[0].{each}" for each in errors]


def test_names_come_once() -> None:
    assert refused("MutatingWebhookConfiguration", webhooks=[GOOD, GOOD]) == [
        'webhooks[1].name: Duplicate value: "a.example.com"'
    ]


@pytest.mark.parametrize(
    "webhooks",
    [
        pytest.param([{**GOOD, "sideEffects": "Some"}], id="side effects"),
        pytest.param([{**GOOD, "admissionReviewVersions": ["v9"]}], id="versions"),
        pytest.param([GOOD, GOOD], id="names"),
        pytest.param([{**GOOD, "matchConditions": [{"name": "a", "expression": "nope"}]}], id="conditions"),
    ],
)
def test_an_update_forgives_what_is_there(webhooks: list[dict[str, Any]]) -> None:
    kind = "ValidatingWebhookConfiguration"
    assert refused(kind, webhooks=webhooks)
    assert refused_change(kind, {"webhooks": webhooks}) == []
