"""Validation rules of a new PodCertificateRequest: signer, pod, service account, node, lifetime and key.

Upstream: pkg/apis/certificates/validation/validation.go ValidatePodCertificateRequestCreate, validateStubPKCS10Request
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.apis.shared.rules.signer_names import is_kubernetes_signer, validate_signer_name
from kapivara.apis.shared.volumes.projected_sources import validate_user_annotations
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long
from kapivara.field.errors import OMITTED
from kapivara.languages.go.base64 import decode_base64
from kapivara.languages.x509.errors import X509Error
from kapivara.languages.x509.public_keys import EllipticKey, OpaqueKey, PublicKey, RsaKey
from kapivara.languages.x509.request import Request, parse_request
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.certificates.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_STUB: Final = _SPEC.child("stubPKCS10Request")
_LONGEST_UID: Final = 128
_LONGEST_STUB: Final = 10 * 1024
_MODULUS_BITS: Final = (3072, 4096)
_SHORTEST, _LONGEST, _LONGEST_OWN = 3600, 7862400, 86400


def validate_pod_request(request: v1.PodCertificateRequestSpec) -> ErrorList:
    """Requires names and UIDs of the objects, a lifetime within bounds, and a signed request."""
    spec: Any = request
    errors = validate_signer_name(spec.get("signerName", ""), _SPEC.child("signerName"))
    annotations = spec.get("unverifiedUserAnnotations", {})
    errors += validate_user_annotations(annotations, _SPEC.child("unverifiedUserAnnotations"))
    for what in ("pod", "serviceAccount", "node"):
        name, path = spec.get(f"{what}Name", ""), _SPEC.child(f"{what}Name")
        shown = NamedString(name) if what == "node" else name
        errors += [invalid(path, shown, problem) for problem in subdomain_problems(name)]
        uid, path = spec.get(f"{what}UID", ""), _SPEC.child(f"{what}UID")
        if not uid:
            errors.append(invalid(path, NamedString(uid), "must not be empty"))
        if byte_length(uid) > _LONGEST_UID:
            errors.append(too_long(path, _LONGEST_UID))
    seconds, path = spec.get("maxExpirationSeconds"), _SPEC.child("maxExpirationSeconds")
    if seconds is None:
        return [*errors, required(path, "must be set")]
    longest = _LONGEST_OWN if is_kubernetes_signer(spec.get("signerName", "")) else _LONGEST
    if not _SHORTEST <= seconds <= longest:
        errors.append(invalid(path, seconds, f"must be in the range [{_SHORTEST}, {longest}]"))
    if not spec["stubPKCS10Request"]:
        detail = "exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set"
        return [*errors, invalid(_SPEC, OMITTED, detail)]
    return errors + _validate_stub(decode_base64(spec["stubPKCS10Request"]))


def _validate_stub(data: bytes) -> ErrorList:
    """Requires a request with a strong key, signed with that key."""
    if len(data) > _LONGEST_STUB:
        return [too_long(_STUB, _LONGEST_STUB)]
    request = read_stub(data)
    if request is None:
        return [invalid(_STUB, OMITTED, "must be a valid PKCS#10 CSR")]
    if errors := _validate_key(request.key):
        return errors
    return [invalid(_STUB, OMITTED, "invalid signature")] if request.signature_problem else []


def read_stub(data: bytes) -> Request | None:
    """Parses a certificate request; None if it is not one."""
    try:
        return parse_request(data)
    except X509Error:
        return None


def _validate_key(key: PublicKey | None) -> ErrorList:
    if isinstance(key, EllipticKey):
        if key.curve != "P224":
            return []
        return [invalid(_STUB, "curve P-224", "elliptic public keys must use curve P256, P384, or P521")]
    if isinstance(key, RsaKey):
        bits = key.size * 8
        if bits in _MODULUS_BITS:
            return []
        return [invalid(_STUB, f"{bits}-bit modulus", "RSA keys must have modulus size 3072 or 4096")]
    if isinstance(key, OpaqueKey) and key.algorithm == "Ed25519":
        return []
    return [invalid(_STUB, OMITTED, "unknown public key type; supported types are Ed25519, ECDSA, and RSA")]
