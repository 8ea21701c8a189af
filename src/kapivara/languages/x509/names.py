"""Parses the subject and issuer names of X.509 certificates: DER sequences of sets of typed attributes.

Upstream: crypto/x509/parser.go parseName, readASN1Any, parseASN1String (Go 1.27).
"""

from __future__ import annotations

from typing import Final

from kapivara.languages.x509 import der_reader as der
from kapivara.languages.x509.der_reader import DerReader
from kapivara.languages.x509.errors import X509Error
from kapivara.languages.x509.public_keys import Identifier
from kapivara.languages.x509.times import GENERALIZED_TIME, UTC_TIME, read_time
from kapivara.values.lazy_pattern import lazy_pattern

_UTF8, _NUMERIC, _PRINTABLE, _T61, _IA5, _BMP = 12, 18, 19, 20, 22, 30
_ENCODINGS: Final = {
    _UTF8: "utf-8",
    _NUMERIC: "ascii",
    _PRINTABLE: "ascii",
    _T61: "latin-1",
    _IA5: "ascii",
    _BMP: "utf-16-be",
}
_CHARACTERS: Final = {
    _NUMERIC: ("invalid NumericString", lazy_pattern("[0-9 ]*")),
    _PRINTABLE: ("invalid PrintableString", lazy_pattern(r"[a-zA-Z0-9'()+,\-./ :=?*&]*")),
    _IA5: ("invalid IA5String", lazy_pattern("[\x00-\x7f]*")),
}


def read_name(full: bytes) -> list[tuple[Identifier, str]]:
    """Parses a DER-encoded name; returns the type (OID) and value of each string attribute, or raises X509Error."""
    found: list[tuple[Identifier, str]] = []
    name = DerReader(full).reader(der.SEQUENCE)
    if name is None:
        raise X509Error("x509: invalid RDNSequence")
    while not name.is_empty:
        attributes = name.reader(der.SET)
        if attributes is None:
            raise X509Error("x509: invalid RDNSequence")
        while not attributes.is_empty:
            attribute = attributes.reader(der.SEQUENCE)
            if attribute is None:
                raise X509Error("x509: invalid RDNSequence: invalid attribute")
            identifier = attribute.identifier()
            if identifier is None:
                raise X509Error("x509: invalid RDNSequence: invalid attribute type")
            value = attribute.any_element()
            problem = "invalid ASN.1 element" if value is None else _value_problem(*value)
            if value is None or problem:
                raise X509Error(f"x509: invalid RDNSequence: invalid attribute value: {problem}")
            if value[0] in _ENCODINGS:
                text = value[1].decode(_ENCODINGS[value[0]])
                found.append((identifier, text.removesuffix("\0") if value[0] == _BMP else text))
    return found


def _value_problem(tag: int, contents: bytes, full: bytes) -> str:
    """Returns the error text for the value of an attribute; empty if the value is valid."""
    value = DerReader(full)
    if tag in (UTC_TIME, GENERALIZED_TIME):
        try:
            read_time(value)
        except X509Error as error:
            return str(error)
    if tag == der.INTEGER and value.integer(most_bytes=8) is None:
        return "invalid ASN.1 integer"
    if tag == der.BIT_STRING and value.bits() is None:
        return "invalid ASN.1 BIT STRING"
    if tag == der.OBJECT_IDENTIFIER and value.identifier() is None:
        return "invalid ASN.1 OBJECT IDENTIFIER"
    if tag == der.BOOLEAN and value.boolean() is None:
        return "invalid ASN.1 BOOLEAN"
    return _text_problem(tag, contents)


def _text_problem(tag: int, contents: bytes) -> str:
    if tag == _UTF8:
        try:
            contents.decode()
        except UnicodeDecodeError:
            return "invalid UTF-8 string"
    if tag in _CHARACTERS:
        problem, characters = _CHARACTERS[tag]
        return "" if characters.fullmatch(contents.decode("latin-1")) else problem
    return "invalid BMPString" if tag == _BMP and not _is_bmp(contents) else ""


def _is_bmp(contents: bytes) -> bool:
    """Returns True if the contents of a BMPString are valid: two-byte characters, no surrogates or noncharacters."""
    if len(contents) % 2:
        return False
    points = [int.from_bytes(contents[place : place + 2]) for place in range(0, len(contents), 2)]
    return not any(point >= 0xFFFE or 0xFDD0 <= point <= 0xFDEF or 0xD800 <= point <= 0xDFFF for point in points)
