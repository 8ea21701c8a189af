"""Validation rules of ResourceQuota: resources, amounts and scopes.

Upstream: pkg/apis/core/validation/validation.go ValidateResourceQuota, ValidateResourceQuotaUpdate,
ValidateResourceQuotaStatusUpdate; pkg/apis/core/helper/helpers.go IsResourceQuotaScopeValidForResource (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.apis.shared.rules.quantities import is_resource_quantity, validate_resource_quantity
from kapivara.apis.shared.rules.resource_names import is_quota_resource, is_standard_quota, validate_quota_resource_name
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1

_SCOPES: Final = FieldPath.of("spec", "scopes")
_EXPRESSIONS: Final = FieldPath.of("spec", "scopeSelector", "matchExpressions")
_OF_COMPUTE: Final = frozenset(
    ("pods", "cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory")
)
_RESOURCES: Final[Mapping[str, Collection[str]]] = {
    "Terminating": _OF_COMPUTE,
    "NotTerminating": _OF_COMPUTE,
    "BestEffort": ("pods",),
    "NotBestEffort": _OF_COMPUTE,
    "PriorityClass": _OF_COMPUTE,
    "VolumeAttributesClass": ("persistentvolumeclaims", "requests.storage"),
    "CrossNamespacePodAffinity": _OF_COMPUTE,
}
"""The standard scopes, each with the standard resources that it can limit."""
_OPPOSITES: Final = ({"BestEffort", "NotBestEffort"}, {"Terminating", "NotTerminating"})
_WITHOUT_VALUES: Final = frozenset(_RESOURCES) - {"PriorityClass", "VolumeAttributesClass"}
_UNSUPPORTED: Final = "unsupported scope"
_NOT_FOR_RESOURCE: Final = "unsupported scope applied to resource"
_CONFLICTING: Final = "conflicting scopes"


def validate_quota_spec(spec: v1.ResourceQuotaSpec) -> ErrorList:
    """Requires known resources with valid amounts, and scopes that fit the resources and each other."""
    errors = _validate_amounts(spec.get("hard", {}), FieldPath.of("spec", "hard"))
    if spec.get("scopes"):
        errors += _validate_scopes(spec)
    if "scopeSelector" in spec:
        errors += _validate_selector(spec)
    return errors


def validate_quota_status(status: v1.ResourceQuotaStatus) -> ErrorList:
    """Requires known resources with valid amounts in `hard` and `used`."""
    path = FieldPath.of("status")
    errors = _validate_amounts(status.get("hard", {}), path.child("hard"))
    return errors + _validate_amounts(status.get("used", {}), path.child("used"))


def validate_scopes_change(new: v1.ResourceQuotaSpec, old: v1.ResourceQuotaSpec) -> ErrorList:
    """Rejects changed scopes; ignores order and repetitions."""
    if set(new.get("scopes", ())) == set(old.get("scopes", ())):
        return []
    return [invalid(_SCOPES, new.get("scopes"), IMMUTABLE)]


def _validate_amounts(amounts: Mapping[str, str], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for name, amount in amounts.items():
        if is_quota_resource(name) and is_resource_quantity(name, amount):
            continue  # nearly always
        place = path.key(name)
        errors += validate_quota_resource_name(name, place)
        errors += validate_resource_quantity(name, amount, place)
    return errors


def _misfits(scope: str, hard: Iterable[str]) -> bool:
    """Returns True if a known scope does not apply to one of the standard resources."""
    fitting = _RESOURCES[scope]
    return any(is_standard_quota(name) and name not in fitting for name in hard)


def _conflict(scopes: set[str]) -> bool:
    return any(pair <= scopes for pair in _OPPOSITES)


def _validate_scopes(spec: v1.ResourceQuotaSpec) -> ErrorList:
    """Validates the scopes of the old field; reports each problem once, since errors print all scopes."""
    scopes, hard = spec["scopes"], spec.get("hard", {})
    problems: list[str] = []
    for scope in dict.fromkeys(scopes):
        if scope not in _RESOURCES:
            problems.append(_UNSUPPORTED)
        elif _misfits(scope, hard):
            problems.append(_NOT_FOR_RESOURCE)
    if _conflict(set(scopes)):
        problems.append(_CONFLICTING)
    return [invalid(_SCOPES, scopes, problem) for problem in dict.fromkeys(problems)]


def _validate_selector(spec: v1.ResourceQuotaSpec) -> ErrorList:
    """Validates the scopes of a selector. Kept: errors name the whole list, and conflicts print the other field."""
    hard, expressions = spec.get("hard", {}), spec["scopeSelector"].get("matchExpressions", ())
    errors: ErrorList = []
    scopes = {each["scopeName"] for each in expressions}
    misfits = {scope for scope in scopes & _RESOURCES.keys() if _misfits(scope, hard)}
    for each in expressions:
        if each["scopeName"] not in _RESOURCES:
            errors.append(invalid(_EXPRESSIONS.child("scopeName"), NamedString(each["scopeName"]), _UNSUPPORTED))
        if each["scopeName"] in misfits:
            shown = internal_form(spec["scopeSelector"], "core.ScopeSelector")
            errors.append(invalid(_EXPRESSIONS, shown, _NOT_FOR_RESOURCE))
            misfits.clear()  # further errors would have the same text
        errors += _validate_requirement(each)
    return errors + ([invalid(_EXPRESSIONS, spec.get("scopes"), _CONFLICTING)] if _conflict(scopes) else [])


def _validate_requirement(requirement: v1.ScopedResourceSelectorRequirement) -> ErrorList:
    """Requires an operator that fits the scope, and values exactly where the operator needs them."""
    scope, operator, values = requirement["scopeName"], requirement["operator"], requirement.get("values", [])
    errors: ErrorList = []
    if scope in _WITHOUT_VALUES and operator != "Exists":
        scopes = "ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort"
        scopes += ", ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"
        problem = f"must be 'Exists' when scope is any of {scopes}"
        errors.append(invalid(_EXPRESSIONS.child("operator"), NamedString(operator), problem))
    if operator in ("In", "NotIn"):
        if not values:
            problem = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"
            errors.append(required(_EXPRESSIONS.child("values"), problem))
    elif operator in ("Exists", "DoesNotExist"):
        if values:
            problem = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"
            errors.append(invalid(_EXPRESSIONS.child("values"), values, problem))
    else:
        problem = "not a valid selector operator"
        errors.append(invalid(_EXPRESSIONS.child("operator"), NamedString(operator), problem))
    return errors
