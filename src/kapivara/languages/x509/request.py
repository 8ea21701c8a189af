"""Parses certificate requests and verifies their signatures.

Upstream: crypto/x509/x509.go ParseCertificateRequest, parseCertificateRequest, parseCSRExtensions (Go 1.27).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kapivara.languages.x509 import asn1_fields as asn1
from kapivara.languages.x509.alternative_names import read_alternative_names
from kapivara.languages.x509.errors import X509Error, syntax_error
from kapivara.languages.x509.names import read_name
from kapivara.languages.x509.public_keys import Identifier, PublicKey, is_known, key_in, parse_key
from kapivara.languages.x509.signatures import Algorithm, find_algorithm, signature_problem

_EXTENSION_REQUEST: Final = (1, 2, 840, 113549, 1, 9, 14)
_ORGANIZATION: Final = (2, 5, 4, 10)
_ALTERNATIVE_NAMES: Final = (2, 5, 29, 17)
_CRITICAL: Final = asn1.Wanted(asn1.BOOLEAN, False)
_VALUE: Final = asn1.Wanted(asn1.OCTET_STRING, False)
_ATTRIBUTES: Final = asn1.Wanted(0, True)
_STRUCT: Final = asn1.Wanted(asn1.SEQUENCE, True)


class Request(NamedTuple):
    """A certificate request: subject, key, signature algorithm, signed data and signature."""

    subject: list[tuple[Identifier, str]]
    key: PublicKey | None
    algorithm: Algorithm | None
    signed: bytes
    signature: bytes

    @property
    def organizations(self) -> list[str]:
        """The organizations of the subject, which are groups of users."""
        return [text for identifier, text in self.subject if identifier == _ORGANIZATION]

    @property
    def signature_problem(self) -> str:
        """The error of the signature, empty if it is valid. Raises CannotError if kapivara cannot verify it."""
        return signature_problem(self.algorithm, self.key, self.signed, self.signature)


def parse_request(data: bytes) -> Request:
    """Parses a request. Raises X509Error."""
    whole = asn1.Fields(data)
    fields = asn1.Fields(whole.require(asn1.Wanted(asn1.SEQUENCE, True, "certificateRequest")).contents)
    signed = fields.require(asn1.Wanted(asn1.SEQUENCE, True, "tbsCertificateRequest"))
    inner = asn1.Fields(signed.contents)
    asn1.read_small_integer(inner.require(asn1.Wanted(asn1.INTEGER, False, "int")).contents)
    whose = inner.require_any()
    key_parts = key_in(asn1.Fields(inner.require(asn1.Wanted(asn1.SEQUENCE, True, "publicKeyInfo")).contents))
    attributes = asn1.items_of(inner.require(_ATTRIBUTES, asn1.CONTEXT_SPECIFIC).contents, None)
    algorithm = _read_algorithm(fields)
    signature = asn1.read_bits(fields.require(asn1.BITS).contents)
    if whole.rest:
        raise syntax_error("trailing data")
    key = parse_key(*key_parts) if is_known(key_parts[0]) else None
    subject = read_name(whose.full)
    for identifier, value in _requested_extensions(attributes):
        if identifier == _ALTERNATIVE_NAMES:
            read_alternative_names(value)
    return Request(subject, key, find_algorithm(*algorithm), signed.full, signature)


def _read_algorithm(fields: asn1.Fields) -> tuple[Identifier, bytes]:
    algorithm = asn1.Fields(fields.require(_STRUCT).contents)
    identifier = asn1.read_identifier(algorithm.require(asn1.IDENTIFIER).contents)
    parameters = algorithm.take_any()
    return identifier, b"" if parameters is None else parameters.full


def _requested_extensions(attributes: list[bytes]) -> list[tuple[Identifier, bytes]]:
    """Returns the requested extensions; ignores other attributes."""
    found: list[tuple[Identifier, bytes]] = []
    seen: set[Identifier] = set()
    for attribute in attributes:
        for identifier, value in _extensions_of(_first_value(attribute)):
            if identifier in seen:
                raise X509Error("x509: certificate request contains duplicate requested extensions")
            seen.add(identifier)
            found.append((identifier, value))
    return found


def _first_value(attribute: bytes) -> bytes | None:
    """Returns the first value of an attribute with requested extensions; None for other attributes."""
    try:
        whole = asn1.Fields(attribute)
        fields = asn1.Fields(whole.require(_STRUCT).contents)
        identifier = asn1.read_identifier(fields.require(asn1.IDENTIFIER).contents)
        values = asn1.items_of(fields.require(asn1.Wanted(asn1.SET, True)).contents, None)
    except X509Error:
        return None
    return values[0] if values and not whole.rest and identifier == _EXTENSION_REQUEST else None


def _extensions_of(value: bytes | None) -> list[tuple[Identifier, bytes]]:
    if value is None:
        return []
    found: list[tuple[Identifier, bytes]] = []
    for item in asn1.items_of(asn1.Fields(value).require(_STRUCT).contents, _STRUCT):
        fields = asn1.Fields(asn1.Fields(item).require(_STRUCT).contents)
        identifier = asn1.read_identifier(fields.require(asn1.IDENTIFIER).contents)
        critical = fields.take(_CRITICAL)
        if critical is not None and critical.contents not in (b"\x00", b"\xff"):
            raise syntax_error("invalid boolean")
        found.append((identifier, fields.require(_VALUE).contents))
    return found
