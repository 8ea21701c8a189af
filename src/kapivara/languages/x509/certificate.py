"""Parses certificates.

Upstream: crypto/x509/parser.go parseCertificate, ParseCertificate, ParseCertificates (Go 1.27).
"""

from __future__ import annotations

from typing import NamedTuple

from kapivara.languages.x509 import der_reader as der
from kapivara.languages.x509.alternative_names import AlternativeNames, read_alternative_names
from kapivara.languages.x509.der_reader import DerReader
from kapivara.languages.x509.errors import X509Error
from kapivara.languages.x509.extensions import Extension, check_extension, is_authority
from kapivara.languages.x509.names import read_name
from kapivara.languages.x509.public_keys import Identifier, PublicKey, is_known, parse_key
from kapivara.languages.x509.times import read_time
from kapivara.values.rendering import quote

_ALTERNATIVE_NAMES = (2, 5, 29, 17)
_BASIC_CONSTRAINTS = (2, 5, 29, 19)


class Certificate(NamedTuple):
    """A certificate: public key, validity, names, authority flag and size in bytes."""

    key: PublicKey | None
    not_before: int
    not_after: int
    names: AlternativeNames
    is_authority: bool
    size: int


def parse_certificate(data: bytes) -> Certificate:
    """Parses one certificate without trailing data. Raises X509Error."""
    found = _parse(data)
    if found.size != len(data):
        raise X509Error("x509: trailing data")
    return found


def parse_certificates(data: bytes) -> list[Certificate]:
    """Parses a sequence of certificates. Raises X509Error."""
    found: list[Certificate] = []
    offset = 0
    while offset < len(data):
        found.append(_parse(data[offset:]))
        offset += found[-1].size
    return found


def _parse(data: bytes) -> Certificate:
    full = DerReader(data).full_element(der.SEQUENCE)
    if full is None:
        raise X509Error("x509: malformed certificate")
    outer = _require(DerReader(full).reader(der.SEQUENCE), "x509: malformed certificate")
    signed = _require(outer.reader(der.SEQUENCE), "x509: malformed tbs certificate")
    version = _read_version(signed)
    _check_serial_number(signed)
    _check_algorithms(signed, outer)
    _check_name(signed)
    validity = _require(signed.reader(der.SEQUENCE), "x509: malformed validity")
    not_before, not_after = read_time(validity), read_time(validity)
    _check_name(signed)
    key = _read_key(signed)
    extensions = _read_extensions(signed, version)
    if outer.bits() is None:
        raise X509Error("x509: malformed signature")
    names, constraints = extensions.get(_ALTERNATIVE_NAMES), extensions.get(_BASIC_CONSTRAINTS)
    alternatives = AlternativeNames([], []) if names is None else read_alternative_names(names)
    return Certificate(
        key, not_before, not_after, alternatives, constraints is not None and is_authority(constraints), len(full)
    )


def _require(reader: DerReader | None, problem: str) -> DerReader:
    if reader is None:
        raise X509Error(problem)
    return reader


def _read_version(signed: DerReader) -> int:
    """Returns the version, counted from 1."""
    if not signed.is_next(0xA0):
        return 1
    reader = signed.reader(0xA0)
    version = None if reader is None else reader.integer(most_bytes=8)
    if reader is None or version is None or version < 0 or not reader.is_empty:
        raise X509Error("x509: malformed version")
    if version > 2:
        raise X509Error("x509: invalid version")
    return version + 1


def _check_serial_number(signed: DerReader) -> None:
    number = signed.integer()
    if number is None:
        raise X509Error("x509: malformed serial number")
    if number < 0:
        raise X509Error("x509: negative serial number")


def _check_algorithms(signed: DerReader, outer: DerReader) -> None:
    inside = signed.element(der.SEQUENCE)
    if inside is None:
        raise X509Error("x509: malformed signature algorithm identifier")
    outside = outer.element(der.SEQUENCE)
    if outside is None:
        raise X509Error("x509: malformed algorithm identifier")
    if inside != outside:
        raise X509Error("x509: inner and outer signature algorithm identifiers don't match")
    _read_algorithm(DerReader(inside))


def _read_algorithm(reader: DerReader) -> tuple[Identifier, bytes]:
    identifier = reader.identifier()
    if identifier is None:
        raise X509Error("x509: malformed OID")
    if reader.is_empty:
        return identifier, b""
    parameters = reader.any_element()
    if parameters is None:
        raise X509Error("x509: malformed parameters")
    return identifier, parameters[2]


def _check_name(signed: DerReader) -> None:
    name = signed.full_element(der.SEQUENCE)
    if name is None:
        raise X509Error("x509: malformed issuer")  # kept: also for the subject
    read_name(name)


def _read_key(signed: DerReader) -> PublicKey | None:
    info = _require(signed.reader(der.SEQUENCE), "x509: malformed spki")
    reader = _require(info.reader(der.SEQUENCE), "x509: malformed public key algorithm identifier")
    algorithm, parameters = _read_algorithm(reader)
    data = info.bits()
    if data is None:
        raise X509Error("x509: malformed subjectPublicKey")
    return parse_key(algorithm, parameters, data) if is_known(algorithm) else None


def _read_extensions(signed: DerReader, version: int) -> dict[Identifier, bytes]:
    """Returns the values of all extensions, each of which may occur once."""
    found: dict[Identifier, bytes] = {}
    for tag, name in ((0x81, "issuerUniqueID"), (0x82, "subjectUniqueID")):
        if version > 1 and signed.is_next(tag) and signed.element(tag) is None:
            raise X509Error(f"x509: malformed {name}")
    if version < 3 or not signed.is_next(0xA3):
        return found
    holder = signed.reader(0xA3)
    extensions = _require(None if holder is None else holder.reader(der.SEQUENCE), "x509: malformed extensions")
    read: list[Extension] = []
    while not extensions.is_empty:
        extension = _read_extension(_require(extensions.reader(der.SEQUENCE), "x509: malformed extension"))
        if extension.identifier in found:
            shown = quote(".".join(map(str, extension.identifier)))
            raise X509Error(f"x509: certificate contains duplicate extension with OID {shown}")
        found[extension.identifier] = extension.value
        read.append(extension)
    for extension in read:
        check_extension(extension)
    return found


def _read_extension(reader: DerReader) -> Extension:
    identifier = reader.identifier()
    if identifier is None:
        raise X509Error("x509: malformed extension OID field")
    is_critical: bool | None = False
    if reader.is_next(der.BOOLEAN):
        is_critical = reader.boolean()
    if is_critical is None:
        raise X509Error("x509: malformed extension critical field")
    value = reader.element(der.OCTET_STRING)
    if value is None:
        raise X509Error("x509: malformed extension value field")
    return Extension(identifier, is_critical, value)
