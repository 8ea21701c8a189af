"""Tests of the defaults of admissionregistration.k8s.io."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import kind_named, sent

ALL = {"matchPolicy": "Equivalent", "namespaceSelector": {}, "objectSelector": {}}
HOOK = {"name": "a.b.c", "clientConfig": {}, "sideEffects": None, "admissionReviewVersions": None}
FILLED = {**HOOK, **ALL, "failurePolicy": "Fail", "timeoutSeconds": 10}


@pytest.mark.parametrize(
    ("kind", "given", "filled"),
    [
        pytest.param("ValidatingWebhookConfiguration", {"name": "a.b.c"}, FILLED, id="validating"),
        pytest.param(
            "MutatingWebhookConfiguration", {"name": "a.b.c"}, {**FILLED, "reinvocationPolicy": "Never"}, id="mutating"
        ),
        pytest.param(
            "ValidatingWebhookConfiguration",
            {"name": "a.b.c", "rules": [{"operations": ["*"]}, {"scope": "Cluster"}]},
            {**FILLED, "rules": [{"operations": ["*"], "scope": "*"}, {"scope": "Cluster"}]},
            id="rules",
        ),
        pytest.param(
            "ValidatingWebhookConfiguration",
            {"name": "a.b.c", "clientConfig": {"service": {"name": "s", "namespace": "n"}}},
            {**FILLED, "clientConfig": {"service": {"name": "s", "namespace": "n", "port": 443}}},
            id="service",
        ),
        pytest.param(
            "ValidatingWebhookConfiguration",
            {"name": "a.b.c", "failurePolicy": "Ignore", "timeoutSeconds": 0, "matchPolicy": ""},
            {**FILLED, "failurePolicy": "Ignore", "timeoutSeconds": 0, "matchPolicy": ""},
            id="given",
        ),
    ],
)
def test_webhooks(kind: str, given: dict[str, Any], filled: dict[str, Any]) -> None:
    assert sent(kind_named(kind), webhooks=[given])["webhooks"] == [filled]


@pytest.mark.parametrize("kind", ["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"])
@pytest.mark.parametrize(
    ("given", "filled"),
    [
        ({}, {"failurePolicy": "Fail"}),
        ({"matchConstraints": {}}, {"failurePolicy": "Fail", "matchConstraints": ALL}),
        (
            {"failurePolicy": "Ignore", "matchConstraints": {"resourceRules": [{}], "excludeResourceRules": [{}]}},
            {
                "failurePolicy": "Ignore",
                "matchConstraints": {
                    **ALL,
                    "resourceRules": [{"scope": "*"}],
                    "excludeResourceRules": [{"scope": "*"}],
                },
            },
        ),
    ],
)
def test_policies(kind: str, given: dict[str, Any], filled: dict[str, Any]) -> None:
    assert sent(kind_named(kind), spec=given)["spec"] == filled


@pytest.mark.parametrize("kind", ["ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding"])
def test_bindings(kind: str) -> None:
    assert sent(kind_named(kind), spec={"matchResources": {}})["spec"] == {"matchResources": ALL}
