"""Tests of the rules of certificate requests and trust bundles."""

from __future__ import annotations

import base64
import datetime
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from tests.unit.apis.refusals import refused, refused_change

KEY = ec.generate_private_key(ec.SECP256R1())
NAME = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "someone")])
PEM = serialization.Encoding.PEM
REQUEST = x509.CertificateSigningRequestBuilder().subject_name(NAME).sign(KEY, hashes.SHA256()).public_bytes(PEM)
ENCODED = base64.b64encode(REQUEST).decode()
SPEC: dict[str, Any] = {"request": ENCODED, "signerName": "a.test/b", "usages": ["client auth"]}


def certificate(*, ca: bool) -> str:
    day = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    builder = x509.CertificateBuilder().subject_name(NAME).issuer_name(NAME).public_key(KEY.public_key())
    builder = builder.serial_number(1).not_valid_before(day).not_valid_after(day + datetime.timedelta(days=1))
    builder = builder.add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
    return builder.sign(KEY, hashes.SHA256()).public_bytes(PEM).decode()


BROKEN = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        pytest.param({}, [], id="good"),
        pytest.param(
            {"request": "bm90IHBlbQ=="},
            ['spec.request: Invalid value: "bm90IHBlbQ==": PEM block type must be CERTIFICATE REQUEST'],
            id="request",
        ),
        pytest.param({"usages": []}, ["spec.usages: Required value"], id="no usages"),
        pytest.param({"usages": ["any", "any"]}, ['spec.usages[1]: Duplicate value: "any"'], id="twice"),
        pytest.param(
            {"signerName": "kubernetes.io/legacy-unknown", "expirationSeconds": 599},
            [
                'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed '
                "via this API version",
                "spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 "
                "minutes)",
            ],
            id="signer and time",
        ),
    ],
)
def test_requests(change: dict[str, Any], errors: list[str]) -> None:
    assert refused("CertificateSigningRequest", spec={**SPEC, **change}) == errors


@pytest.mark.parametrize(
    ("subresource", "status", "errors"),
    [
        pytest.param("approval", {"conditions": [{"type": "Approved", "status": "True"}]}, [], id="approved"),
        pytest.param(
            "approval",
            {"conditions": [{"type": "Approved", "status": "False"}]},
            ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
            id="half approved",
        ),
        pytest.param(
            "status",
            {"conditions": [{"type": "Denied", "status": "True"}]},
            ['status.conditions: Forbidden: updates may not add a condition of type "Denied"'],
            id="denied the wrong way",
        ),
        pytest.param(
            "status",
            {"certificate": ENCODED},
            [
                'status.certificate: Invalid value: "<certificate data>": only CERTIFICATE PEM blocks are allowed, '
                'found "CERTIFICATE REQUEST"'
            ],
            id="no certificate",
        ),
    ],
)
def test_decisions(subresource: str, status: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("CertificateSigningRequest", {"spec": SPEC}, subresource, status=status) == errors


@pytest.mark.parametrize(
    ("bundle", "problems"),
    [
        pytest.param(certificate(ca=True), [], id="good"),
        pytest.param("", ["at least one trust anchor must be provided"], id="nothing"),
        pytest.param(BROKEN, ["entry 0 does not parse as X.509"], id="broken"),
        pytest.param(certificate(ca=False), ["entry 0 does not have the CA bit set"], id="no authority"),
        pytest.param(REQUEST.decode(), ["entry 0 has bad block type: CERTIFICATE REQUEST"], id="another type"),
        pytest.param(certificate(ca=True) * 2, ["duplicate trust anchor (indices [0 1])"], id="twice"),
    ],
)
def test_bundles(bundle: str, problems: list[str]) -> None:
    start = 'spec.trustBundle: Invalid value: "<value omitted>": '
    assert refused("ClusterTrustBundle", spec={"trustBundle": bundle}) == [f"{start}{each}" for each in problems]


def test_requests_for_pods() -> None:
    names = {"podName": "p", "serviceAccountName": "s", "nodeName": "Bad_"}
    uids = {"podUID": "1", "serviceAccountUID": "2", "nodeUID": "3"}
    told = refused("PodCertificateRequest", spec={"signerName": "a.test/b", **names, **uids, "maxExpirationSeconds": 1})
    assert [each.partition(" value: ")[0] for each in told] == [
        "spec.nodeName: Invalid",
        "spec.maxExpirationSeconds: Invalid",
        "spec: Invalid",
    ]
    assert told[1].endswith("Invalid value: 1: must be in the range [3600, 7862400]")
    assert told[2].endswith(": exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set")
