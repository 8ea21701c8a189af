"""Validation rules of a PodCertificateRequest's status: one final condition, and a certificate for the requested key.

Upstream: pkg/apis/certificates/validation/validation.go ValidatePodCertificateRequestStatusUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.certificates.pem import PemBlock, read_blocks
from kapivara.apis.groups.certificates.pod_request_rules import read_stub
from kapivara.apis.shared.rules.conditions import validate_conditions
from kapivara.codec.typed.described import described
from kapivara.content.emails import is_email
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required, too_long
from kapivara.field.errors import OMITTED
from kapivara.languages.go.base64 import decode_base64
from kapivara.languages.x509.certificate import Certificate, parse_certificate
from kapivara.languages.x509.errors import X509Error
from kapivara.validate.parts.values import same
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.certificates.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import Condition

_STATUS: Final = FieldPath.of("status")
_CHAIN: Final = _STATUS.child("certificateChain")
_NOT_BEFORE: Final = _STATUS.child("notBefore")
_NOT_AFTER: Final = _STATUS.child("notAfter")
_REFRESH: Final = _STATUS.child("beginRefreshAt")
_SHAPE: Final = described("apis.groups.certificates.v1").struct("PodCertificateRequestStatus")
_ENDS: Final = ("Issued", "Denied", "Failed")
_ONE_END: Final = 'There may be at most one condition with type "Issued", "Denied", or "Failed"'
_LONGEST_CHAIN: Final = 100 * 1024
_CONSISTENT: Final = "must be present and consistent with the issued certificate"
_OTHERS: Final = "non-condition status fields must be empty when denying or failing the PodCertificateRequest"
_PENDING: Final = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"'
_TOLERANCE, _MARGIN, _SHORTEST = 5 * 60, 10 * 60, 60 * 60


def validate_pod_request_status(
    request: v1.PodCertificateRequest, old: v1.PodCertificateRequest, now: str
) -> ErrorList:
    """Requires at most one known final condition, which cannot be removed, and a certificate if issued."""
    status, before = request["status"], old["status"]
    conditions = status.get("conditions", [])
    errors = _validate_ends(conditions) + validate_conditions(conditions, _STATUS.child("conditions"))
    if errors:
        return errors
    if any(_holds(before.get("conditions", ()), end) for end in _ENDS):
        return _validate_same(status, before, "immutable after PodCertificateRequest is issued, denied, or failed")
    if _holds(conditions, "Denied") or _holds(conditions, "Failed"):
        return _validate_same(status, {"conditions": conditions}, _OTHERS)
    if _holds(conditions, "Issued"):
        return _validate_chain(request, now)
    return _validate_same(status, before, _PENDING)


def _validate_ends(conditions: Sequence[Condition]) -> ErrorList:
    errors: ErrorList = []
    known = 0
    for position, condition in enumerate(conditions):
        path = _STATUS.child("conditions", f"[{position}]")  # kept: a field name instead of an index
        if condition["type"] not in _ENDS:
            errors.append(not_supported(path.child("type"), condition["type"], _ENDS))
            continue
        known += 1
        if known > 1:
            errors.append(invalid(path.child("type"), condition["type"], _ONE_END))
        if condition["status"] != "True":
            errors.append(not_supported(path.child("status"), NamedString(condition["status"]), ("True",)))
    return errors


def _holds(conditions: Sequence[Condition], kind: str) -> bool:
    return any(each["type"] == kind and each["status"] == "True" for each in conditions)


def _validate_same(
    status: v1.PodCertificateRequestStatus, other: v1.PodCertificateRequestStatus, detail: str
) -> ErrorList:
    return [] if same(_SHAPE, status, other) else [invalid(_STATUS, OMITTED, detail)]


def _validate_chain(request: v1.PodCertificateRequest, now: str) -> ErrorList:
    """Requires certificates, the first for the requested key, with matching times."""
    status = request["status"]
    chain = status.get("certificateChain", "")
    if byte_length(chain) > _LONGEST_CHAIN:
        return [too_long(_CHAIN, _LONGEST_CHAIN)]
    blocks = read_blocks(chain.encode())
    leaf = next(blocks, None)
    if leaf is None:
        return [invalid(_CHAIN, chain, "issued certificate chain must contain at least one certificate")]
    if leaf.type != "CERTIFICATE":
        return [invalid(_CHAIN, chain, "issued certificate chain must consist entirely of CERTIFICATE PEM blocks")]
    certificate = _read(leaf)
    if certificate is None:
        return [invalid(_CHAIN, chain, "leaf certificate does not parse as valid X.509")]
    errors = _validate_names(certificate)
    asked = read_stub(decode_base64(request["spec"]["stubPKCS10Request"] or ""))
    if asked is not None and asked.key is not None and asked.key != certificate.key:
        return [*errors, invalid(_CHAIN, chain, "leaf certificate was not issued to the requested public key")]
    return (
        errors + _validate_presence(status)
        or _validate_times(status, certificate, _seconds(now))
        or _validate_lifetime(certificate, request["spec"].get("maxExpirationSeconds", 0))
        or _validate_refreshing(status)
        or _validate_others(blocks, chain)
    )


def _read(block: PemBlock) -> Certificate | None:
    try:
        return parse_certificate(block.data)
    except X509Error:
        return None


def _validate_names(certificate: Certificate) -> ErrorList:
    """Requires host names without empty parts, and valid email addresses."""
    errors: ErrorList = []
    for name in certificate.names.hosts:
        if not name:
            errors.append(invalid(_CHAIN, name, "leaf certificate should not contain empty DNSName"))
        if ".." in name:
            errors.append(invalid(_CHAIN, name, "leaf certificate's DNSName should not contain '..'"))
        if name.startswith(".") or name.endswith("."):
            errors.append(invalid(_CHAIN, name, "leaf certificate's DNSName should not start or end with '.'"))
    detail = "leaf certificate should not contain invalid EmailAddress"
    return errors + [invalid(_CHAIN, each, detail) for each in certificate.names.mailboxes if not is_email(each)]


def _validate_presence(status: v1.PodCertificateRequestStatus) -> ErrorList:
    errors: ErrorList = []
    if "notBefore" not in status:
        errors.append(required(_NOT_BEFORE, _CONSISTENT))
    if "notAfter" not in status:
        errors.append(required(_NOT_AFTER, _CONSISTENT))
    if "beginRefreshAt" not in status:
        errors.append(required(_REFRESH, "must be present and in the range [notbefore+10min, notafter-10min]"))
    return errors


def _validate_times(status: v1.PodCertificateRequestStatus, certificate: Certificate, now: int) -> ErrorList:
    begin, end = status["notBefore"], status["notAfter"]
    if _seconds(begin) != certificate.not_before:
        return [invalid(_NOT_BEFORE, begin, "must be set to the NotBefore time encoded in the leaf certificate")]
    if abs(_seconds(begin) - now) >= _TOLERANCE:
        return [invalid(_NOT_BEFORE, begin, "must be set to within 5 minutes of kube-apiserver's current time")]
    if _seconds(end) != certificate.not_after:
        return [invalid(_NOT_AFTER, end, "must be set to the NotAfter time encoded in the leaf certificate")]
    return []


def _validate_lifetime(certificate: Certificate, longest: int) -> ErrorList:
    """Requires a lifetime between one hour and the requested maximum; errors print nanoseconds."""
    lifetime = certificate.not_after - certificate.not_before
    shown = lifetime * 1_000_000_000
    if lifetime < _SHORTEST:
        return [invalid(_CHAIN, shown, "leaf certificate lifetime must be >= 1 hour")]
    if lifetime > longest:
        detail = f"leaf certificate lifetime must be <= spec.maxExpirationSeconds ({longest})"
        return [invalid(_CHAIN, shown, detail)]
    return []


def _validate_refreshing(status: v1.PodCertificateRequestStatus) -> ErrorList:
    refresh = status["beginRefreshAt"]
    if _seconds(refresh) < _seconds(status["notBefore"]) + _MARGIN:
        return [invalid(_REFRESH, refresh, "must be at least 10 minutes after status.notBefore")]
    if _seconds(refresh) > _seconds(status["notAfter"]) - _MARGIN:
        return [invalid(_REFRESH, refresh, "must be at least 10 minutes before status.notAfter")]
    return []


def _validate_others(blocks: Iterator[PemBlock], chain: str) -> ErrorList:
    for block in blocks:
        if block.type != "CERTIFICATE":
            detail = "issued certificate chain must consist entirely of CERTFICATE PEM blocks"
            return [invalid(_CHAIN, chain, detail)]
        if _read(block) is None:
            return [invalid(_CHAIN, chain, "intermediate certificate does not parse as valid X.509")]
    return []


def _seconds(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())
