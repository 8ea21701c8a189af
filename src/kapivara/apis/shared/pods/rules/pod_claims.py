"""Validation rules of the resource claims of pods.

Upstream: pkg/apis/core/validation/validation.go validatePodResourceClaims, validatePodResourceClaim (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.pods.rules.annotations.pod_annotations import MIRROR
from kapivara.apis.shared.rules.names import subdomain_problems, validate_dns1123_label
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, required
from kapivara.field.path import NAMELESS

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1


def validate_pod_claims(
    claims: Iterable[v1.PodResourceClaim], path: FieldPath, annotations: Mapping[str, str]
) -> ErrorList:
    """Requires unique claim names, each with one source; rejects claims of mirror pods."""
    if MIRROR in annotations:
        return [forbidden(NAMELESS, "static pods do not support resource claims") for _ in claims]
    errors: ErrorList = []
    names: set[str] = set()
    for position, claim in enumerate(claims):
        place, name = path.index(position), claim["name"]
        if not name:
            errors.append(required(place.child("name")))
        elif name in names:
            errors.append(duplicate(place.child("name"), name))
        else:
            errors += validate_dns1123_label(name, place.child("name"))
            names.add(name)
        errors += _validate_source(claim, place)
    return errors


def _validate_source(claim: v1.PodResourceClaim, path: FieldPath) -> ErrorList:
    """Requires either the name of a claim or the name of a claim template."""
    direct, template = claim.get("resourceClaimName"), claim.get("resourceClaimTemplateName")
    errors: ErrorList = []
    if (direct is None) == (template is None):
        detail = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"
        if direct is not None:
            detail = "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
        errors.append(invalid(path, internal_form({**claim}, "core.PodResourceClaim"), detail))
    for field, name in (("resourceClaimName", direct), ("resourceClaimTemplateName", template)):
        if name is not None:
            errors += [invalid(path.child(field), name, problem) for problem in subdomain_problems(name)]
    return errors
