"""Tests of the rights to approve certificate requests, sign certificates, and attest trust bundles for a signer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from tests.unit.admission.certificates.test_subject_restriction import request_of

from kapivara import Api
from kapivara.authorization.user_info import UserInfo
from kapivara.codec import Decoded
from kapivara.meta import GroupVersionResource
from kapivara.registry.requests.request import Request

REQUESTS = GroupVersionResource("certificates.k8s.io", "v1", "certificatesigningrequests")
BUNDLES = GroupVersionResource("certificates.k8s.io", "v1", "clustertrustbundles")
MERGE_PATCH = "application/merge-patch+json"
RBAC = "rbac.authorization.k8s.io"


def with_role(verb: str, signer: str) -> Api:
    """Returns a server with a certificate request, and a user with one right for a signer."""
    api = Api()
    rules = [
        {"apiGroups": [REQUESTS.group], "resources": ["*/approval", "*/status"], "verbs": ["patch"]},
        {"apiGroups": [REQUESTS.group], "resources": [BUNDLES.resource], "verbs": ["create", "patch"]},
        {"apiGroups": [REQUESTS.group], "resources": ["signers"], "resourceNames": [signer], "verbs": [verb]},
    ]
    binding = {
        "roleRef": {"apiGroup": RBAC, "kind": "ClusterRole", "name": "role"},
        "subjects": [{"apiGroup": RBAC, "kind": "User", "name": "ann"}],
    }
    spec = {"request": request_of("people"), "signerName": "acme.test/one", "usages": ["client auth"]}
    for version, kind, fields in (
        (RBAC, "ClusterRole", {"rules": rules}),
        (RBAC, "ClusterRoleBinding", binding),
        (REQUESTS.group, "CertificateSigningRequest", {"spec": spec}),
    ):
        metadata = {"name": "role"}
        assert api.create({"apiVersion": f"{version}/v1", "kind": kind, "metadata": metadata, **fields}).ok
    return api


def written(api: Api, verb: str, resource: GroupVersionResource, body: Any, **options: str) -> tuple[int, str]:
    """Writes an object as a user; returns the outcome."""
    somebody = UserInfo("ann", "", ("system:authenticated",))
    outcome = api.registry.handle(Request(verb, resource, body=Decoded(body), user=somebody, **options))
    return outcome.code, "" if outcome.status is None else outcome.status.message.partition(" is forbidden: ")[2]


def patched(api: Api, subresource: str, condition: str) -> tuple[int, str]:
    said = {"type": condition, "status": "True", "reason": "Fine"}
    body = {"status": {"conditions": [said]}}
    return written(api, "patch", REQUESTS, body, name="role", subresource=subresource, media_type=MERGE_PATCH)


@pytest.mark.parametrize(
    ("verb", "signer", "subresource", "problem"),
    [
        pytest.param("approve", "acme.test/one", "approval", "", id="approve"),
        pytest.param("approve", "acme.test/*", "approval", "", id="approve for all of a domain"),
        pytest.param("sign", "acme.test/one", "approval", "approve", id="sign is not approve"),
        pytest.param("approve", "acme.test/two", "approval", "approve", id="another signer"),
        pytest.param("sign", "acme.test/*", "status", "", id="sign"),
        pytest.param("approve", "acme.test/one", "status", "sign", id="approve is not sign"),
    ],
)
def test_who_may_act_for_a_signer(verb: str, signer: str, subresource: str, problem: str) -> None:
    condition = "Approved" if subresource == "approval" else "Failed"
    told = f'user not permitted to {problem} requests with signerName "acme.test/one"' if problem else ""
    assert patched(with_role(verb, signer), subresource, condition) == (403 if problem else 200, told)


def test_clients_themselves_may_do_everything() -> None:
    api = with_role("nothing", "acme.test/one")
    said: dict[str, Any] = {"type": "Approved", "status": "True", "reason": "Fine"}
    stored = api.get("certificates.k8s.io/v1", "CertificateSigningRequest", "role").object
    assert stored is not None
    assert api.update({**stored, "status": {"conditions": [said]}}, subresource="approval").ok


def bundle_of(signer: str) -> dict[str, Any]:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "root")])
    key, begin = ec.generate_private_key(ec.SECP256R1()), datetime(2026, 1, 1, tzinfo=UTC)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(begin).not_valid_after(begin + timedelta(days=3650))
    root = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    text = root.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM).decode()
    spec = {"trustBundle": text} | ({"signerName": signer} if signer else {})
    metadata = {"name": f"{signer.replace('/', ':')}:one" if signer else "one"}
    return {"apiVersion": "certificates.k8s.io/v1", "kind": "ClusterTrustBundle", "metadata": metadata, "spec": spec}


NOT_PERMITTED = 403, 'user not permitted to attest for signerName "acme.test/one"'


@pytest.mark.parametrize(
    ("may_attest_for", "signer", "answer"),
    [
        pytest.param("acme.test/one", "acme.test/one", (201, ""), id="may"),
        pytest.param("acme.test/*", "acme.test/one", (201, ""), id="may for all of a domain"),
        pytest.param("acme.test/two", "acme.test/one", NOT_PERMITTED, id="another signer"),
        pytest.param("acme.test/two", "", (201, ""), id="no signer"),
    ],
)
def test_who_may_tell_whom_to_trust(may_attest_for: str, signer: str, answer: tuple[int, str]) -> None:
    assert written(with_role("attest", may_attest_for), "create", BUNDLES, bundle_of(signer)) == answer


def test_garbage_collection_of_bundles_needs_no_permission() -> None:
    api = with_role("nothing", "acme.test/one")
    bundle = bundle_of("acme.test/one")
    assert api.create(bundle).ok

    def patch(metadata: dict[str, Any]) -> tuple[int, str]:
        name = bundle["metadata"]["name"]
        return written(api, "patch", BUNDLES, {"metadata": metadata}, name=name, media_type=MERGE_PATCH)

    assert patch({"finalizers": ["acme.test/stay"]}) == (200, "")
    assert patch({"labels": {"a": "b"}}) == NOT_PERMITTED
