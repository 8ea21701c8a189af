"""Parses subject alternative names: hosts, mailboxes, URIs and addresses.

Upstream: crypto/x509/parser.go parseSANExtension, forEachSAN; verify.go, constraints.go domainNameValid (Go 1.27).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kapivara.languages.go.urls import UrlError, parse_url
from kapivara.languages.x509 import der_reader as der
from kapivara.languages.x509.der_reader import DerReader
from kapivara.languages.x509.errors import X509Error
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_MAILBOX, _HOST, _RESOURCE, _ADDRESS = 0x81, 0x82, 0x86, 0x87
_MALFORMED: Final = {
    _MAILBOX: "x509: SAN rfc822Name is malformed",
    _HOST: "x509: SAN dNSName is malformed",
    _RESOURCE: "x509: SAN uniformResourceIdentifier is malformed",
}
_MAPPED: Final = b"\x00" * 10 + b"\xff" * 2
_DOMAIN: Final = lazy_pattern(r"[!-\-/-~]+(?:\.[!-\-/-~]+)*")


class AlternativeNames(NamedTuple):
    """The alternative names that callers need."""

    hosts: list[str]
    mailboxes: list[str]


def read_alternative_names(data: bytes) -> AlternativeNames:
    """Returns the host and mailbox names; validates the others."""
    names = DerReader(data).reader(der.SEQUENCE)
    if names is None:
        raise X509Error("x509: invalid subject alternative names")
    found = AlternativeNames([], [])
    while not names.is_empty:
        element = names.any_element()
        if element is None:
            raise X509Error("x509: invalid subject alternative name")
        tag, contents, _ = element
        if tag in _MALFORMED and not contents.isascii():
            raise X509Error(_MALFORMED[tag])
        if tag == _HOST:
            found.hosts.append(contents.decode())
        elif tag == _MAILBOX:
            found.mailboxes.append(contents.decode())
        elif tag == _RESOURCE:
            _check_resource(contents.decode())
        elif tag == _ADDRESS:
            _check_address(contents)
    return found


def _check_resource(text: str) -> None:
    try:
        url = parse_url(text)
    except UrlError as error:
        raise X509Error(f"x509: cannot parse URI {quote(text)}: {error}") from None
    if url.host and not is_domain(url.host):
        raise X509Error(f"x509: cannot parse URI {quote(text)}: invalid domain")


def _check_address(data: bytes) -> None:
    if len(data) not in (4, 16):
        raise X509Error(f"x509: cannot parse IP address of length {len(data)}")
    if len(data) == 16 and data.startswith(_MAPPED):
        raise X509Error("x509: SAN iPAddress contains IPv4-mapped IPv6 address")


def is_domain(text: str, *, of_constraint: bool = False) -> bool:
    """Returns True if a text is a valid domain; that of a constraint may begin with a dot."""
    if not text or (text == "." and of_constraint):
        return not text
    return bool(_DOMAIN.fullmatch(text[1:] if of_constraint and text.startswith(".") else text))
