"""The conditions of a CustomResourceDefinition: reading them, and setting one as the server's controllers do.

Upstream: apiextensions-apiserver/pkg/apihelpers/helpers.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.apiextensions.v1 import zz_generated_types as v1

ESTABLISHED = "Established"
NAMES_ACCEPTED = "NamesAccepted"
TERMINATING = "Terminating"
PENDING = "InstanceDeletionPending"
"""Why a definition is terminating as long as its DELETE alone says so: that is a write of nobody's."""
APPROVAL_CONFORMANT = "KubernetesAPIApprovalPolicyConformant"


@record
class Condition:
    """One condition, its times left out."""

    type: str
    status: str
    reason: str
    message: str


def is_established(crd: v1.CustomResourceDefinition) -> bool:
    """Tells whether a definition's resource is served."""
    return has_condition(crd, ESTABLISHED)


def has_condition(crd: v1.CustomResourceDefinition, kind: str) -> bool:
    """Tells whether a condition is true."""
    found = _find(crd, kind)
    return found is not None and found["status"] == "True"


def set_condition(crd: v1.CustomResourceDefinition, condition: Condition, now: str) -> None:
    """Sets a condition; its time changes only where its status does."""
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
