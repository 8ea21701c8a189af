"""Validation rules of resource requirements: amounts, huge pages and claims.

Upstream: pkg/apis/core/validation/validation.go validateResourceRequirements, validateResourceClaimNames,
validateResourceQuantityHugePageValue; pkg/apis/core/helper/helpers.go IsHugePageResourceValueDivisible (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from kapivara.apis.shared.rules.names import validate_dns1123_label
from kapivara.apis.shared.rules.quantities import read_quantity, validate_resource_quantity
from kapivara.apis.shared.rules.resource_names import (
    HUGE_PAGES,
    is_huge_pages,
    is_overcommit_allowed,
    validate_container_resource_name,
    validate_pod_resource_name,
)
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, not_found, required
from kapivara.values.caches import cache_short_texts
from kapivara.values.quantity import QuantityError
from kapivara.values.record import replace

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

Amounts: TypeAlias = Mapping[str, str]
_ALWAYS_NEEDED: Final = ("cpu", "memory")
_OF_CONTAINERS: Final = ("cpu", "memory", "ephemeral-storage")
_NONE: Final[dict[str, str]] = {}
_MILLI: Final = -3


def is_divisible(name: str, amount: str) -> bool:
    """Returns True if an amount of huge pages is a multiple of the page size in the resource's name."""
    try:
        size = read_quantity(name.removeprefix(HUGE_PAGES))
    except QuantityError:
        return False
    if size.sign <= 0 or size.scaled_value(_MILLI) % 1000:
        return False
    pages = size.scaled_value(0)
    return pages != 0 and abs(read_quantity(amount).scaled_value(0)) % abs(pages) == 0


def validate_resources(
    resources: v1.ResourceRequirements,
    path: FieldPath,
    claims: Collection[str] = (),
    *,
    of_pod: bool = False,
    any_huge_pages: bool = False,
) -> ErrorList:
    """Requires valid amounts, requests within limits, and claims of the pod.

    The resources are a container's, or with `of_pod` the pod's. `any_huge_pages` accepts partial huge pages stored
    before.
    """
    if not resources:
        return []
    limits, requests = resources.get("limits", _NONE), resources.get("requests", _NONE)
    errors: ErrorList = []
    if limits:
        errors += _validate_amounts(limits, path.child("limits"), of_pod=of_pod, any_huge_pages=any_huge_pages)
    if requests:
        errors += _validate_amounts(requests, path.child("requests"), of_pod=of_pod, any_huge_pages=any_huge_pages)
        errors += _validate_within(requests, limits, path)
    named = limits.keys() | requests.keys()
    if named.isdisjoint(_ALWAYS_NEEDED) and any(map(is_huge_pages, named)):
        errors.append(forbidden(path, "HugePages require cpu or memory"))
    if "claims" in resources:
        errors += _validate_claims(resources["claims"], path.child("claims"), claims)
    return errors


def _validate_amounts(amounts: Amounts, path: FieldPath, *, of_pod: bool, any_huge_pages: bool) -> ErrorList:
    plain = _ALWAYS_NEEDED if of_pod else _OF_CONTAINERS
    validate_name = validate_pod_resource_name if of_pod else validate_container_resource_name
    errors: ErrorList = []
    for name, amount in amounts.items():
        if name in plain and read_quantity(amount).sign >= 0:
            continue
        place = path.key(name)
        errors += validate_name(name, place)
        errors += validate_resource_quantity(name, amount, place)
        if is_huge_pages(name) and not any_huge_pages and not is_divisible(name, amount):
            detail = f"{amount} is not positive integer multiple of {name}"
            errors.append(invalid(place, amount, detail))
    return errors


def _validate_within(requests: Amounts, limits: Amounts, path: FieldPath) -> ErrorList:
    """Rejects requests above limits; resources without overcommit need limits equal to requests."""
    errors: ErrorList = []
    for name, amount in requests.items():
        limit = limits.get(name)
        if limit is None:
            if not is_overcommit_allowed(name):
                detail = "Limit must be set for non overcommitable resources"
                errors.append(required(path.child("limits"), detail))
            continue
        if limit == amount:
            continue
        order = compare_amounts(amount, limit)
        if order and not is_overcommit_allowed(name):
            detail = f"must be equal to {name} limit of {limit}"
            errors.append(invalid(path.child("requests"), amount, detail))
        elif order > 0:
            detail = f"must be less than or equal to {name} limit of {limit}"
            errors.append(invalid(path.child("requests"), amount, detail))
    return errors


@cache_short_texts(1024)
def compare_amounts(amount: str, other: str) -> int:
    """Returns 1, 0 or -1 if an amount is greater than, equal to or less than another.

    Cached, since most pairs recur.
    """
    return read_quantity(amount).compare(read_quantity(other))


def _validate_claims(claims: Iterable[v1.ResourceClaim], path: FieldPath, known: Collection[str]) -> ErrorList:
    """Requires claims of the pod, and at most one use of each request."""
    errors: ErrorList = []
    whole: set[str] = set()
    parts: dict[str, set[str]] = {}
    for position, claim in enumerate(claims):
        place, name, request = path.index(position), claim["name"], claim.get("request", "")
        if not name:
            errors.append(required(place))
            continue
        if name in whole:
            errors.append(duplicate(place, name))
        elif request:
            errors += validate_dns1123_label(request, place.child("request"))
            if request in parts.setdefault(name, set()):
                errors.append(duplicate(place, f"{name}/{request}"))
            parts[name].add(request)
        else:
            errors += [duplicate(place, name) for _ in parts.get(name, ())]
            whole.add(name)
        if name not in known:
            listed = f": {', '.join(sorted(known))}" if known else " which is empty"
            detail = f"must be one of the names in pod.spec.resourceClaims{listed}"
            errors.append(replace(not_found(place, name), detail=detail))
    return errors
