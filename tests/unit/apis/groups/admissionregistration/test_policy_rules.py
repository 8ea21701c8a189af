"""Tests of the rules of policies and bindings."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

RULE = {"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}
SPEC: dict[str, Any] = {"matchConstraints": {"resourceRules": [RULE]}, "validations": [{"expression": "true"}]}
CHANGING: dict[str, Any] = {
    "matchConstraints": {"resourceRules": [RULE]},
    "mutations": [{"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": "Object{}"}}],
    "reinvocationPolicy": "Never",
}


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"validations": [{"expression": "object.x == request.name && namespaceObject.metadata.name != ''"}]},
            [],
            id="names",
        ),
        pytest.param(
            {"validations": []},
            [
                "spec.validations: Required value: validations or auditAnnotations must contain at least one item",
                "spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item",
            ],
            id="nothing",
        ),
        pytest.param(
            {"validations": [{"expression": "1"}]},
            ['spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int'],
            id="type",
        ),
        pytest.param(
            {"variables": [{"name": "a", "expression": "1"}], "validations": [{"expression": "variables.a == 2"}]},
            [],
            id="variable",
        ),
        pytest.param(
            {"variables": [{"name": "if", "expression": ""}]},
            [
                'spec.variables[0].name: Invalid value: "if": must be a valid CEL identifier',
                "spec.variables[0].expression: Required value: expression is not specified",
            ],
            id="bad variable",
        ),
        pytest.param(
            {"auditAnnotations": [{"key": "k", "valueExpression": "1"}]},
            [
                'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of '
                "[string null_type] but got int"
            ],
            id="audit",
        ),
        pytest.param(
            {"validations": [{"expression": "true", "message": "a\nb", "reason": "Nope"}]},
            [
                'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
                'spec.validations[0].reason: Unsupported value: "Nope": supported values: "Forbidden", "Invalid", '
                '"RequestEntityTooLarge"',
            ],
            id="message",
        ),
        pytest.param(
            {"paramKind": {"apiVersion": "a/b/c", "kind": "K"}},
            ['spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
            id="parameters",
        ),
        pytest.param(
            {"matchConstraints": {}}, ["spec.matchConstraints.resourceRules: Required value"], id="asked of nothing"
        ),
    ],
)
def test_validating_policies(change: dict[str, Any], errors: list[str]) -> None:
    assert refused("ValidatingAdmissionPolicy", spec={**SPEC, **change}) == errors


def test_parameters_are_known_where_there_are_some() -> None:
    spec = {**SPEC, "validations": [{"expression": "params.x == 1"}]}
    [error] = refused("ValidatingAdmissionPolicy", spec=spec)
    assert "undeclared reference to 'params'" in error
    assert refused("ValidatingAdmissionPolicy", spec={**spec, "paramKind": {"apiVersion": "v1", "kind": "K"}}) == []


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"mutations": [{"patchType": "JSONPatch", "jsonPatch": {"expression": "[JSONPatch{op: 'remove'}]"}}]},
            [],
            id="JSON patch",
        ),
        pytest.param(
            {"mutations": [{"patchType": "JSONPatch", "applyConfiguration": {"expression": "Object{}"}}]},
            [
                "spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch",
                'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified '
                "when patchType is JSONPatch",
            ],
            id="the other patch",
        ),
        pytest.param(
            {"matchConstraints": {"resourceRules": [{**RULE, "operations": ["DELETE"]}]}},
            [
                'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", '
                '"CONNECT", "CREATE", "UPDATE"'
            ],
            id="operation",
        ),
    ],
)
def test_mutating_policies(change: dict[str, Any], errors: list[str]) -> None:
    assert refused("MutatingAdmissionPolicy", spec={**CHANGING, **change}) == errors


def test_conditions_that_stay_are_not_judged_again() -> None:
    spec = {**SPEC, "matchConditions": [{"name": "a", "expression": "nope"}]}
    assert refused("ValidatingAdmissionPolicy", spec=spec)
    assert refused_change("ValidatingAdmissionPolicy", {"spec": spec}) == []


def test_bindings() -> None:
    assert refused("ValidatingAdmissionPolicyBinding", spec={"policyName": "p", "validationActions": ["Deny"]}) == []
    bad = {"policyName": "p", "validationActions": ["Deny", "Warn", "Nope"], "paramRef": {}}
    assert refused("ValidatingAdmissionPolicyBinding", spec=bad) == [
        "spec.paramRef: Required value: one of name or selector must be specified",
        "spec.paramRef.parameterNotFoundAction: Required value",
        'spec.validationActions[2]: Unsupported value: "Nope": supported values: "Audit", "Deny", "Warn"',
        'spec.validationActions: Invalid value: ["Deny","Warn","Nope"]: must not contain both Deny and Warn (repeating '
        "the same validation failure information in the API response and headers serves no purpose)",
    ]
