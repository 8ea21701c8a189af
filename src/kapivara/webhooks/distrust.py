"""The server's errors for rejected certificates.

OpenSSL decides on the trust; the cryptography library, an extra of the server, reads the certificate to explain the
error. Without the library, OpenSSL's text is used. Upstream: Go's crypto/x509 UnknownAuthorityError,
CertificateInvalidError, HostnameError.
"""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

_UNTRUSTED = frozenset((2, 18, 19, 20, 21))
"""OpenSSL's codes for certificates without a trusted signature."""
_EXPIRED = frozenset((9, 10))
"""The codes for certificates that are expired or not yet valid."""
_OTHER_HOST = frozenset((62, 64))
"""The codes for certificates of another host or address."""


def describe_distrust(error: ssl.SSLCertVerificationError, name: str, certificate: bytes) -> str:
    """Returns the error for the rejected certificate (DER) of a host."""
    return f"tls: failed to verify certificate: x509: {_reason(error, name, certificate)}"


def _reason(error: ssl.SSLCertVerificationError, name: str, certificate: bytes) -> str:
    if error.verify_code in _UNTRUSTED:
        return "certificate signed by unknown authority"
    if error.verify_code in _EXPIRED or error.verify_code in _OTHER_HOST:
        shown = _read(certificate)
        if shown is not None:
            return _expiry(shown) if error.verify_code in _EXPIRED else _other_host(shown, name)
    return error.verify_message


def _read(certificate: bytes) -> Certificate | None:
    try:
        from cryptography.x509 import load_der_x509_certificate

        return load_der_x509_certificate(certificate)
    except (ImportError, ValueError):
        return None


def _expiry(certificate: Certificate) -> str:
    now = datetime.datetime.now(datetime.UTC)
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    bound = f"before {_time(begins)}" if now < begins else f"after {_time(ends)}"
    return f"certificate has expired or is not yet valid: current time {_time(now)} is {bound}"


def _time(moment: datetime.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _other_host(certificate: Certificate, name: str) -> str:
    from cryptography import x509

    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        names = x509.SubjectAlternativeName([])
        has_names = False
    else:
        has_names = True
    if _is_address(name):
        addresses = [str(each) for each in names.get_values_for_type(x509.IPAddress)]
        if not addresses:
            return f"cannot validate certificate for {name} because it doesn't contain any IP SANs"
        return f"certificate is valid for {', '.join(addresses)}, not {name}"
    if not has_names and certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME):
        return "certificate relies on legacy Common Name field, use SANs instead"
    hosts = names.get_values_for_type(x509.DNSName)
    if not hosts:
        return f"certificate is not valid for any names, but wanted to match {name}"
    return f"certificate is valid for {', '.join(hosts)}, not {name}"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
