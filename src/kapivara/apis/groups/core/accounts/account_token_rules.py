"""Validation rules of token requests: lifetime and attestations.

Upstream: pkg/apis/authentication/validation/validation.go ValidateTokenRequest (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.field import ErrorList, FieldPath, invalid, not_supported

if TYPE_CHECKING:
    from kapivara.apis.groups.authentication.v1.zz_generated_types import BoundObjectReference, TokenRequestSpec

WEBHOOK_KINDS: Final = ("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration")
_SHORTEST, _LONGEST = 10 * 60, 2**32
_SPEC: Final = FieldPath.of("spec")
_ATTESTATIONS: Final = _SPEC.child("attestations")
_REVIEWED: Final = "admissionReviewAPIGroups"


def validate_token_request(spec: TokenRequestSpec) -> ErrorList:
    """Requires a lifetime between ten minutes and 2^32 seconds, and attestations only for webhooks."""
    seconds, path = spec["expirationSeconds"] or 0, _SPEC.child("expirationSeconds")
    errors: ErrorList = []
    if seconds < _SHORTEST:
        errors.append(invalid(path, seconds, "may not specify a duration less than 10 minutes"))
    if seconds > _LONGEST:
        errors.append(invalid(path, seconds, "may not specify a duration larger than 2^32 seconds"))
    attestations, audiences = spec.get("attestations"), spec["audiences"] or []
    if is_webhook(spec["boundObjectRef"]):
        if len(audiences) != 1:
            problem = "must be length 1 when bound to a webhook config"
            errors.append(invalid(_SPEC.child("audiences"), audiences, problem))
        return errors + _validate_attestations(attestations)
    if attestations:
        problem = "attestations may only be specified with a webhook bound object reference"
        return [invalid(_ATTESTATIONS, attestations, problem)]
    return errors


def is_webhook(reference: BoundObjectReference | None) -> bool:
    """Returns True if a token is bound to a webhook configuration."""
    if reference is None or reference.get("kind") not in WEBHOOK_KINDS:
        return False
    return reference.get("apiVersion") == "admissionregistration.k8s.io/v1"


def _validate_attestations(attestations: dict[str, list[str]] | None) -> ErrorList:
    """Requires exactly one API group whose admission reviews are attested."""
    if attestations is None or len(attestations) != 1:
        problem = "webhook bound requests require exactly one admissionReviewAPIGroups attestation"
        return [invalid(_ATTESTATIONS, attestations, problem)]
    ((key, values),) = attestations.items()
    path = _ATTESTATIONS.key(key)
    if key != _REVIEWED:
        return [not_supported(path, key, [_REVIEWED])]
    if len(values) != 1:
        return [invalid(path, values, "must specify a single value")]
    (group,) = values
    if not group:
        return [invalid(path.index(0), group, "may not be an empty string")]
    problems = () if group == "*" else subdomain_problems(group)
    return [invalid(path.index(0), group, f"must specify a valid API Group: {problem}") for problem in problems]
