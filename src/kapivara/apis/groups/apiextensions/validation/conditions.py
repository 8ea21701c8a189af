"""Reads and sets the conditions of a CRD. Upstream: apiextensions-apiserver/pkg/apihelpers/helpers.go (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

ESTABLISHED = "Established"
NAMES_ACCEPTED = "NamesAccepted"
TERMINATING = "Terminating"
PENDING = "InstanceDeletionPending"
"""The reason of a terminating CRD from its DELETE on; that write has no field manager."""
APPROVAL_CONFORMANT = "KubernetesAPIApprovalPolicyConformant"


@record
class Condition:
    """A condition without its times."""

    type: str
    status: str
    reason: str
    message: str


def is_established(crd: v1.CustomResourceDefinition) -> bool:
    """Returns True if the resource of a CRD is served."""
    return has_condition(crd, ESTABLISHED)


def has_condition(crd: v1.CustomResourceDefinition, kind: str) -> bool:
    """Returns True if a condition has status True."""
    found = _find(crd, kind)
    return found is not None and found["status"] == "True"


def set_condition(crd: v1.CustomResourceDefinition, condition: Condition, now: str) -> None:
    """Sets a condition; the transition time only changes with the status."""
    status = crd["status"]
    found = _find(crd, condition.type)
    if found is None:
        found = {"type": condition.type, "status": "", "lastTransitionTime": None}
        status["conditions"] = [*(status["conditions"] or ()), found]
    if found["status"] != condition.status or not found["lastTransitionTime"]:
        found["lastTransitionTime"] = now
    found["status"] = condition.status
    found["reason"] = condition.reason
    found["message"] = condition.message


def _find(crd: v1.CustomResourceDefinition, kind: str) -> v1.CustomResourceDefinitionCondition | None:
    status = crd.get("status")
    conditions = (status.get("conditions") if status else None) or ()
    return next((condition for condition in conditions if condition["type"] == kind), None)
