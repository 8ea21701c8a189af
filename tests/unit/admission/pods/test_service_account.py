"""Tests of ServiceAccount: the account of a pod, its mounted token, and the secrets that the pod may use."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import Api
from kapivara.admission.chain import AdmissionChain
from kapivara.codec import Decoded
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage
from kapivara.values import copy_json

CONTAINER = {"name": "main", "image": "app:1"}
ENFORCED = {"kubernetes.io/enforce-mountable-secrets": "true"}
MIRROR = {"kubernetes.io/config.mirror": "x"}


class Server:
    """A server with the plugin ServiceAccount."""

    def __init__(self, *accounts: dict[str, Any]):
        self._registry = Registry(MemoryStorage(), admission=AdmissionChain(enabled=["ServiceAccount"]))
        for account in accounts:
            assert self._create("serviceaccounts", account).code == 201

    def _create(self, resource: str, body: dict[str, Any]) -> Any:
        request = Request(
            "create", GroupVersionResource("", "v1", resource), namespace="default", body=Decoded(copy_json(body))
        )
        return self._registry.handle(request)

    def pod(self, annotations: dict[str, str] | None = None, **spec: Any) -> Any:
        """Creates a pod; returns its spec, or the reason of a rejection."""
        metadata = {"name": "one", "annotations": annotations or {}}
        outcome = self._create("pods", {"metadata": metadata, "spec": {"containers": [CONTAINER], **spec}})
        if outcome.status is not None:
            return outcome.status.message.partition(" is forbidden: ")[2]
        return outcome.document.obj["spec"]


def account(name: str = "default", annotations: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    return {"metadata": {"name": name, "annotations": annotations or {}}, **fields}


def test_it_is_off_by_default() -> None:
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one", "namespace": "default"}}
    assert Api().create({**body, "spec": {"containers": [CONTAINER]}}).ok


def test_a_pod_gets_the_default_account_and_its_token() -> None:
    spec = Server(account()).pod()
    assert spec["serviceAccountName"] == spec["serviceAccount"] == "default"
    (volume,) = spec["volumes"]
    assert volume["name"].startswith("kube-api-access-")
    assert volume["projected"]["sources"][0] == {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}}
    (mount,) = spec["containers"][0]["volumeMounts"]
    assert (mount["name"], mount["readOnly"]) == (volume["name"], True)


@pytest.mark.parametrize(
    ("said", "fields", "mounted"),
    [
        pytest.param({}, {"automountServiceAccountToken": False}, False, id="account"),
        pytest.param({"automountServiceAccountToken": True}, {"automountServiceAccountToken": False}, True, id="pod"),
        pytest.param({"automountServiceAccountToken": False}, {}, False, id="pod alone"),
    ],
)
def test_who_does_not_want_the_token(said: dict[str, Any], fields: dict[str, Any], mounted: bool) -> None:
    assert ("volumes" in Server(account(**fields)).pod(**said)) is mounted


def test_secrets_for_images_are_those_of_the_account() -> None:
    server = Server(account(imagePullSecrets=[{"name": "p"}]))
    assert server.pod()["imagePullSecrets"] == [{"name": "p"}]


def environment(**source: Any) -> dict[str, Any]:
    return {"containers": [{**CONTAINER, **source}]}


SECRET = {"secretKeyRef": {"name": "t", "key": "k"}}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        pytest.param(
            {"volumes": [{"name": "v", "secret": {"secretName": "t"}}]},
            'volume with secret.secretName="t"',
            id="volume",
        ),
        pytest.param(
            environment(env=[{"name": "E", "valueFrom": SECRET}]),
            'container main with envVar E referencing secret.secretName="t"',
            id="variable",
        ),
        pytest.param(
            environment(envFrom=[{"secretRef": {"name": "t"}}]),
            'container main with envFrom referencing secret.secretName="t"',
            id="variables",
        ),
    ],
)
def test_secrets_of_others(said: dict[str, Any], told: str) -> None:
    strict, lax = account(annotations=ENFORCED, secrets=[{"name": "s"}]), account(secrets=[{"name": "s"}])
    reason = "is not allowed because service account default does not reference that secret"
    assert Server(strict).pod(**said) == f"{told} {reason}"
    assert isinstance(Server(lax).pod(**said), dict)


def test_images_of_others() -> None:
    server = Server(account(annotations=ENFORCED, imagePullSecrets=[{"name": "p"}]))
    reason = "because service account default does not reference that imagePullSecret"
    assert server.pod(imagePullSecrets=[{"name": "q"}]) == f'imagePullSecrets[0].name="q" is not allowed {reason}'


def test_an_account_that_is_not_there() -> None:
    problem = 'error looking up service account default/nobody: serviceaccount "nobody" not found'
    assert Server(account()).pod(serviceAccountName="nobody") == problem


@pytest.mark.parametrize(("name", "fault"), [("a/b", "may not contain '/'"), (".", "may not be '.'")])
def test_an_account_that_cannot_be_asked_for(name: str, fault: str) -> None:
    problem = f'error looking up service account default/{name}: invalid resource name "{name}": [{fault}]'
    assert Server(account()).pod(serviceAccountName=name) == problem


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        pytest.param({"serviceAccountName": "default"}, "reference service accounts", id="account"),
        pytest.param({"imagePullSecrets": [{"name": "x"}]}, "reference secrets", id="secret"),
        pytest.param(
            {"volumes": [{"name": "v", "projected": {"sources": [{"serviceAccountToken": {"path": "t"}}]}}]},
            "use ServiceAccountToken volume projections",
            id="token",
        ),
    ],
)
def test_mirrors_use_nothing(said: dict[str, Any], problem: str) -> None:
    assert Server(account()).pod(MIRROR, nodeName="node", **said) == f"a mirror pod may not {problem}"
