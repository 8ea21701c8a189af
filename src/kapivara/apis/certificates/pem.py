"""Certificates and requests for them, as PEM holds them.

Upstream: Go's encoding/pem Decode, crypto/x509 ParseCertificate, ParseCertificateRequest (Go 1.26).
"""

from __future__ import annotations

import binascii
from collections.abc import Iterator

from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_BLOCK = lazy_pattern(r"(?ms)^-----BEGIN ([^\n]*)-----[ \t\r]*\n(.*?)^-----END \1-----")


@record
class PemBlock:
    """One block: its type, what it holds, and whether headers stand before that."""

    type: str
    data: bytes
    has_headers: bool


def read_blocks(text: str) -> Iterator[PemBlock]:
    """Reads the blocks of a text, and leaves out what stands around them, or holds no base64."""
    for found in _BLOCK.finditer(text):
        head, separator, body = found[2].rpartition("\n\n")
        has_headers = bool(separator) and ":" in head
        try:
            data = binascii.a2b_base64(body if has_headers else found[2])
        except binascii.Error:
            continue
        yield PemBlock(found[1], data, has_headers)


def request_problem(text: str) -> str:
    """Says what keeps a text from being a request for a certificate; empty where nothing does."""
    block = next(read_blocks(text), None)
    if block is None or block.type != "CERTIFICATE REQUEST":
        return "PEM block type must be CERTIFICATE REQUEST"
    from cryptography import x509
    from cryptography.exceptions import UnsupportedAlgorithm

    try:
        request = x509.load_der_x509_csr(block.data)
        is_signed = request.is_signature_valid
    except UnsupportedAlgorithm:
        return "x509: cannot verify signature: algorithm unimplemented"
    except ValueError:
        return "asn1: syntax error: data truncated"
    return "" if is_signed else "x509: ECDSA verification failure"


def certificates_problem(text: str) -> str:
    """Says what keeps a text from being certificates; empty where nothing does, nor is anything there."""
    count = 0
    for block in read_blocks(text):
        if block.type != "CERTIFICATE":
            from kapivara.values.rendering import quote

            return f"only CERTIFICATE PEM blocks are allowed, found {quote(block.type)}"
        if block.has_headers:
            return "no PEM block headers are permitted"
        if not is_certificate(block.data):
            return "x509: malformed certificate"
        count += 1
    return "" if count or not text else "must contain at least one CERTIFICATE PEM block"


def is_certificate(data: bytes) -> bool:
    """Tells whether bytes are a certificate."""
    from cryptography import x509

    try:
        x509.load_der_x509_certificate(data)
    except ValueError:
        return False
    return True


def is_authority(data: bytes) -> bool:
    """Tells whether a certificate is one of an authority, which may sign others."""
    from cryptography import x509

    try:
        extensions = x509.load_der_x509_certificate(data).extensions
        return bool(extensions.get_extension_for_class(x509.BasicConstraints).value.ca)
    except (ValueError, x509.ExtensionNotFound):
        return False
