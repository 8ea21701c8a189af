"""Validation rules of IngressClass: controller and parameters.

Upstream: pkg/apis/networking/validation/validation.go validateIngressClassSpec, validateIngressClassParametersReference
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.networking.references import validate_kind_and_name
from kapivara.apis.shared.rules.domain_paths import validate_domain_prefixed_path
from kapivara.apis.shared.rules.names import label_problems
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required, too_long

if TYPE_CHECKING:
    import kapivara.apis.groups.networking.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_LONGEST: Final = 250
_SCOPES: Final = ("Cluster", "Namespace")


def validate_ingress_class(spec: v1.IngressClassSpec) -> ErrorList:
    """Requires a controller with a domain prefix, and a valid reference to parameters."""
    controller, path = spec.get("controller", ""), _SPEC.child("controller")
    errors = [too_long(path, _LONGEST)] if byte_length(controller) > _LONGEST else []
    errors += validate_domain_prefixed_path(controller, path)
    parameters = spec.get("parameters")
    return errors if parameters is None else errors + _validate_parameters(parameters, _SPEC.child("parameters"))


def _validate_parameters(parameters: v1.IngressClassParametersReference, path: FieldPath) -> ErrorList:
    errors = validate_kind_and_name(parameters, path, is_covered=True)
    scope, namespace, place = parameters.get("scope"), parameters.get("namespace"), path.child("namespace")
    if scope is None:
        errors.append(required(path.child("scope")))
    elif scope not in _SCOPES:
        errors.append(not_supported(path.child("scope"), scope, _SCOPES))
    elif scope == "Cluster":
        if namespace is not None:
            errors.append(forbidden(place, "`parameters.scope` is set to 'Cluster'"))
    elif namespace is None:
        errors.append(required(place, "`parameters.scope` is set to 'Namespace'"))
    else:
        errors += [invalid(place, namespace, problem) for problem in label_problems(namespace)]
    return errors
