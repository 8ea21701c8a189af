"""Checks that a certificate and a key match for TLS, with Go's errors.

Unlike Go's, the error about an unreadable certificate has no details.
Upstream: crypto/tls X509KeyPair (Go 1.26).
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from typing import Any, Final

from kapivara.values.lazy_pattern import lazy_bytes_pattern

_BEGIN = lazy_bytes_pattern(rb"(?m)^-----BEGIN ([^\n]*)-----[ \t\r]*$")
_CERTIFICATE: Final = "CERTIFICATE"
_PRIVATE_KEY: Final = "PRIVATE KEY"
_MOST_BLOCKS: Final = 1000
"""The maximum number of examined blocks, since each unterminated one requires a search through the rest."""


def pair_fault(certificate: bytes, key: bytes) -> str:
    """Returns the error of a certificate and a key, both in PEM; empty if they match."""
    certificates, skipped = _find(certificate, lambda kind: kind == _CERTIFICATE)
    if not certificates:
        return _no_certificate(skipped)
    keys, skipped = _find(key, lambda kind: kind == _PRIVATE_KEY or kind.endswith(f" {_PRIVATE_KEY}"))
    if not keys:
        return _no_key(skipped)
    return _mismatch(certificates[0], keys[0])


def _find(text: bytes, is_wanted: Any) -> tuple[list[bytes], list[str]]:
    """Returns the contents of the wanted blocks, and the types of the others."""
    found: list[bytes] = []
    skipped: list[str] = []
    place = 0
    for _ in range(_MOST_BLOCKS):
        begin = _BEGIN.search(text, place)
        if begin is None:
            break
        end = text.find(b"\n-----END " + begin[1] + b"-----", begin.end() - 1)
        if end < 0:
            place = begin.end()
            continue
        place = end + 1
        body = text[begin.end() : end]
        if b":" in body:  # headers before an empty line describe the content
            body = body.rpartition(b"\n\n")[2]
        try:
            content = b64decode(b"".join(body.split()), validate=True)
        except Error:
            continue
        kind = begin[1].decode(errors="replace")
        if is_wanted(kind):
            found.append(content)
        else:
            skipped.append(kind)
    return found, skipped


def _no_certificate(skipped: list[str]) -> str:
    if not skipped:
        return "tls: failed to find any PEM data in certificate input"
    if len(skipped) == 1 and skipped[0].endswith(_PRIVATE_KEY):
        switched = "but did find a private key; PEM inputs may have been switched"
        return f"tls: failed to find certificate PEM data in certificate input, {switched}"
    return (
        'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following '
        f"types: [{' '.join(skipped)}]"
    )


def _no_key(skipped: list[str]) -> str:
    if not skipped:
        return "tls: failed to find any PEM data in key input"
    if skipped == [_CERTIFICATE]:
        return "tls: found a certificate rather than a key in the PEM for the private key"
    return (
        'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the '
        f"following types: [{' '.join(skipped)}]"
    )


def _mismatch(certificate: bytes, key: bytes) -> str:
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_private_key
    from cryptography.x509 import load_der_x509_certificate

    try:
        public: Any = load_der_x509_certificate(certificate).public_key()
    except ValueError:
        return "x509: malformed certificate"
    try:
        private: Any = load_der_private_key(key, None)
    except (ValueError, TypeError):
        return "tls: failed to parse private key"
    for kind in (rsa.RSAPublicKey, ec.EllipticCurvePublicKey, ed25519.Ed25519PublicKey):
        if isinstance(public, kind):
            if not isinstance(private.public_key(), kind):
                return "tls: private key type does not match public key type"
            one, other = (
                each.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
                for each in (public, private.public_key())
            )
            return "" if one == other else "tls: private key does not match public key"
    return "tls: unknown public key algorithm"
