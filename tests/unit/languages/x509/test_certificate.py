"""Tests of certificates: parsed values, and Go's errors."""

from __future__ import annotations

import datetime
import ipaddress

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import AuthorityInformationAccessOID, ExtendedKeyUsageOID

from kapivara.languages.x509.certificate import parse_certificate, parse_certificates
from kapivara.languages.x509.der_reader import DerReader
from kapivara.languages.x509.errors import X509Error
from kapivara.languages.x509.extensions import Extension, check_extension
from kapivara.languages.x509.times import read_time

KEY = ec.generate_private_key(ec.SECP256R1())
NAME = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "someone")])
HOST, MAILBOX = x509.DNSName("a.example.com"), x509.RFC822Name("a@b.c")
PLACE = x509.UniformResourceIdentifier("http://x")
NETWORK = x509.IPAddress(ipaddress.ip_network("10.0.0.0/8"))
EXTENSIONS: list[x509.ExtensionType] = [
    x509.SubjectAlternativeName([HOST, MAILBOX]),
    x509.BasicConstraints(ca=True, path_length=1),
    x509.NameConstraints([x509.DNSName(".a.b"), MAILBOX, NETWORK], [x509.UniformResourceIdentifier("x.y")]),
    x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]),
    x509.SubjectKeyIdentifier(b"ab"),
    x509.AuthorityKeyIdentifier(b"x", None, None),
    x509.CRLDistributionPoints([x509.DistributionPoint([PLACE], None, None, None)]),
    x509.CertificatePolicies([x509.PolicyInformation(x509.ObjectIdentifier("1.2.3"), None)]),
    x509.AuthorityInformationAccess([x509.AccessDescription(AuthorityInformationAccessOID.OCSP, PLACE)]),
    x509.PolicyConstraints(1, 2),
    x509.InhibitAnyPolicy(1),
]


def certificate(*extensions: x509.ExtensionType) -> bytes:
    day = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    builder = x509.CertificateBuilder().subject_name(NAME).issuer_name(NAME).public_key(KEY.public_key())
    builder = builder.serial_number(5).not_valid_before(day).not_valid_after(day.replace(year=2060))
    for each in extensions:
        builder = builder.add_extension(each, critical=False)
    return builder.sign(KEY, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


PLAIN = certificate()


def test_what_is_read() -> None:
    found = parse_certificate(certificate(*EXTENSIONS))
    assert (found.not_before, found.not_after) == (1767225600, 2840140800)
    assert found.names == (["a.example.com"], ["a@b.c"])
    assert found.is_authority
    assert len(parse_certificates(PLAIN * 2)) == 2
    assert not parse_certificate(PLAIN).is_authority


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(b"", "x509: malformed certificate", id="nothing"),
        pytest.param(PLAIN[:-1], "x509: malformed certificate", id="cut"),
        pytest.param(PLAIN + b"x", "x509: trailing data", id="more"),
        pytest.param(b"\x30\x00", "x509: malformed tbs certificate", id="empty"),
        pytest.param(
            PLAIN.replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x03"), "x509: invalid version", id="version"
        ),
        pytest.param(
            PLAIN.replace(b"\x02\x01\x05", b"\x02\x01\x85", 1), "x509: negative serial number", id="serial number"
        ),
        pytest.param(PLAIN.replace(b"260101000000Z", b"260199000000Z"), "x509: malformed UTCTime", id="time"),
        pytest.param(
            PLAIN.replace(b"\x04\x03\x02", b"\x04\x03\x03", 1),
            "x509: inner and outer signature algorithm identifiers don't match",
            id="two algorithms",
        ),
        pytest.param(
            PLAIN.replace(b"\x06\x03\x55\x04\x03", b"\x05\x03\x55\x04\x03", 1),
            "x509: invalid RDNSequence: invalid attribute type",
            id="issuer",
        ),
    ],
)
def test_no_certificates(data: bytes, problem: str) -> None:
    with pytest.raises(X509Error) as raised:
        parse_certificate(data)
    assert str(raised.value) == problem


@pytest.mark.parametrize(
    ("number", "value", "problem"),
    [
        (14, b"", "x509: invalid subject key identifier"),
        (15, b"\x03\x01\x01", "x509: invalid key usage"),
        (17, b"\x30\x04\x87\x02\x01\x01", "x509: cannot parse IP address of length 2"),
        (17, b"\x30\x05\x86\x03/%x", 'x509: cannot parse URI "/%x": parse "/%x": invalid URL escape "%x"'),
        (17, b"\x30\x07\x86\x05//a./", 'x509: cannot parse URI "//a./": invalid domain'),
        (19, b"\x30\x03\x01\x01\x02", "x509: invalid basic constraints"),
        (19, b"\x30\x03\x02\x01\xff", "x509: invalid basic constraints"),
        (30, b"\x30\x00", "x509: empty name constraints extension"),
        (30, b"\x30\x06\xa0\x04\x30\x02\x87\x00", "x509: IP constraint contained value of length 0"),
        (30, b"\x30\x08\xa0\x06\x30\x04\x82\x02a.", 'x509: failed to parse dnsName constraint "a."'),
        (30, b"\x30\x08\xa0\x06\x30\x04\x81\x02@a", 'x509: failed to parse rfc822Name constraint "@a"'),
        (
            30,
            b"\x30\x09\xa0\x07\x30\x05\x86\x03::1",
            'x509: failed to parse URI constraint "::1": cannot be IP address',
        ),
        (31, b"\x30\x02\x02\x00", "x509: invalid CRL distribution point"),
        (32, b"\x30\x0a" + b"\x30\x03\x06\x01\x2a" * 2, "x509: invalid certificate policies"),
        (33, b"\x30\x02\x30\x00", "x509: invalid policy mappings extension"),
        (35, b"", "x509: invalid authority key identifier"),
        (36, b"\x30\x02\x80\x00", "x509: invalid policy constraints extension"),
        (37, b"\x30\x02\x06\x00", "x509: invalid extended key usages"),
        (54, b"", "x509: invalid inhibit any policy extension"),
    ],
)
def test_extensions(number: int, value: bytes, problem: str) -> None:
    with pytest.raises(X509Error) as raised:
        check_extension(Extension((2, 5, 29, number), False, value))
    assert str(raised.value) == problem


def test_extensions_that_are_never_critical() -> None:
    with pytest.raises(X509Error, match="authority key identifier incorrectly marked critical"):
        check_extension(Extension((2, 5, 29, 35), True, b"\x30\x00"))
    check_extension(Extension((1, 2, 3), True, b"whatever"))


@pytest.mark.parametrize(
    ("text", "tag", "moment"),
    [
        (b"700101000000Z", 23, 0),
        (b"7001010000Z", 23, 0),
        (b"500101000000Z", 23, -631152000),
        (b"700101010000+0100", 23, 0),
        (b"700101000000+0000", 23, None),
        (b"19700101000000Z", 24, 0),
        (b"00000229000000Z", 24, -62162121600),
        (b"19010229000000Z", 24, None),
        (b"19700101000000.5Z", 24, None),
    ],
)
def test_moments(text: bytes, tag: int, moment: int | None) -> None:
    reader = DerReader(bytes((tag, len(text))) + text)
    if moment is not None:
        assert read_time(reader) == moment
        return
    with pytest.raises(X509Error):
        read_time(reader)
