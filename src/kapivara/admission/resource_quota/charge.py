"""Whether the quotas of a namespace allow what a write uses, and what they say is used once it is done.

Upstream: apiserver/pkg/admission/plugin/resourcequota/controller.go CheckRequest (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from kapivara.admission.plugin import Action, Attributes
from kapivara.admission.resource_quota.measure import Amounts, Measure
from kapivara.values.quantity import Quantity, parse_quantity

if TYPE_CHECKING:
    import kapivara.apis.core.v1.zz_generated_types as v1
    from kapivara.values import JsonObject

_ZERO = Quantity(0)


def charge(quotas: Iterable[v1.ResourceQuota], write: Attributes, measure: Measure) -> dict[str, dict[str, str]]:
    """Returns what is used after a write, by the name of each quota that it changes; raises ApiError to refuse it.

    Only what a quota's status says counts: whether it agrees with its spec is a controller's affair.
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
    """Tells whether a quota limits something of an object, which is in all its scopes."""
    if not measure.limited(_hard(quota)):
        return False
    spec = quota.get("spec", {})
    plain: list[v1.ScopedResourceSelectorRequirement] = [
        {"scopeName": scope, "operator": "Exists"} for scope in spec.get("scopes", ())
    ]
    selectors = (*plain, *(spec.get("scopeSelector", {}).get("matchExpressions") or ()))
    return all(measure.is_in_scope(each, obj) for each in selectors)


def _check_known(quota: v1.ResourceQuota, write: Attributes, measure: Measure) -> None:
    """Refuses an object that does not say what is limited, and a quota that does not say what is used."""
    name, limited = quota["metadata"]["name"], measure.limited(_hard(quota))
    if problem := measure.problem(limited, cast("JsonObject", write.obj)):
        raise write.forbidden(f"failed quota: {name}: {problem}")
    if any(each not in _used(quota) for each in limited):
        raise write.forbidden(f"status unknown for quota: {name}, resources: {','.join(limited)}")


def _more(usage: Amounts, before: Amounts) -> dict[str, Quantity]:
    """Returns by how much more is used than before."""
    more = {name: amount.subtract(before.get(name, _ZERO)) for name, amount in usage.items()}
    return {name: amount for name, amount in more.items() if amount.sign > 0}


def _add(quota: v1.ResourceQuota, write: Attributes, added: Amounts) -> dict[str, str]:
    """Returns what is used with what a write adds; nothing where it adds nothing that is limited."""
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
