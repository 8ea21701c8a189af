"""Checks the user's rights to write a claim's status: to allocate devices, and to report the status of devices.

`resourceclaims/binding` and `resourceclaims/driver` are not served; only roles name them. A driver may have a right to
the claims on the node of its service account, or on all nodes.
Upstream: pkg/registry/resource/utils.go AuthorizedForBinding, AuthorizedForDeviceStatus (1.37,
DRAResourceClaimGranularStatusAuthorization).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.resource.allocated_devices import device_id
from kapivara.authorization.access import Access, refusal
from kapivara.authorization.user_info import ACCOUNT_PREFIX, UserInfo
from kapivara.codec.typed.described import described
from kapivara.content.names import is_dns1123_label, is_dns1123_subdomain
from kapivara.field import ErrorList, FieldPath, forbidden
from kapivara.validate.parts.values import same
from kapivara.values.record import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.server.surroundings import Surroundings

_STATUS: Final = FieldPath.of("status")
_NODE_NAME: Final = "authentication.kubernetes.io/node-name"
_BINDING: Final = 'changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb='
_DRIVER: Final = 'changing status.devices requires resource="resourceclaims/driver", verb='


def check_claim_status(new: v1.ResourceClaim, old: v1.ResourceClaim, surroundings: Surroundings) -> ErrorList:
    """Returns an error for each right that the user lacks for the changes of the status."""
    status, stored = new["status"], old["status"]
    errors = _check_binding(status, stored, surroundings)
    if "allocation" in status:  # without an allocation, device status is dropped
        errors += _check_drivers(status, stored, surroundings)
    return errors


def _check_binding(new: v1.ResourceClaimStatus, old: v1.ResourceClaimStatus, surroundings: Surroundings) -> ErrorList:
    fields = described("apis.groups.resource.v1").struct("ResourceClaimStatus").tables.by_name
    if all(same(fields[each].shape, new.get(each), old.get(each)) for each in ("allocation", "reservedFor")):
        return []
    asked = surroundings.asked
    problem = _refused(replace(asked, subresource="binding", namespace="", name=""), surroundings)
    return (
        [forbidden(_STATUS.child("allocation"), f'{_BINDING}"{asked.verb}" permission: {problem}')] if problem else []
    )


def _check_drivers(new: v1.ResourceClaimStatus, old: v1.ResourceClaimStatus, surroundings: Surroundings) -> ErrorList:
    drivers = _changed_drivers(new.get("devices", ()), old.get("devices", ()))
    if not drivers:
        return []
    asked, errors = surroundings.asked, ErrorList()
    verbs = [f"arbitrary-node:{asked.verb}"]
    if _runs_on(asked.user, _node_of(new["allocation"])):
        verbs.insert(0, f"associated-node:{asked.verb}")
    for driver in sorted(drivers):
        wanted = [replace(asked, verb=each, subresource="driver", name=driver) for each in verbs]
        problems = [_refused(each, surroundings) for each in wanted]
        if all(problems):
            text = f'{_DRIVER}"[{" ".join(verbs)}]" permission: {problems[0]}'
            errors.append(forbidden(_STATUS.child("devices"), text))
    return errors


def _refused(wanted: Access, surroundings: Surroundings) -> str:
    """Returns the server's text about a denied access; empty if it is allowed."""
    decision = surroundings.decide(wanted)
    return "" if decision.allowed else refusal(wanted, decision.reason).message


def _changed_drivers(new: Sequence[v1.AllocatedDeviceStatus], old: Sequence[v1.AllocatedDeviceStatus]) -> set[str]:
    """Returns the drivers of entries that a write adds, changes or removes."""
    shape = described("apis.groups.resource.v1").struct("AllocatedDeviceStatus")
    left = {device_id(each): each for each in old}
    drivers = set()
    for each in new:
        before = left.pop(device_id(each), None)
        if before is None or not same(shape, each, before):
            drivers.add(each["driver"])
    return drivers | {each["driver"] for each in left.values()}


def _node_of(allocation: v1.AllocationResult) -> str:
    """Returns the node that an allocation's node selector names; empty if it names none."""
    terms = allocation.get("nodeSelector", {}).get("nodeSelectorTerms") or ()
    if len(terms) != 1 or terms[0].get("matchExpressions") or len(terms[0].get("matchFields") or ()) != 1:
        return ""
    field = terms[0]["matchFields"][0]
    values = field.get("values") or ()
    if field["key"] != "metadata.name" or field["operator"] != "In" or len(values) != 1:
        return ""
    return values[0]


def _runs_on(user: UserInfo, node: str) -> bool:
    """Returns True if the user is a service account with a token bound to this node."""
    if not node or not _is_account(user.name) or is_dns1123_subdomain(node):
        return False
    return dict(user.extra).get(_NODE_NAME) == (node,)


def _is_account(name: str) -> bool:
    namespace, _, account = name.removeprefix(ACCOUNT_PREFIX).partition(":")
    if not name.startswith(ACCOUNT_PREFIX) or is_dns1123_label(namespace):
        return False
    return not is_dns1123_subdomain(account)
