"""Validation rules of CertificateSigningRequest: request, usages, signer, conditions and certificate.

An update may keep invalid values of the old object: unknown usages, duplicate conditions and an invalid certificate.
Upstream: pkg/apis/certificates/validation/validation.go validateCertificateSigningRequest,
validateCertificateSigningRequestUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.certificates.pem import certificates_problem, request_problem
from kapivara.apis.shared.rules.signer_names import validate_signer_name
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, not_supported, required
from kapivara.languages.go.base64 import decode_base64
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.certificates.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_CONDITIONS: Final = FieldPath.of("status", "conditions")
_CERTIFICATE: Final = FieldPath.of("status", "certificate")
_LEGACY: Final = "kubernetes.io/legacy-unknown"
_SHORTEST: Final = 600
_DECISIONS: Final = ("Approved", "Denied")
_LASTING: Final = ("Approved", "Denied", "Failed")
_USAGES: Final = (
    *("any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment"),
    *("decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel"),
    *("ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime"),
    *("server auth", "signing", "timestamping"),
)


def validate_signing_request(
    request: v1.CertificateSigningRequest, old: v1.CertificateSigningRequest | None
) -> ErrorList:
    """Requires a signed request, usages, a signer, and consistent conditions."""
    spec = request["spec"]
    errors: ErrorList = []
    if problem := request_problem(_bytes(spec.get("request"))):
        errors.append(invalid(_SPEC.child("request"), spec.get("request"), problem))
    errors += _validate_usages(spec.get("usages") or (), () if old is None else old["spec"].get("usages") or ())
    signer, path = spec.get("signerName", ""), _SPEC.child("signerName")
    if signer == _LEGACY and (old is None or old["spec"].get("signerName") != _LEGACY):
        errors.append(invalid(path, signer, "the legacy signerName is not allowed via this API version"))
    else:
        errors += validate_signer_name(signer, path)
    seconds = spec.get("expirationSeconds")
    if seconds is not None and seconds < _SHORTEST:
        detail = "may not specify a duration less than 600 seconds (10 minutes)"
        errors.append(invalid(_SPEC.child("expirationSeconds"), seconds, detail))
    errors += _validate_conditions(_conditions(request), () if old is None else _conditions(old))
    return errors + _validate_certificate(request, old)


def validate_decisions(
    request: v1.CertificateSigningRequest, old: v1.CertificateSigningRequest, subresource: str
) -> ErrorList:
    """Rejects removed decisions, and decisions or certificates written through the wrong subresource."""
    kinds = [[each["type"] for each in _conditions(obj)] for obj in (request, old)]
    counts = {kind: (kinds[0].count(kind), kinds[1].count(kind)) for kind in _LASTING}
    errors = [
        forbidden(_CONDITIONS, f'updates may not remove a condition of type "{kind}"')
        for kind, (now, before) in counts.items()
        if now < before
    ]
    if subresource != "approval":
        errors += [
            forbidden(_CONDITIONS, f'updates may not add a condition of type "{kind}"')
            for kind in _DECISIONS
            if counts[kind][0] > counts[kind][1]
        ]
    now, before = request["status"].get("certificate") or "", old["status"].get("certificate") or ""
    if now != before:
        if subresource != "status":
            errors.append(forbidden(_CERTIFICATE, "updates may not set certificate content"))
        elif before:
            errors.append(forbidden(_CERTIFICATE, "updates may not modify existing certificate content"))
    return errors


def _bytes(encoded: str | None) -> bytes:
    return decode_base64(encoded) if encoded else b""


def _conditions(request: v1.CertificateSigningRequest) -> Sequence[v1.CertificateSigningRequestCondition]:
    return request["status"].get("conditions") or ()


def _validate_usages(usages: Sequence[str], old: Sequence[str]) -> ErrorList:
    path = _SPEC.child("usages")
    errors: ErrorList = [] if usages else [required(path)]
    if set(old) <= set(_USAGES):
        errors += [
            not_supported(path.index(position), NamedString(usage), _USAGES)
            for position, usage in enumerate(usages)
            if usage not in _USAGES
        ]
    if len(set(old)) == len(old):
        seen: set[str] = set()
        for position, usage in enumerate(usages):
            if usage in seen:
                errors.append(duplicate(path.index(position), NamedString(usage)))
            seen.add(usage)
    return errors


def _validate_conditions(
    conditions: Sequence[v1.CertificateSigningRequestCondition], old: Sequence[v1.CertificateSigningRequestCondition]
) -> ErrorList:
    known = [each["type"] for each in old]
    both = set(_DECISIONS) <= set(known)
    errors: ErrorList = []
    seen: set[str] = set()
    for position, condition in enumerate(conditions):
        kind, status, path = condition["type"], condition["status"], _CONDITIONS.index(position)
        if not kind and "" not in known:
            errors.append(required(path.child("type")))
        states = ("True",) if kind in _LASTING else ("False", "True", "Unknown")
        if not status:
            errors.append(required(path.child("status")))
        elif status not in states:
            errors.append(not_supported(path.child("status"), NamedString(status), states))
        if not both and kind in _DECISIONS and set(_DECISIONS) - {kind} <= seen:
            detail = "Approved and Denied conditions are mutually exclusive"
            refused = invalid(_CONDITIONS, NamedString(kind), detail).with_origin("zeroOrOneOf")
            errors.append(refused.marked(covered_by_declarative=True))
        if kind in seen and len(set(known)) == len(known):
            errors.append(duplicate(path.child("type"), NamedString(kind)))
        seen.add(kind)
    return errors


def _validate_certificate(request: v1.CertificateSigningRequest, old: v1.CertificateSigningRequest | None) -> ErrorList:
    now = request["status"].get("certificate") or ""
    before = "" if old is None else old["status"].get("certificate") or ""
    if old is not None and (now == before or certificates_problem(_bytes(before))):
        return []
    problem = certificates_problem(_bytes(now))
    return [invalid(_CERTIFICATE, "<certificate data>", problem)] if problem else []
