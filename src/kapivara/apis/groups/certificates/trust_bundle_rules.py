"""Validation rules of ClusterTrustBundle: unique certificates of authorities.

Upstream: pkg/apis/certificates/validation/validation.go ValidateClusterTrustBundle, validateTrustBundle (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.groups.certificates.pem import PemBlock, read_blocks
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, too_long
from kapivara.languages.x509.certificate import parse_certificate
from kapivara.languages.x509.errors import X509Error

_BUNDLE: Final = FieldPath.of("spec", "trustBundle")
_LARGEST: Final = 1024 * 1024
_OMITTED: Final = "<value omitted>"


def validate_trust_bundle(text: str) -> ErrorList:
    """Requires at least one certificate, and only unique certificates of authorities."""
    if byte_length(text) > _LARGEST:
        return [too_long(_BUNDLE, _LARGEST)]
    problems: list[str] = []
    places: dict[bytes, list[int]] = {}
    for position, block in enumerate(read_blocks(text.encode())):
        if problem := _problem(block):
            problems.append(f"entry {position} {problem}")
        else:
            places.setdefault(block.data, []).append(position)
    if not problems and not places:
        problems.append("at least one trust anchor must be provided")
    elif not problems:
        repeated = [each for each in places.values() if len(each) > 1]
        problems += [f"duplicate trust anchor (indices [{' '.join(map(str, each))}])" for each in repeated]
    return [invalid(_BUNDLE, _OMITTED, problem) for problem in problems]


def _problem(block: PemBlock) -> str:
    if block.type != "CERTIFICATE":
        return f"has bad block type: {block.type}"
    if block.has_headers:
        return "has PEM block headers"
    try:
        certificate = parse_certificate(block.data)
    except X509Error:
        return "does not parse as X.509"
    return "" if certificate.is_authority else "does not have the CA bit set"
