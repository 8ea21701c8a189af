"""Questions about access: everything is allowed."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import kind_named, sent

from kapivara.meta import ApiError

RULES = kind_named("SelfSubjectRulesReview")


@pytest.mark.parametrize("name", ["SubjectAccessReview", "LocalSubjectAccessReview", "SelfSubjectAccessReview"])
def test_access(name: str) -> None:
    kind = kind_named(name)
    asked = sent(kind, spec={"resourceAttributes": {"verb": "get"}}, status={"allowed": False, "reason": "mine"})
    answer = kind.respond(asked)
    assert (answer["spec"], answer["status"]) == ({"resourceAttributes": {"verb": "get"}}, {"allowed": True})
    assert kind.kind_in_errors(asked).kind == ""


def test_rules() -> None:
    answer = RULES.respond(sent(RULES, spec={"namespace": "n"}))
    assert answer == {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SelfSubjectRulesReview",
        "metadata": {},
        "spec": {},
        "status": {
            "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}],
            "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}],
            "incomplete": False,
        },
    }


def test_rules_are_those_of_a_namespace() -> None:
    with pytest.raises(ApiError) as raised:
        RULES.respond(sent(RULES))
    assert raised.value.status.message == "no namespace on request"
