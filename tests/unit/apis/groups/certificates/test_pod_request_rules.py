"""Tests of the rules of certificate requests for pods: keys and outcomes."""

from __future__ import annotations

import base64
import datetime
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from tests.unit.apis.refusals import refused, refused_change

from kapivara.apis.groups.certificates.pod_request_status_rules import validate_pod_request_status

NAME = x509.Name([])
KEY = ed25519.Ed25519PrivateKey.generate()
NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)
NAMES = {"podName": "p", "serviceAccountName": "s", "nodeName": "n"}
UIDS = {"podUID": "1", "serviceAccountUID": "2", "nodeUID": "3"}
ISSUED = {
    "type": "Issued",
    "status": "True",
    "lastTransitionTime": "2026-01-01T00:00:00Z",
    "reason": "A",
    "message": "",
}


def stub(key: Any, digest: Any = None) -> bytes:
    builder = x509.CertificateSigningRequestBuilder().subject_name(NAME)
    return builder.sign(key, digest).public_bytes(serialization.Encoding.DER)


def spec(data: bytes) -> dict[str, Any]:
    text = base64.b64encode(data).decode()
    return {"signerName": "a.test/b", **NAMES, **UIDS, "maxExpirationSeconds": 86400, "stubPKCS10Request": text}


SPEC = spec(stub(KEY))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(stub(KEY), None, id="good"),
        pytest.param(b"x", "Invalid value: must be a valid PKCS#10 CSR", id="no request"),
        pytest.param(b"x" * 10241, "Too long: may not be more than 10240 bytes", id="too long"),
        pytest.param(stub(KEY)[:-10] + b"x" * 10, "Invalid value: invalid signature", id="signature"),
        pytest.param(
            stub(rsa.generate_private_key(65537, 1024), hashes.SHA256()),
            'Invalid value: "1024-bit modulus": RSA keys must have modulus size 3072 or 4096',
            id="weak",
        ),
        pytest.param(
            stub(ec.generate_private_key(ec.SECP224R1()), hashes.SHA256()),
            'Invalid value: "curve P-224": elliptic public keys must use curve P256, P384, or P521',
            id="curve",
        ),
    ],
)
def test_keys(data: bytes, problem: str | None) -> None:
    told = refused("PodCertificateRequest", spec=spec(data))
    assert told == ([] if problem is None else [f"spec.stubPKCS10Request: {problem}"])


def test_specs_stay() -> None:
    (error,) = refused_change("PodCertificateRequest", {"spec": SPEC}, spec={**SPEC, "podName": "q"})
    assert error.startswith('spec: Invalid value: {"SignerName":"a.test/b","PodName":"q","PodUID":"1",')
    assert error.endswith('"UnverifiedUserAnnotations":null}: field is immutable')


def chain(key: Any = KEY, life: datetime.timedelta = 2 * HOUR, *hosts: str) -> str:
    builder = x509.CertificateBuilder().subject_name(NAME).issuer_name(NAME).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(NOW).not_valid_after(NOW + life)
    if hosts:
        names = [x509.DNSName(each) for each in hosts]
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(KEY, None).public_bytes(serialization.Encoding.PEM).decode()


def moment(time: datetime.datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def issued(text: str = "", **parts: str | None) -> dict[str, Any]:
    times = {"notBefore": moment(NOW), "notAfter": moment(NOW + 2 * HOUR), "beginRefreshAt": moment(NOW + HOUR)}
    status = {"conditions": [ISSUED], "certificateChain": text or chain(), **times, **parts}
    return {key: value for key, value in status.items() if value is not None}


def told(status: dict[str, Any], old: dict[str, Any] | None = None, now: datetime.datetime = NOW) -> list[str]:
    new: Any = {"spec": SPEC, "status": status}
    before: Any = {"spec": SPEC, "status": old or {}}
    return [str(each) for each in validate_pod_request_status(new, before, moment(now))]


@pytest.mark.parametrize(
    ("status", "errors"),
    [
        pytest.param(issued(), [], id="good"),
        pytest.param(
            issued(notBefore=None, beginRefreshAt=None),
            [
                "status.notBefore: Required value: must be present and consistent with the issued certificate",
                "status.beginRefreshAt: Required value: "
                "must be present and in the range [notbefore+10min, notafter-10min]",
            ],
            id="no times",
        ),
        pytest.param(
            issued(notAfter=moment(NOW + HOUR)),
            [
                'status.notAfter: Invalid value: "2026-01-01T01:00:00Z": '
                "must be set to the NotAfter time encoded in the leaf certificate"
            ],
            id="another end",
        ),
        pytest.param(
            issued(chain(life=HOUR / 2), notAfter=moment(NOW + HOUR / 2)),
            ["status.certificateChain: Invalid value: 1800000000000: leaf certificate lifetime must be >= 1 hour"],
            id="short",
        ),
        pytest.param(
            issued(beginRefreshAt=moment(NOW)),
            [
                'status.beginRefreshAt: Invalid value: "2026-01-01T00:00:00Z": '
                "must be at least 10 minutes after status.notBefore"
            ],
            id="too early",
        ),
        pytest.param(
            issued(chain(KEY, 2 * HOUR, "a..b")),
            ["status.certificateChain: Invalid value: \"a..b\": leaf certificate's DNSName should not contain '..'"],
            id="host",
        ),
        pytest.param(
            issued("x"),
            [
                'status.certificateChain: Invalid value: "x": '
                "issued certificate chain must contain at least one certificate"
            ],
            id="no certificate",
        ),
        pytest.param(
            {"conditions": [{**ISSUED, "type": "Denied"}], "notBefore": moment(NOW)},
            [
                "status: Invalid value: non-condition status fields must be empty "
                "when denying or failing the PodCertificateRequest"
            ],
            id="denied",
        ),
        pytest.param(
            {"notBefore": moment(NOW)},
            ['status: Invalid value: status is immutable unless transitioning to "Issued", "Denied", or "Failed"'],
            id="no end",
        ),
        pytest.param(
            {"conditions": [{**ISSUED, "type": "Odd"}, ISSUED, {**ISSUED, "type": "Failed", "status": "False"}]},
            [
                'status.conditions.[0].type: Unsupported value: "Odd": supported values: "Issued", "Denied", "Failed"',
                'status.conditions.[2].type: Invalid value: "Failed": There may be at most one condition with type '
                '"Issued", "Denied", or "Failed"',
                'status.conditions.[2].status: Unsupported value: "False": supported values: "True"',
            ],
            id="conditions",
        ),
    ],
)
def test_ends(status: dict[str, Any], errors: list[str]) -> None:
    assert told(status) == errors


def test_certificates_of_others() -> None:
    (error,) = told(issued(chain(ed25519.Ed25519PrivateKey.generate())))
    assert error.endswith(": leaf certificate was not issued to the requested public key")
    (error,) = told(issued(chain() + "-----BEGIN X-----\n-----END X-----\n"))
    assert error.endswith(": issued certificate chain must consist entirely of CERTFICATE PEM blocks")


def test_certificates_begin_now() -> None:
    (error,) = told(issued(), now=NOW + HOUR)
    assert error.endswith("must be set to within 5 minutes of kube-apiserver's current time")


def test_what_has_ended_stays() -> None:
    assert told(issued(), issued()) == []
    assert told(issued(beginRefreshAt=None), issued()) == [
        "status: Invalid value: immutable after PodCertificateRequest is issued, denied, or failed"
    ]
