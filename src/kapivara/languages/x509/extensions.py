"""Validates the extensions of certificates that Go knows.

Upstream: crypto/x509/parser.go processExtensions and what it calls; parseRFC2821Mailbox (Go 1.27).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from kapivara.languages.go.ip_addresses import AddressError, parse_ip
from kapivara.languages.x509 import der_reader as der
from kapivara.languages.x509.alternative_names import is_domain, read_alternative_names
from kapivara.languages.x509.der_reader import DerReader
from kapivara.languages.x509.errors import X509Error
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_INT64_MAX: Final = 2**63 - 1
_MASKS: Final = frozenset((0x00, 0x80, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC, 0xFE))
_MAPPED: Final = b"\x00" * 10 + b"\xff" * 2
_LOCAL: Final = lazy_pattern(
    r'(?s)(?:"(?:[\x01-\x08\x0b\x0c\x0e-!#-\[\]-\x7f]|\\[\x01-\x09\x0b\x0c\x0e-\x7f])*"'
    r"|((?:[0-9a-zA-Z!#$%&'*+\-/=?^_`{|}~.]|\\.)+))@([^@]*)"
)


class Extension(NamedTuple):
    """An extension of a certificate."""

    identifier: tuple[int, ...]
    is_critical: bool
    value: bytes


def is_authority(value: bytes) -> bool:
    """Returns True if basic constraints mark an authority, which may sign other certificates."""
    constraints = DerReader(value).reader(der.SEQUENCE)
    found: bool | None = False
    if constraints is not None and constraints.is_next(der.BOOLEAN):
        found = constraints.boolean()
    bad = constraints is None or found is None
    if constraints is not None and not bad and constraints.is_next(der.INTEGER):
        longest = constraints.integer(most_bytes=9)
        bad = longest is None or not 0 <= longest <= _INT64_MAX
    if bad:
        raise X509Error("x509: invalid basic constraints")
    return bool(found)


def check_extension(extension: Extension) -> None:
    """Validates an extension that Go knows; raises X509Error."""
    if extension.is_critical and extension.identifier in _NEVER_CRITICAL:
        raise X509Error(f"x509: {_NEVER_CRITICAL[extension.identifier]} incorrectly marked critical")
    check = _CHECKS.get(extension.identifier)
    if check is not None:
        check(extension.value)


def _check_key_usage(value: bytes) -> None:
    if DerReader(value).bits() is None:
        raise X509Error("x509: invalid key usage")


def _check_distribution_points(value: bytes) -> None:
    points = DerReader(value).reader(der.SEQUENCE)
    if points is None:
        raise X509Error("x509: invalid CRL distribution points")
    while not points.is_empty:
        point = points.reader(der.SEQUENCE)
        if point is None or not _is_point(point):
            raise X509Error("x509: invalid CRL distribution point")


def _is_point(point: DerReader) -> bool:
    if not point.is_next(0xA0):
        return True
    name = point.reader(0xA0)
    names = None if name is None else name.reader(0xA0)
    if names is None:
        return False
    while names.is_next(0x86):
        if names.element(0x86) is None:
            return False
    return True


def _check_authority_key(value: bytes) -> None:
    key = DerReader(value).reader(der.SEQUENCE)
    if key is None or (key.is_next(0x80) and key.element(0x80) is None):
        raise X509Error("x509: invalid authority key identifier")


def _check_subject_key(value: bytes) -> None:
    if DerReader(value).element(der.OCTET_STRING) is None:
        raise X509Error("x509: invalid subject key identifier")


def _check_policy_constraints(value: bytes) -> None:
    constraints = DerReader(value).reader(der.SEQUENCE)
    for tag in (0x80, 0x81):
        if constraints is None or (constraints.is_next(tag) and constraints.integer(tag, most_bytes=8) is None):
            raise X509Error("x509: invalid policy constraints extension")


def _check_extended_usages(value: bytes) -> None:
    usages = DerReader(value).reader(der.SEQUENCE)
    while usages is None or not usages.is_empty:
        if usages is None or usages.identifier() is None:
            raise X509Error("x509: invalid extended key usages")


def _check_policies(value: bytes) -> None:
    policies = DerReader(value).reader(der.SEQUENCE)
    seen: set[bytes] = set()
    while policies is None or not policies.is_empty:
        policy = None if policies is None else policies.reader(der.SEQUENCE)
        identifier = None if policy is None else policy.element(der.OBJECT_IDENTIFIER)
        if identifier is None or identifier in seen or not _is_long_identifier(identifier):
            raise X509Error("x509: invalid certificate policies")
        seen.add(identifier)


def _is_long_identifier(data: bytes) -> bool:
    """Returns True if bytes are an object identifier with numbers of any size."""
    starts = [0, *(place + 1 for place, byte in enumerate(data[:-1]) if byte < 0x80)]
    return bool(data) and data[-1] < 0x80 and all(data[start] != 0x80 for start in starts)


def _check_policy_mappings(value: bytes) -> None:
    mappings = DerReader(value).reader(der.SEQUENCE)
    while mappings is None or not mappings.is_empty:
        mapping = None if mappings is None else mappings.reader(der.SEQUENCE)
        pair = [None if mapping is None else mapping.element(der.OBJECT_IDENTIFIER) for _ in range(2)]
        if None in pair:
            raise X509Error("x509: invalid policy mappings extension")


def _check_inhibited_policy(value: bytes) -> None:
    if DerReader(value).integer(most_bytes=8) is None:
        raise X509Error("x509: invalid inhibit any policy extension")


def _check_information_access(value: bytes) -> None:
    places = DerReader(value).reader(der.SEQUENCE)
    while places is None or not places.is_empty:
        place = None if places is None else places.reader(der.SEQUENCE)
        if place is None or place.identifier() is None or (place.is_next(0x86) and place.element(0x86) is None):
            raise X509Error("x509: invalid authority info access")


def _check_name_constraints(value: bytes) -> None:
    outer = DerReader(value)
    top = outer.reader(der.SEQUENCE)
    trees: list[bytes | None] = [b"", b""]
    if top is not None:
        trees = [top.element(tag) if top.is_next(tag) else b"" for tag in (0xA0, 0xA1)]
    if top is None or not outer.is_empty or None in trees or not top.is_empty:
        raise X509Error("x509: invalid NameConstraints extension")
    if not any(trees):
        raise X509Error("x509: empty name constraints extension")
    for tree in trees:
        _check_subtrees(DerReader(tree or b""))


def _check_subtrees(trees: DerReader) -> None:
    while not trees.is_empty:
        tree = trees.reader(der.SEQUENCE)
        found = None if tree is None else tree.any_element()
        if found is None:
            raise X509Error("x509: invalid NameConstraints extension")
        tag, contents, _ = found
        if tag == 0x87:
            _check_network(contents)
        elif tag in (0x81, 0x82, 0x86):
            if not contents.isascii():
                shown = re.sub(r"\\udc([89a-f][0-9a-f])", r"\\x\1", quote(contents.decode("utf-8", "surrogateescape")))
                raise X509Error(f"x509: invalid constraint value: x509: {shown} cannot be encoded as an IA5String")
            _check_constraint(tag, contents.decode())


def _check_network(value: bytes) -> None:
    if len(value) not in (8, 32):
        raise X509Error(f"x509: IP constraint contained value of length {len(value)}")
    address, mask = value[: len(value) // 2], value[len(value) // 2 :]
    rest = mask.lstrip(b"\xff")
    if rest and (rest[0] not in _MASKS or any(rest[1:])):
        raise X509Error(f"x509: IP constraint contained invalid mask {mask.hex()}")
    if len(address) == 16 and address.startswith(_MAPPED):
        raise X509Error("x509: IP constraint contained IPv4-mapped IPv6 address")


def _check_constraint(tag: int, text: str) -> None:
    name = {0x81: "rfc822Name", 0x82: "dnsName", 0x86: "URI"}[tag]
    if tag == 0x86 and _is_ip(text):
        raise X509Error(f"x509: failed to parse URI constraint {quote(text)}: cannot be IP address")
    is_good = _is_mailbox(text) if tag == 0x81 and "@" in text else is_domain(text, of_constraint=True)
    if not is_good:
        raise X509Error(f"x509: failed to parse {name} constraint {quote(text)}")


def _is_ip(text: str) -> bool:
    try:
        return not parse_ip(text).zone
    except AddressError:
        return False


def _is_mailbox(text: str) -> bool:
    found = _LOCAL.fullmatch(text)
    if found is None or not is_domain(found[2]):
        return False
    local = re.sub(r"(?s)\\(.)", r"\1", found[1]) if found[1] else "x"
    return not local.startswith(".") and not local.endswith(".") and ".." not in local


_NEVER_CRITICAL: Final[Mapping[tuple[int, ...], str]] = {
    (2, 5, 29, 14): "subject key identifier",
    (2, 5, 29, 35): "authority key identifier",
    (1, 3, 6, 1, 5, 5, 7, 1, 1): "authority info access",
}
_CHECKS: Final[Mapping[tuple[int, ...], Callable[[bytes], object]]] = {
    (2, 5, 29, 14): _check_subject_key,
    (2, 5, 29, 15): _check_key_usage,
    (2, 5, 29, 17): read_alternative_names,
    (2, 5, 29, 19): is_authority,
    (2, 5, 29, 30): _check_name_constraints,
    (2, 5, 29, 31): _check_distribution_points,
    (2, 5, 29, 32): _check_policies,
    (2, 5, 29, 33): _check_policy_mappings,
    (2, 5, 29, 35): _check_authority_key,
    (2, 5, 29, 36): _check_policy_constraints,
    (2, 5, 29, 37): _check_extended_usages,
    (2, 5, 29, 54): _check_inhibited_policy,
    (1, 3, 6, 1, 5, 5, 7, 1, 1): _check_information_access,
}
