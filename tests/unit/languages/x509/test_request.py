"""Tests of certificate requests: Go's errors about malformed ones and about signatures."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.x509.name import _ASN1Type

from kapivara.codec.errors import CannotError
from kapivara.languages.x509.errors import X509Error
from kapivara.languages.x509.public_keys import OpaqueKey, RsaKey
from kapivara.languages.x509.request import Algorithm, parse_request, signature_problem

NAME = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "someone")])
ELLIPTIC = ec.generate_private_key(ec.SECP256R1())
EDWARDS = ed25519.Ed25519PrivateKey.generate()
RSA = rsa.generate_private_key(65537, 2048)
FIELD = (
    "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 "
    "timeType:0 set:false omitEmpty:false}"
)


def request(key: Any, *names: x509.GeneralName, **how: Any) -> bytes:
    builder = x509.CertificateSigningRequestBuilder().subject_name(NAME)
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    digest = None if key is EDWARDS else hashes.SHA256()
    return builder.sign(key, digest, **how).public_bytes(serialization.Encoding.DER)


GOOD = request(EDWARDS, x509.DNSName("a.example.com"))
BY_RSA = request(RSA)
BY_CURVE = request(ELLIPTIC)


def problem(data: bytes) -> str:
    try:
        return parse_request(data).signature_problem
    except X509Error as error:
        return str(error)


def with_changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert len(old) == len(new)
    assert old in data
    return data.replace(old, new, 1)


def flipped(data: bytes, place: int = -1) -> bytes:
    changed = bytearray(data)
    changed[place] ^= 1
    return bytes(changed)


@pytest.mark.parametrize(
    "data",
    [
        GOOD,
        BY_RSA,
        BY_CURVE,
        *(request(ec.generate_private_key(curve)) for curve in (ec.SECP224R1(), ec.SECP384R1(), ec.SECP521R1())),
        request(RSA, rsa_padding=padding.PSS(padding.MGF1(hashes.SHA256()), 32)),
        request(EDWARDS, x509.UniformResourceIdentifier("spiffe://a.b/c"), x509.RFC822Name("a@b.c")),
    ],
)
def test_good_requests(data: bytes) -> None:
    assert problem(data) == ""


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(b"", "asn1: syntax error: sequence truncated", id="nothing"),
        pytest.param(b"\x30", "asn1: syntax error: truncated tag or length", id="no length"),
        pytest.param(b"\x30\x80", "asn1: syntax error: indefinite length found (not DER)", id="indefinite"),
        pytest.param(b"\x30\x81\x01", "asn1: structure error: non-minimal length", id="long form"),
        pytest.param(b"\x30\x82\x00", "asn1: structure error: superfluous leading zeros in length", id="zeros"),
        pytest.param(b"\x30\x85" + b"\xff" * 5, "asn1: structure error: length too large", id="too large"),
        pytest.param(b"\x3f\x80", "asn1: syntax error: integer is not minimally encoded", id="tag"),
        pytest.param(b"\x3f\x1e\x00", "asn1: syntax error: non-minimal tag", id="small tag"),
        pytest.param(GOOD[:-1], "asn1: syntax error: data truncated", id="cut"),
        pytest.param(GOOD + b"x", "asn1: syntax error: trailing data", id="more"),
        pytest.param(
            b"\x02\x01\x05",
            "asn1: structure error: tags don't match (16 vs {class:0 tag:2 length:1 isCompound:false}) "
            f"{FIELD} certificateRequest @2",
            id="another type",
        ),
        pytest.param(b"\x30\x02\x30\x00", "asn1: syntax error: sequence truncated", id="empty"),
        pytest.param(
            with_changed(BY_RSA, b"\x05\x00\x03\x82", b"\x04\x00\x03\x82"),
            "x509: RSA key missing NULL parameters",
            id="RSA",
        ),
        pytest.param(
            with_changed(BY_CURVE, b"\x03\x01\x07", b"\x03\x01\x09"), "x509: unsupported elliptic curve", id="curve"
        ),
        pytest.param(
            with_changed(BY_CURVE, b"\x03\x42\x00\x04", b"\x03\x42\x00\x05"),
            "ecdsa: invalid uncompressed public key",
            id="compressed",
        ),
        pytest.param(
            flipped(BY_CURVE, BY_CURVE.index(b"\x03\x42\x00\x04") + 40), "P256 point not on curve", id="no point"
        ),
        pytest.param(
            with_changed(GOOD, b"someone", b"some\xffne"),
            "x509: invalid RDNSequence: invalid attribute value: invalid UTF-8 string",
            id="name",
        ),
        pytest.param(with_changed(GOOD, b"a.example", b"a.ex\xffmple"), "x509: SAN dNSName is malformed", id="host"),
    ],
)
def test_no_requests(data: bytes, text: str) -> None:
    assert problem(data) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(flipped(GOOD, -10), "x509: Ed25519 verification failure", id="Ed25519"),
        pytest.param(flipped(BY_RSA), "crypto/rsa: verification error", id="RSA"),
        pytest.param(with_changed(BY_CURVE, b"someone", b"anybody"), "x509: ECDSA verification failure", id="ECDSA"),
        pytest.param(
            with_changed(BY_RSA, b"\x01\x01\x0b", b"\x01\x01\x04"),
            "x509: cannot verify signature: insecure algorithm MD5-RSA",
            id="insecure",
        ),
        pytest.param(
            with_changed(BY_RSA, b"\x01\x01\x0b", b"\x01\x01\x63"),
            "x509: cannot verify signature: algorithm unimplemented",
            id="unknown",
        ),
        pytest.param(
            with_changed(
                BY_CURVE, b"\x06\x08\x2a\x86\x48\xce\x3d\x04\x03\x02", b"\x06\x08\x60\x86\x48\x01\x65\x03\x04\x03"
            ),
            "x509: cannot verify signature: algorithm unimplemented",
            id="of no key",
        ),
    ],
)
def test_signatures_that_do_not_hold(data: bytes, text: str) -> None:
    assert problem(data) == text


def test_signatures_that_cannot_be_checked() -> None:
    large = parse_request(BY_RSA)
    with pytest.raises(CannotError, match="check signatures by RSA keys of more than 16,384 bits"):
        signature_problem(large.algorithm, RsaKey(2**16384 + 1, 65537), b"", b"")
    with pytest.raises(CannotError, match="check signatures by ML-DSA-44"):
        signature_problem(Algorithm("ML-DSA", ""), OpaqueKey("ML-DSA-44", b""), b"", b"")


def test_subjects() -> None:
    group = x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, "Träger")
    wide = x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, "a\0", _ASN1Type.BMPString)
    builder = x509.CertificateSigningRequestBuilder().subject_name(x509.Name([*NAME, group, wide]))
    data = builder.sign(EDWARDS, None).public_bytes(serialization.Encoding.DER)
    assert parse_request(data).organizations == ["Träger", "a"]


def test_keys_and_algorithms_go_together() -> None:
    algorithm, key = parse_request(GOOD).algorithm, parse_request(BY_RSA).key
    assert signature_problem(algorithm, key, b"", b"") == (
        "x509: signature algorithm specifies an Ed25519 public key, but have public key of type *rsa.PublicKey"
    )
