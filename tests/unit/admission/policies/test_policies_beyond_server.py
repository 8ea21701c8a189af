"""Tests of policies with functions of KEP-4153 that no server has, with and without the feature gate."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.admission.policies.policy_server import CONFIG_MAPS, GROUP, config_map, denial, with_policy

from kapivara import Api

GATE = {"DeclarativeValidationCELLibraries": True}
NAMED = "object.metadata.name.isFormat('dns1035label')"


def labelled(value: str) -> list[dict[str, Any]]:
    expression = f"Object{{metadata: Object.metadata{{labels: {{'named': {value}}}}}}}"
    return [{"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": expression}}]


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param({"validations": [{"expression": NAMED}]}, id="validation"),
        pytest.param({"validations": [{"expression": "true", "messageExpression": f"string({NAMED})"}]}, id="message"),
        pytest.param(
            {"variables": [{"name": "ok", "expression": NAMED}], "validations": [{"expression": "true"}]}, id="variable"
        ),
        pytest.param(
            {"matchConditions": [{"name": "c", "expression": NAMED}], "validations": [{"expression": "true"}]},
            id="condition",
        ),
    ],
)
def test_the_gate_decides_whether_expressions_compile(spec: dict[str, Any]) -> None:
    body = {
        "apiVersion": GROUP,
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": "p"},
        "spec": {"matchConstraints": {"resourceRules": [CONFIG_MAPS]}, **spec},
    }
    refused = Api().create(body)
    assert refused.status is not None
    assert "undeclared reference to 'isFormat'" in refused.status.message
    assert Api(feature_gates=GATE).create(body).ok


def test_a_policy_judges_by_them() -> None:
    variables = [{"name": "ok", "expression": NAMED}]
    conditions = [{"name": "some", "expression": "!object.metadata.name.isFormat('ipv4')"}]
    rule = {"expression": "variables.ok", "messageExpression": "object.metadata.name.validateFormat('dns1035label')[0]"}
    api = with_policy(feature_gates=GATE, variables=variables, matchConditions=conditions, validations=[rule])
    assert denial(api, config_map(name="ada")) == ""
    assert "a DNS-1035 label must consist of" in denial(api, config_map(name="0-ada"))
    assert denial(api, config_map(name="10.0.0.1")) == ""


def test_a_policy_changes_objects_by_them() -> None:
    mutations = labelled(f"string({NAMED})")
    api = with_policy("Mutating", feature_gates=GATE, reinvocationPolicy="Never", mutations=mutations)
    made = api.create(config_map(name="0-ada")).object
    assert made is not None
    assert made["metadata"]["labels"] == {"named": "false"}


def test_conditions_of_webhooks_may_use_them() -> None:
    webhook = {
        "name": "a.example.com",
        "clientConfig": {"url": "https://example.com"},
        "sideEffects": "None",
        "admissionReviewVersions": ["v1"],
        "matchConditions": [{"name": "c", "expression": NAMED}],
    }
    body = {"apiVersion": GROUP, "kind": "ValidatingWebhookConfiguration", "metadata": {"name": "w"}}
    assert not Api().create({**body, "webhooks": [webhook]}).ok
    assert Api(feature_gates=GATE).create({**body, "webhooks": [webhook]}).ok
