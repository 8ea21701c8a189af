"""Tests of service accounts: names of secrets, and a deprecated annotation."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.apis.machinery.server.account_tokens import ISSUER, AccountTokens
from kapivara.meta import GroupVersionResource
from kapivara.registry.requests.outcome import Outcome

ACCOUNTS = GroupVersionResource("", "v1", "serviceaccounts")
ANNOTATION = "kubernetes.io/enforce-mountable-secrets"


def test_only_names_of_secrets_are_kept(talk: Talk) -> None:
    secrets = [{"name": "s", "namespace": "n", "kind": "Secret"}, {"kind": "x"}]
    body = {"metadata": {"name": "a"}, "secrets": secrets}
    assert talk("create", ACCOUNTS, body=body).object["secrets"] == [{"name": "s"}, {}]
    assert talk("update", ACCOUNTS, "a", body).object["secrets"] == [{"name": "s"}, {}]


def test_the_annotation_is_warned_of_once(talk: Talk) -> None:
    body = {"metadata": {"name": "b", "annotations": {ANNOTATION: "true"}}}
    assert talk("create", ACCOUNTS, body=body).warnings == (
        f"metadata.annotations[{ANNOTATION}]: deprecated in v1.32+; prefer separate namespaces to isolate access to "
        "mounted secrets",
    )
    assert talk("update", ACCOUNTS, "b", body).warnings == ()


PODS = GroupVersionResource("", "v1", "pods")
SECRETS = GroupVersionResource("", "v1", "secrets")
REVIEWS = GroupVersionResource("authentication.k8s.io", "v1", "tokenreviews")
SERVER = "https://kubernetes.default.svc"


@pytest.fixture(scope="module")
def account(talk: Talk) -> dict[str, Any]:
    created = talk("create", ACCOUNTS, body={"metadata": {"name": "sa"}})
    metadata: dict[str, Any] = created.object["metadata"]
    return metadata


def asked(talk: Talk, spec: dict[str, Any], name: str = "sa", **metadata: str) -> Outcome:
    return talk("create", ACCOUNTS, name, {"metadata": metadata, "spec": spec}, sub="token")


def claims_of(token: str) -> Any:
    payload = token.split(".")[1]
    return json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def test_owners_that_are_named_twice_are_warned_of(talk: Talk, account: dict[str, Any]) -> None:
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "rs", "uid": account["uid"]}
    sent = {"metadata": {"ownerReferences": [owner, owner]}, "spec": {}}
    given = talk("create", ACCOUNTS, "sa", sent, sub="token")
    assert [each for each in given.warnings if "duplicate entries" in each]
    assert given.object["metadata"]["ownerReferences"] == [owner]


def test_a_token_names_its_account(talk: Talk, account: dict[str, Any]) -> None:
    given = asked(talk, {})
    assert given.code == 201
    assert given.object["spec"] == {"audiences": [SERVER], "expirationSeconds": 3600, "boundObjectRef": None}
    assert (given.object["metadata"]["name"], given.object["metadata"]["uid"]) == ("sa", account["uid"])
    claims = claims_of(given.object["status"]["token"])
    assert claims["sub"] == "system:serviceaccount:default:sa"
    assert claims["exp"] - claims["iat"] == 3600
    assert claims["kubernetes.io"] == {
        "namespace": "default",
        "serviceaccount": {"name": "sa", "uid": account["uid"]},
    }


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize(
    ("spec", "code", "message"),
    [
        pytest.param(
            {"expirationSeconds": 599},
            422,
            'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not '
            "specify a duration less than 10 minutes",
            id="short",
        ),
        pytest.param(
            {"expirationSeconds": 2**32 + 1},
            422,
            'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may '
            "not specify a duration larger than 2^32 seconds",
            id="long",
        ),
        pytest.param(
            {"attestations": {"a": ["b"]}, "expirationSeconds": 1},
            422,
            'TokenRequest.authentication.k8s.io "" is invalid: spec.attestations: Invalid value: {"a":["b"]}: '
            "attestations may only be specified with a webhook bound object reference",
            id="attestations",
        ),
        pytest.param(
            {
                "audiences": ["x"],
                "attestations": {"admissionReviewAPIGroups": ["apps"]},
                "boundObjectRef": {
                    "kind": "MutatingWebhookConfiguration",
                    "apiVersion": "admissionregistration.k8s.io/v1",
                },
            },
            400,
            "cannot bind token to object of type admissionregistration.k8s.io/v1, Kind=MutatingWebhookConfiguration "
            "(feature gate APIServerWebhookAuthenticationToken is disabled)",
            id="webhook",
        ),
        pytest.param(
            {"boundObjectRef": {"kind": "ConfigMap", "apiVersion": "v1", "name": "c"}},
            400,
            "cannot bind token to object of type /v1, Kind=ConfigMap",
            id="bound to something else",
        ),
        pytest.param(
            {"boundObjectRef": {"kind": "Secret", "name": "none"}}, 404, 'secrets "none" not found', id="not there"
        ),
        pytest.param({"boundObjectRef": {"kind": "Secret"}}, 400, "Name parameter required.", id="bound to no name"),
    ],
)
def test_refusals(talk: Talk, spec: dict[str, Any], code: int, message: str) -> None:
    refused = asked(talk, spec).status
    assert (refused.code, refused.message) == (code, message)


def test_a_request_is_for_one_account(talk: Talk, account: dict[str, Any]) -> None:
    assert asked(talk, {}, "none").status.message == 'serviceaccounts "none" not found'
    other = talk("create", ACCOUNTS, "sa", {"metadata": {"name": "other"}}, sub="token").status
    assert other.message.endswith('"other": must match the service account name if specified')
    conflict = asked(talk, {}, uid="u").status
    problem = f"the UID in the token request (u) does not match the UID of the service account ({account['uid']})"
    assert (conflict.code, conflict.message.partition(": ")[2]) == (409, problem)


def review(talk: Talk, token: str, **spec: Any) -> Any:
    return talk("create", REVIEWS, body={"spec": {"token": token, **spec}}, namespace="").object["status"]


def test_reviews_know_tokens_of_accounts(talk: Talk, account: dict[str, Any]) -> None:
    secret = talk("create", SECRETS, body={"metadata": {"name": "s"}}).object["metadata"]
    bound = {"boundObjectRef": {"kind": "Secret", "name": "s", "uid": secret["uid"]}}
    token = asked(talk, bound).object["status"]["token"]
    found = review(talk, token)
    assert (found["authenticated"], found["audiences"]) == (True, [SERVER])
    assert found["user"]["username"] == "system:serviceaccount:default:sa"
    assert found["user"]["uid"] == account["uid"]
    assert review(talk, token, audiences=["other"])["error"] == "invalid bearer token"
    assert review(talk, token[:-4] + "AAAA")["error"] == "invalid bearer token"
    assert review(talk, "a.b.ä")["error"] == "invalid bearer token"
    talk("delete", SECRETS, "s")
    assert review(talk, token)["error"] == "invalid bearer token"


def test_a_pod_has_tokens_of_its_own_account(talk: Talk, account: dict[str, Any]) -> None:
    spec = {"containers": [{"name": "c", "image": "i"}], "nodeName": "n"}
    pod = talk("create", PODS, body={"metadata": {"name": "p"}, "spec": {**spec, "serviceAccountName": "sa"}})
    assert pod.code == 201, pod.status
    talk("create", PODS, body={"metadata": {"name": "q"}, "spec": spec})
    bound = {"boundObjectRef": {"kind": "Pod", "apiVersion": "v1", "name": "p"}, "expirationSeconds": 3607}
    claims = claims_of(asked(talk, bound).object["status"]["token"])
    own = claims["kubernetes.io"]
    assert (own["pod"]["name"], own["node"]) == ("p", {"name": "n"})
    assert (claims["exp"] - claims["iat"], own["warnafter"] - claims["iat"]) == (365 * 86400, 3607)
    bound["boundObjectRef"] = {"kind": "Pod", "name": "q"}
    problem = 'cannot bind token for serviceaccount "sa" to pod running with different serviceaccount name.'
    assert asked(talk, bound).status.message == problem


def test_tokens_last_for_their_time_and_are_of_one_server() -> None:
    tokens = AccountTokens()
    own = {"namespace": "ns", "serviceaccount": {"name": "a", "uid": "1"}}
    about = {"iss": ISSUER, "sub": "system:serviceaccount:ns:a", "aud": [ISSUER], "jti": "2", "kubernetes.io": own}
    token = tokens.sign({**about, "nbf": 10, "exp": 20})
    assert [tokens.read(token, second) is not None for second in (9, 10, 19, 20)] == [False, True, True, False]
    assert AccountTokens().read(token, 10) is None
