"""Rules of what a PodCertificateRequest names: signer, pod, account, node and time.

Upstream: pkg/apis/certificates/validation/validation.go ValidatePodCertificateRequestCreate (1.37), but for keys and
proofs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.rules.names import subdomain_problems
from kapivara.apis.rules.signer_names import is_kubernetes_signer, validate_signer_name
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.certificates.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_LONGEST_UID: Final = 128
_SHORTEST, _LONGEST, _LONGEST_OWN = 3600, 7862400, 86400


def validate_pod_request(request: v1.PodCertificateRequestSpec) -> ErrorList:
    """Requires names and UIDs of all that are concerned, and a time within bounds."""
    spec: Any = request
    errors = validate_signer_name(spec.get("signerName", ""), _SPEC.child("signerName"))
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
    return errors
