"""Tests of TokenReview and SelfSubjectReview."""

from __future__ import annotations

import pytest
from tests.unit.apis.alone import NOW
from tests.unit.apis.steps import Object, kind_named, sent

from kapivara.meta import ApiError

TOKENS, SELF = kind_named("TokenReview"), kind_named("SelfSubjectReview")
JANE = {"username": "jane", "uid": "1", "groups": ["readers"]}
KNOWN = {"authenticated": True, "user": JANE, "audiences": ["https://kubernetes.default.svc"]}
UNKNOWN = {"user": {}, "error": "invalid bearer token"}


@pytest.mark.parametrize(
    ("spec", "status"),
    [
        pytest.param({"token": "hers"}, KNOWN, id="known"),
        pytest.param({"token": "hers", "audiences": ["x", "https://kubernetes.default.svc"]}, KNOWN, id="for us"),
        pytest.param({"token": "hers", "audiences": ["x"]}, UNKNOWN, id="for others"),
        pytest.param({"token": "junk"}, UNKNOWN, id="unknown"),
    ],
)
def test_tokens(spec: Object, status: Object) -> None:
    assert TOKENS.respond(sent(TOKENS, spec=spec))["status"] == status


def test_what_clients_say_themselves() -> None:
    answer = TOKENS.respond(sent(TOKENS, spec={"token": "junk"}, status={"authenticated": True, "audiences": ["x"]}))
    assert answer["status"] == {**UNKNOWN, "audiences": ["x"]}


@pytest.mark.parametrize("spec", [{}, {"token": ""}])
def test_a_token_is_required(spec: Object) -> None:
    with pytest.raises(ApiError) as raised:
        TOKENS.respond(sent(TOKENS, spec=spec))
    assert raised.value.status.message == "token is required for TokenReview in authentication"


def test_who_asks() -> None:
    assert SELF.respond(sent(SELF)) == {
        "apiVersion": "authentication.k8s.io/v1",
        "kind": "SelfSubjectReview",
        "metadata": {"creationTimestamp": NOW},
        "status": {"userInfo": JANE},
    }
