"""Tests of the published documents about the issuer of service account tokens, which suffice to verify one."""

import json
from base64 import urlsafe_b64decode

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from tests.server.in_process import client_of

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

CONFIGURATION = "/.well-known/openid-configuration"
KEYS = "/openid/v1/jwks"
ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts"


@pytest.fixture
def client():
    return client_of(Application(Registry(MemoryStorage()), url="https://127.0.0.1:6443"))


def test_configuration(client):
    answer = client.get(CONFIGURATION)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert answer.json() == {
        "issuer": "https://kubernetes.default.svc",
        "jwks_uri": "https://127.0.0.1:6443/openid/v1/jwks",
        "response_types_supported": ["id_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_token_can_be_checked_by_the_published_keys(client):
    client.post(ACCOUNTS, json={"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "robot"}})
    review = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
    token = client.post(f"{ACCOUNTS}/robot/token", json=review).json()["status"]["token"]
    answer = client.get(KEYS, headers={"accept": "application/jwk-set+json"})
    assert answer.headers["content-type"] == "application/jwk-set+json"
    (key,) = answer.json()["keys"]
    signed, _, signature = token.rpartition(".")
    header = json.loads(decoded(signed.partition(".")[0]))
    assert (header["kid"], header["alg"]) == (key["kid"], key["alg"])
    assert (key["kty"], key["crv"], key["use"]) == ("EC", "P-256", "sig")
    numbers = ec.EllipticCurvePublicNumbers(*(int.from_bytes(decoded(key[each])) for each in "xy"), ec.SECP256R1())
    raw = decoded(signature)
    made = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    numbers.public_key().verify(made, signed.encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        numbers.public_key().verify(made, signed.encode() + b"x", ec.ECDSA(SHA256()))


@pytest.mark.parametrize("path", [CONFIGURATION, f"{CONFIGURATION}/", KEYS, f"{KEYS}//"])
def test_only_reading_is_allowed(client, path):
    assert client.get(path).status_code == 200
    for method in ("DELETE", "HEAD", "POST"):
        assert client.request(method, path).status_code == 405


@pytest.mark.parametrize(
    ("path", "accept", "offered"),
    [(CONFIGURATION, "text/html", "application/json"), (KEYS, "application/json", "application/jwk-set+json")],
)
def test_other_representations_are_refused(client, path, accept, offered):
    answer = client.get(path, headers={"accept": accept})
    assert answer.status_code == 406
    assert answer.json()["message"] == f"406: Not Acceptable\n\nAvailable representations: {offered}"


@pytest.mark.parametrize("path", [f"{CONFIGURATION}/x", f"{KEYS}/x"])
def test_nothing_stands_behind_them(client, path):
    assert client.get(path).json()["reason"] == "NotFound"


@pytest.mark.parametrize("path", ["/.well-known", "/openid", "/openid/v1"])
def test_nothing_stands_before_them(client, path):
    assert (client.get(path).status_code, client.get(path).text) == (404, "404 page not found\n")
