"""The conditions of a CustomResourceDefinition: reading them, and setting one as the server's controllers do.

Upstream: apiextensions-apiserver/pkg/apihelpers/helpers.go (1.37).
"""

from __future__ import annotations

from kapivara.values import JsonObject
from kapivara.values.record import record

ESTABLISHED = "Established"
NAMES_ACCEPTED = "NamesAccepted"
TERMINATING = "Terminating"
APPROVAL_CONFORMANT = "KubernetesAPIApprovalPolicyConformant"


@record
class Condition:
    """One condition, its times left out."""

    type: str
    status: str
    reason: str
    message: str


def is_established(crd: JsonObject) -> bool:
    """Tells whether a definition's resource is served."""
    return has_condition(crd, ESTABLISHED)


def has_condition(crd: JsonObject, kind: str) -> bool:
    """Tells whether a condition is true."""
    found = _find(crd, kind)
    return found is not None and found["status"] == "True"


def set_condition(crd: JsonObject, condition: Condition, now: str) -> None:
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


def _find(crd: JsonObject, kind: str) -> JsonObject | None:
    conditions = (crd.get("status") or {}).get("conditions") or ()
    return next((condition for condition in conditions if condition["type"] == kind), None)
