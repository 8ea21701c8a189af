"""Validation rules of access reviews.

Upstream: pkg/apis/authorization/validation/validation.go; apimachinery/pkg/apis/meta/v1/validation
ValidateFieldSelectorRequirement (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.labels import validate_label_requirement
from kapivara.codec.typed.described import described
from kapivara.codec.typed.go_order import in_go_order
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required

if TYPE_CHECKING:
    import kapivara.apis.groups.authorization.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_RESOURCE: Final = FieldPath.of("spec", "resourceAttributes")
_ONE_OF: Final = "exactly one of nonResourceAttributes or resourceAttributes must be specified"


def validate_access_review(spec: v1.SubjectAccessReviewSpec, *, of_self: bool) -> ErrorList:
    """Requires either a resource or a URL, and unless `of_self`, a user or groups."""
    resource, other = spec.get("resourceAttributes"), spec.get("nonResourceAttributes")
    errors: ErrorList = []
    if (resource is None) == (other is None):
        refused = invalid(_SPEC, _shown(other), _ONE_OF).with_origin("union")
        errors.append(refused.marked(covered_by_declarative=True))
    if not of_self and not spec.get("user") and not spec.get("groups"):
        errors.append(invalid(_SPEC.child("user"), "", "at least one of user or group must be specified"))
    if resource is not None:
        errors += _validate_selectors(resource)
    return errors


def validate_local_review(spec: v1.SubjectAccessReviewSpec, namespace: str) -> ErrorList:
    """Requires a resource in the review's namespace."""
    resource, other = spec.get("resourceAttributes"), spec.get("nonResourceAttributes")
    errors: ErrorList = []
    if resource is not None and resource.get("namespace", "") != namespace:
        detail = "must match metadata.namespace"
        errors.append(invalid(_RESOURCE.child("namespace"), resource.get("namespace", ""), detail))
    if other is not None:
        path = _SPEC.child("nonResourceAttributes")
        errors.append(invalid(path, _shown(other), "disallowed on this kind of request"))
    return errors


def validate_empty_metadata(metadata: Any, *, but_namespace: bool) -> ErrorList:
    """Requires empty metadata, since a review is not stored."""
    ignored = ("managedFields", "creationTimestamp", *(("namespace",) if but_namespace else ()))
    if not any(value for field, value in metadata.items() if field not in ignored):
        return []
    given = {field: value for field, value in metadata.items() if value}
    shown = in_go_order(given, described("meta.v1").struct("ObjectMeta"))
    return [invalid(FieldPath.of("metadata"), shown, "must be empty" + " except for namespace" * but_namespace)]


def _shown(other: v1.NonResourceAttributes | None) -> Any:
    return None if other is None else internal_form(other, "authorization.NonResourceAttributes")


def _validate_selectors(resource: v1.ResourceAttributes) -> ErrorList:
    errors: ErrorList = []
    attributes: Any = resource
    for field in ("fieldSelector", "labelSelector"):
        selector, path = attributes.get(field), _RESOURCE.child(field)
        if selector is None:
            continue
        raw, requirements = selector.get("rawSelector"), selector.get("requirements") or ()
        if raw and requirements:
            errors.append(invalid(path.child("rawSelector"), raw, "may not specified at the same time as requirements"))
        if not raw and not requirements:
            detail = f"when {path} is specified, requirements or rawSelector is required"
            errors.append(required(path.child("requirements"), detail))
        for position, each in enumerate(requirements):
            place = path.child("requirements").index(position)
            if field == "labelSelector":
                errors += validate_label_requirement(each, place, any_operator=True)
            else:
                errors += _validate_field_requirement(each, place)
    return errors


def _validate_field_requirement(requirement: Any, path: FieldPath) -> ErrorList:
    """Requires a key, and values exactly where the operator needs them."""
    errors: ErrorList = []
    operator, values = requirement["operator"], requirement.get("values")
    if not requirement["key"]:
        errors.append(required(path.child("key"), "must be specified"))
    if operator in ("In", "NotIn") and not values:
        errors.append(required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'"))
    elif operator in ("Exists", "DoesNotExist") and values:
        detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
        errors.append(forbidden(path.child("values"), detail))
    return errors
