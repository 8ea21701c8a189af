"""Tests that certificate requests for `system:masters` are rejected."""

from __future__ import annotations

import base64

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from kapivara import Api

CLIENTS = "kubernetes.io/kube-apiserver-client"


def request_of(group: str) -> str:
    names = [x509.NameAttribute(NameOID.COMMON_NAME, "ann"), x509.NameAttribute(NameOID.ORGANIZATION_NAME, group)]
    builder = x509.CertificateSigningRequestBuilder().subject_name(x509.Name(names))
    signed = builder.sign(ec.generate_private_key(ec.SECP256R1()), hashes.SHA256())
    return base64.b64encode(signed.public_bytes(Encoding.PEM)).decode()


@pytest.mark.parametrize(
    ("signer", "group", "code"),
    [
        pytest.param(CLIENTS, "system:masters", 403, id="a master"),
        pytest.param(CLIENTS, "people", 201, id="another group"),
        pytest.param("example.com/signer", "system:masters", 201, id="another signer"),
    ],
)
def test_groups(signer: str, group: str, code: int) -> None:
    spec = {"request": request_of(group), "signerName": signer, "usages": ["client auth"]}
    body = {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "metadata": {"name": "one"}}
    outcome = Api().create({**body, "spec": spec})
    assert outcome.code == code
    if outcome.status is not None and code == 403:
        problem = f"use of {CLIENTS} signer with system:masters group is not allowed"
        assert outcome.status.message == f'certificatesigningrequests.certificates.k8s.io "one" is forbidden: {problem}'
