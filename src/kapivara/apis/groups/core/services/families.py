"""The IP families and the family policy of a service: defaults and validation.

They are set before all other rules run, since addresses are allocated first.
Upstream: pkg/registry/core/service/storage/alloc.go initIPFamilyFields, pkg/apis/core/validation
ValidateServiceClusterIPsRelatedFields (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.core.services.cluster_addresses import FAMILIES
from kapivara.apis.groups.core.services.index import HEADLESS
from kapivara.apis.shared.rules.addresses import ip_family, validate_legacy_ip
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ServiceSpec

_IPV4, _IPV6 = "IPv4", "IPv6"
_SINGLE, _PREFER, _REQUIRE = "SingleStack", "PreferDualStack", "RequireDualStack"
_ADDRESSES: Final = FieldPath.of("spec", "clusterIPs")
_FAMILIES: Final = FieldPath.of("spec", "ipFamilies")
_POLICY: Final = FieldPath.of("spec", "ipFamilyPolicy")
_MOST_ADDRESSES: Final = 2


def needs_address(spec: ServiceSpec) -> bool:
    """Returns True if a service has a cluster address or is headless."""
    return spec.get("type") != "ExternalName"


def is_headless(spec: ServiceSpec) -> bool:
    """Returns True if a service is headless."""
    return (spec.get("clusterIPs") or [""])[0] == HEADLESS


def fill_families(spec: ServiceSpec, old: ServiceSpec | None) -> ErrorList:
    """Fills in the families and the policy of a service; returns the errors of its requested addresses."""
    if not needs_address(spec) or prefers_the_same(spec, old):
        return []
    _fill_policy(spec, old)
    errors = validate_addresses(spec, old) or _release(spec, old) + _fill_given(spec)
    if errors:
        return errors
    if spec.get("clusterIP") == HEADLESS and not spec.get("selector"):
        _fill_unselected(spec)
        return []
    errors = _unconfigured(spec)
    if not errors:
        spec.setdefault("ipFamilies", [FAMILIES[0]])
        if spec["ipFamilyPolicy"] != _SINGLE and len(spec["ipFamilies"]) == 1 and len(FAMILIES) == _MOST_ADDRESSES:
            spec["ipFamilies"].append(_other(spec["ipFamilies"][0]))
    return errors


def prefers_the_same(spec: ServiceSpec, old: ServiceSpec | None) -> bool:
    """Returns True if an unchanged service prefers dual stack, so that its families remain."""
    if old is None or spec.get("ipFamilyPolicy") != _PREFER or old.get("type") != spec.get("type"):
        return False
    same = all(old.get(field) == spec.get(field) for field in ("clusterIPs", "ipFamilies"))
    return old.get("ipFamilyPolicy", _PREFER) == _PREFER and same


def _fill_policy(spec: ServiceSpec, old: ServiceSpec | None) -> None:
    if "ipFamilyPolicy" in spec:
        return
    if old is not None and "ipFamilyPolicy" in old:
        spec["ipFamilyPolicy"] = old["ipFamilyPolicy"]
    elif spec.get("clusterIP") == HEADLESS and not spec.get("selector"):
        spec["ipFamilyPolicy"] = _REQUIRE
    else:
        spec["ipFamilyPolicy"] = _SINGLE


def _release(spec: ServiceSpec, old: ServiceSpec | None) -> ErrorList:
    """Releases the second address of a service that becomes single-stack; rejects it if the policy does not change."""
    if old is None:
        return []
    if spec["ipFamilyPolicy"] == _SINGLE:
        if spec.get("clusterIPs") and old.get("clusterIPs") == spec["clusterIPs"]:
            spec["clusterIPs"] = spec["clusterIPs"][:1]
        if spec.get("ipFamilies") and old.get("ipFamilies") == spec["ipFamilies"]:
            spec["ipFamilies"] = spec["ipFamilies"][:1]
        return []
    errors: ErrorList = []
    for what, mine, before in (
        ("cluster IP", spec.get("clusterIPs", ()), old.get("clusterIPs", ())),
        ("IP family", spec.get("ipFamilies", ()), old.get("ipFamilies", ())),
    ):
        if 0 < len(mine) < len(before):
            problem = f"must be 'SingleStack' to release the secondary {what}"
            errors.append(invalid(_POLICY, spec["ipFamilyPolicy"], problem))
    return errors


def _fill_given(spec: ServiceSpec) -> ErrorList:
    """Adds the families of requested addresses."""
    errors: ErrorList = []
    addresses, families = spec.get("clusterIPs", []), spec.get("ipFamilies", [])
    if spec["ipFamilyPolicy"] == _SINGLE:
        for given, what in ((addresses, "cluster IPs"), (families, "IP families")):
            if len(given) == _MOST_ADDRESSES:
                problem = f"must be 'RequireDualStack' or 'PreferDualStack' when multiple {what} are specified"
                errors.append(invalid(_POLICY, spec["ipFamilyPolicy"], problem))
    for position, address in enumerate(addresses if not is_headless(spec) else ()):
        family = _IPV6 if ip_family(address) == 6 else _IPV4
        if position < len(families):
            continue
        if family in FAMILIES:
            families = spec["ipFamilies"] = [*families, family]
        else:
            errors.append(invalid(_ADDRESSES.index(position), addresses, f"{family} is not configured on this cluster"))
    return errors


def _fill_unselected(spec: ServiceSpec) -> None:
    """Sets the families of a headless service without selector, whose endpoints may be of any family."""
    families = spec.setdefault("ipFamilies", [FAMILIES[0]])
    if len(families) < _MOST_ADDRESSES and spec["ipFamilyPolicy"] != _SINGLE:
        families.append(_other(families[0]))


def _unconfigured(spec: ServiceSpec) -> ErrorList:
    errors: ErrorList = []
    if spec["ipFamilyPolicy"] == _REQUIRE and len(FAMILIES) < _MOST_ADDRESSES:
        problem = "this cluster is not configured for dual-stack services"
        errors.append(invalid(_POLICY, spec["ipFamilyPolicy"], problem))
    for position, family in enumerate(spec.get("ipFamilies", ())):
        if family not in FAMILIES:
            errors.append(invalid(_FAMILIES.index(position), family, "not configured on this cluster"))
    return errors


def _other(family: str) -> str:
    return _IPV6 if family == _IPV4 else _IPV4


def validate_addresses(spec: ServiceSpec, old: ServiceSpec | None) -> ErrorList:
    """Validates that addresses, families and policy of a service match."""
    if not needs_address(spec):
        return []
    errors = _validate_first(spec) + _validate_families(spec)
    addresses = spec.get("clusterIPs", [])
    if is_headless(spec) and len(addresses) > 1:
        errors.append(invalid(_ADDRESSES, addresses, "'None' must be the first and only value"))
    faults = [
        fault
        for position, address in enumerate(addresses)
        if position or address != HEADLESS
        for fault in validate_legacy_ip(address, _ADDRESSES.index(position), (old or {}).get("clusterIPs", ()))
    ]
    errors += faults
    if len(addresses) > _MOST_ADDRESSES:
        errors.append(invalid(_ADDRESSES, addresses, "may only hold up to 2 values"))
    if faults or (is_headless(spec) and len(addresses) > 1):
        return errors
    return errors + _validate_kinds(spec, addresses)


def _validate_first(spec: ServiceSpec) -> ErrorList:
    addresses = spec.get("clusterIPs", [])
    if not spec.get("clusterIP"):
        problem = "must be empty when `clusterIP` is not specified"
        return [invalid(_ADDRESSES, addresses, problem)] if addresses else []
    if not addresses:
        return [required(_ADDRESSES)]
    if addresses[0] != spec["clusterIP"]:
        return [invalid(_ADDRESSES, addresses, "first value must match `clusterIP`")]
    return []


def _validate_families(spec: ServiceSpec) -> ErrorList:
    errors: ErrorList = []
    seen = set()
    for position, family in enumerate(spec.get("ipFamilies", ())):
        if family not in (_IPV4, _IPV6):
            errors.append(not_supported(_FAMILIES.index(position), family, [_IPV4, _IPV6]))
        if family in seen:
            errors.append(duplicate(_FAMILIES.index(position), family))
        seen.add(family)
    policy = spec.get("ipFamilyPolicy")
    if policy is not None and policy not in (_PREFER, _REQUIRE, _SINGLE):
        errors.append(not_supported(_POLICY, policy, [_PREFER, _REQUIRE, _SINGLE]))
    return errors


def _validate_kinds(spec: ServiceSpec, addresses: list[str]) -> ErrorList:
    """Requires addresses of different families that match the listed families."""
    errors: ErrorList = []
    if len(addresses) > 1 and {ip_family(each) for each in addresses} != {4, 6}:
        errors.append(invalid(_ADDRESSES, addresses, "may specify no more than one IP for each IP family"))
    if is_headless(spec):
        return errors
    for position, (address, family) in enumerate(zip(addresses, spec.get("ipFamilies", ()), strict=False)):
        if family in (_IPV4, _IPV6) and (ip_family(address) == 6) != (family == _IPV6):
            problem = f"expected an {family} value as indicated by `ipFamilies[{position}]`"
            errors.append(invalid(_ADDRESSES.index(position), address, problem))
    return errors
