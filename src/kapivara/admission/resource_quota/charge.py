"""Checks a write against the quotas of a namespace, and computes their new usage.

Upstream: apiserver/pkg/admission/plugin/resourcequota/controller.go CheckRequest (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from kapivara.admission.plugin import Action, Attributes
from kapivara.admission.resource_quota.measure import Amounts, Measure
from kapivara.values.quantity import Quantity, parse_quantity

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.values import JsonObject

_ZERO = Quantity(0)


def charge(quotas: Iterable[v1.ResourceQuota], write: Attributes, measure: Measure) -> dict[str, dict[str, str]]:
    """Returns the usage after a write, by the name of each changed quota; raises ApiError to reject the write.

    Uses only the quota's status; a controller keeps it in line with the spec.
    """
    obj = cast("JsonObject", write.obj)
    concerned = [each for each in quotas if _concerns(each, obj, measure)]
    for quota in concerned:
        _check_known(quota, write, measure)
    if not concerned:
        return {}
    usage = measure.usage(obj)
    if negative := sorted(name for name, amount in usage.items() if amount.sign < 0):
        raise write.forbidden(f"quota usage is negative for resource(s): {','.join(negative)}")
    charged = {}
    for quota in concerned:
        added = usage
        if write.action is Action.UPDATE and _concerns(quota, old := cast("JsonObject", write.old), measure):
            added = _more(usage, measure.usage(old))
        if used := _add(quota, write, {name: each for name, each in added.items() if each.sign}):
            charged[quota["metadata"]["name"]] = used
    return charged


def _hard(quota: v1.ResourceQuota) -> Mapping[str, str]:
    return quota.get("status", {}).get("hard", {})


def _used(quota: v1.ResourceQuota) -> Mapping[str, str]:
    return quota.get("status", {}).get("used", {})


def _concerns(quota: v1.ResourceQuota, obj: JsonObject, measure: Measure) -> bool:
    """Returns True if a quota limits a resource of an object that is in all its scopes."""
    if not measure.limited(_hard(quota)):
        return False
    spec = quota.get("spec", {})
    plain: list[v1.ScopedResourceSelectorRequirement] = [
        {"scopeName": scope, "operator": "Exists"} for scope in spec.get("scopes", ())
    ]
    selectors = (*plain, *(spec.get("scopeSelector", {}).get("matchExpressions") or ()))
    return all(measure.is_in_scope(each, obj) for each in selectors)


def _check_known(quota: v1.ResourceQuota, write: Attributes, measure: Measure) -> None:
    """Rejects an object without the limited resources, and a quota without usage in its status."""
    name, limited = quota["metadata"]["name"], measure.limited(_hard(quota))
    if problem := measure.problem(limited, cast("JsonObject", write.obj)):
        raise write.forbidden(f"failed quota: {name}: {problem}")
    if any(each not in _used(quota) for each in limited):
        raise write.forbidden(f"status unknown for quota: {name}, resources: {','.join(limited)}")


def _more(usage: Amounts, before: Amounts) -> dict[str, Quantity]:
    """Returns the increase of the usage."""
    more = {name: amount.subtract(before.get(name, _ZERO)) for name, amount in usage.items()}
    return {name: amount for name, amount in more.items() if amount.sign > 0}


def _add(quota: v1.ResourceQuota, write: Attributes, added: Amounts) -> dict[str, str]:
    """Returns the usage with the addition of a write; empty if it adds nothing limited."""
    hard, used = _hard(quota), _used(quota)
    asked = {name: added[name] for name in sorted(added) if name in hard}
    sums = {name: parse_quantity(used[name]).add(amount) if name in used else amount for name, amount in asked.items()}
    above = [name for name, amount in sums.items() if amount.compare(parse_quantity(hard[name])) > 0]
    if above and write.subresource != "status":
        requested, present, limits = (
            ",".join(f"{name}={amounts[name]}" for name in above if name in amounts)
            for amounts in cast("tuple[Mapping[str, object], ...]", (asked, used, hard))
        )
        name = quota["metadata"]["name"]
        raise write.forbidden(f"exceeded quota: {name}, requested: {requested}, used: {present}, limited: {limits}")
    return {**used, **{name: str(amount) for name, amount in sums.items()}} if sums else {}
