"""Tests of TLS pairs: the errors of a certificate and a key that do not match."""

from __future__ import annotations

import datetime
from functools import cache

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from kapivara.content.tls_pairs import pair_fault

NAME = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "n")])
NO_DATA = "tls: failed to find any PEM data in certificate input"
SWITCHED = (
    "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have "
    "been switched"
)


@cache
def pair(which: int = 0) -> tuple[bytes, bytes]:
    """Returns a certificate and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    start = datetime.datetime(2030, 1, 1 + which, tzinfo=datetime.UTC)
    certificate = (
        x509.CertificateBuilder(NAME, NAME, key.public_key(), which + 1, start, start + datetime.timedelta(1))
        .sign(key, hashes.SHA256())
        .public_bytes(Encoding.PEM)
    )
    return certificate, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def block(kind: str, text: str = "AAAA", end: str = "") -> bytes:
    """Returns a block of PEM."""
    return f"-----BEGIN {kind}-----\n{text}\n-----END {end or kind}-----\n".encode()


OTHER_KEY = ed25519.Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@pytest.mark.parametrize(
    ("certificate", "key", "fault"),
    [
        pytest.param(*pair(), "", id="a pair"),
        pytest.param(b"text before\n" + pair()[0], pair()[1], "", id="text before"),
        pytest.param(block("EC PARAMETERS") + pair()[0], block("EC PARAMETERS") + pair()[1], "", id="other blocks"),
        pytest.param(b"", b"", NO_DATA, id="nothing"),
        pytest.param(block("CERTIFICATE", end="OTHER"), b"", NO_DATA, id="no end"),
        pytest.param(block("CERTIFICATE", "!!!"), b"", NO_DATA, id="no base64"),
        pytest.param(pair()[1], pair()[0], SWITCHED, id="switched"),
        pytest.param(
            block("A") + block("B"),
            b"",
            'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of '
            "the following "
            "types: [A B]",
            id="other kinds",
        ),
        pytest.param(pair()[0], b"", "tls: failed to find any PEM data in key input", id="no key"),
        pytest.param(
            pair()[0],
            pair()[0],
            "tls: found a certificate rather than a key in the PEM for the private key",
            id="certificate as key",
        ),
        pytest.param(
            pair()[0],
            block("A"),
            'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of '
            "the following types: [A]",
            id="no kind of key",
        ),
        pytest.param(block("CERTIFICATE"), pair()[1], "x509: malformed certificate", id="malformed"),
        pytest.param(pair()[0], block("PRIVATE KEY"), "tls: failed to parse private key", id="malformed key"),
        pytest.param(pair()[0], pair(1)[1], "tls: private key does not match public key", id="another key"),
        pytest.param(
            pair()[0], OTHER_KEY, "tls: private key type does not match public key type", id="another type of key"
        ),
    ],
)
def test_pairs(certificate: bytes, key: bytes, fault: str) -> None:
    assert pair_fault(certificate, key) == fault


def test_blocks_without_an_end_are_not_looked_at_forever() -> None:
    assert pair_fault(b"".join(f"-----BEGIN {n}-----\n".encode() for n in range(50_000)), b"") == NO_DATA
