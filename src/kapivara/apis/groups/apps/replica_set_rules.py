"""Validation rules of ReplicaSet: immutable selector and status.

Upstream: pkg/apis/apps/validation/validation.go ValidateReplicaSet, ValidateReplicaSetUpdate, ValidateReplicaSetStatus
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.apps.replicated_pods import SPEC, validate_replicated_pods, validate_selector_stays
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.apis.shared.rules.replica_counts import validate_replica_counts
from kapivara.field import ErrorList
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.apps.v1.zz_generated_types as v1

_STATUS_NUMBERS: Final = (
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
    "terminatingReplicas",
)
_STATUS_PARTS: Final = ("fullyLabeledReplicas", "readyReplicas", "availableReplicas")


def validate_replica_set(new: v1.ReplicaSet, old: v1.ReplicaSet | Absent) -> ErrorList:
    """Validates the spec of a replica set, given the old object, if any."""
    spec, before = new["spec"], old if old is ABSENT else old["spec"]
    errors = validate_non_negative_fields(spec, SPEC, "replicas", "minReadySeconds")
    errors += validate_replicated_pods(spec, before)
    if before is not ABSENT:
        errors += validate_selector_stays(spec.get("selector"), before.get("selector"))
    return errors


def validate_replica_set_status(new: v1.ReplicaSet) -> ErrorList:
    """Validates a new status."""
    return validate_replica_counts(new["status"], _STATUS_NUMBERS, _STATUS_PARTS)
