"""Tests of access reviews: the reviewed access, and errors of selectors."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.role_policy import Policy, rule
from tests.unit.apis.steps import Object, kind_named, sent

from kapivara.meta import ApiError

ROLES = {
    "reader": [rule("get", "", "pods", names="a"), rule("get", urls="/api")],
    "n/local": [rule("list", "", "pods")],
}
POLICY = Policy(
    ROLES,
    {
        "jane": ("ClusterRole reader", "User:jane"),
        "n/jane": ("Role local", "User:jane"),
        "g": ("ClusterRole reader", "Group:g"),
    },
)
OTHERS = ["SubjectAccessReview", "LocalSubjectAccessReview"]
POD = {"verb": "get", "resource": "pods", "name": "a"}
READER = 'RBAC: allowed by ClusterRoleBinding "{}" of ClusterRole "reader" to {}'


def asked(name: str, **spec: Any) -> Object:
    kind = kind_named(name, surroundings=POLICY)
    status: Object = kind.respond(sent(kind, spec=spec, status={"allowed": True, "reason": "mine"}))["status"]
    return status


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize(
    ("spec", "status"),
    [
        pytest.param(
            {"user": "jane", "resourceAttributes": POD},
            {"allowed": True, "reason": READER.format("jane", 'User "jane"')},
            id="user",
        ),
        pytest.param(
            {"groups": ["g"], "nonResourceAttributes": {"verb": "get", "path": "/api"}},
            {"allowed": True, "reason": READER.format("g", 'Group "g"')},
            id="group and URL",
        ),
        pytest.param({"user": "tom", "resourceAttributes": POD}, {"allowed": False}, id="nobody"),
        pytest.param({"user": "tom"}, {"allowed": False}, id="nothing"),
    ],
)
def test_access_of_others(kind: str, spec: Object, status: Object) -> None:
    assert asked(kind, **spec) == status


def test_access_of_oneself() -> None:
    assert asked("SelfSubjectAccessReview", resourceAttributes=POD)["allowed"]
    assert asked("SelfSubjectAccessReview", resourceAttributes={**POD, "verb": "delete"}) == {"allowed": False}


def requirement(operator: str, *values: str) -> Object:
    return {"key": "k", "operator": operator, "values": list(values)}


@pytest.mark.parametrize(
    ("selector", "ignored"),
    [
        pytest.param({"fieldSelector": {"rawSelector": "a=b"}}, "", id="fields"),
        pytest.param({"fieldSelector": {"rawSelector": "a"}}, "fieldSelector ignored", id="no fields"),
        pytest.param({"labelSelector": {"rawSelector": "a in ("}}, "labelSelector ignored", id="no labels"),
        pytest.param({"fieldSelector": {"requirements": [requirement("In", "a")]}}, "", id="field"),
        pytest.param(
            {"fieldSelector": {"requirements": [requirement("In", "a", "b")]}}, "fieldSelector ignored", id="values"
        ),
        pytest.param(
            {"fieldSelector": {"requirements": [requirement("NotIn", "a"), requirement("Exists")]}},
            "fieldSelector partially ignored",
            id="some fields",
        ),
        pytest.param(
            {"labelSelector": {"requirements": [requirement("Exists"), requirement("Odd")]}},
            "labelSelector partially ignored",
            id="some labels",
        ),
    ],
)
def test_selectors_that_cannot_be_read(selector: Object, ignored: str) -> None:
    status = asked("SubjectAccessReview", user="tom", resourceAttributes={**POD, **selector})
    error = f"spec.resourceAttributes.{ignored} due to parse error" if ignored else ""
    assert status.get("evaluationError", "") == error


def test_both_selectors_are_told() -> None:
    odd = {"fieldSelector": {"rawSelector": "a"}, "labelSelector": {"rawSelector": "("}}
    error = asked("SubjectAccessReview", user="tom", resourceAttributes={**POD, **odd})["evaluationError"]
    assert [each.split()[0] for each in error.split("; ")] == [
        "spec.resourceAttributes.fieldSelector",
        "spec.resourceAttributes.labelSelector",
    ]


def test_errors_name_no_kind() -> None:
    kind = kind_named("SubjectAccessReview")
    assert kind.kind_in_errors(sent(kind)).kind == ""


def test_rules() -> None:
    kind = kind_named("SelfSubjectRulesReview", surroundings=POLICY)
    assert kind.respond(sent(kind, spec={"namespace": "n"})) == {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SelfSubjectRulesReview",
        "metadata": {},
        "spec": {},
        "status": {
            "resourceRules": [
                {"verbs": ["get"], "apiGroups": [""], "resources": ["pods"], "resourceNames": ["a"]},
                {"verbs": ["list"], "apiGroups": [""], "resources": ["pods"]},
            ],
            "nonResourceRules": [{"verbs": ["get"], "nonResourceURLs": ["/api"]}],
            "incomplete": False,
        },
    }


def test_rules_are_those_of_a_namespace() -> None:
    kind = kind_named("SelfSubjectRulesReview", surroundings=POLICY)
    with pytest.raises(ApiError) as raised:
        kind.respond(sent(kind))
    assert raised.value.status.message == "no namespace on request"
