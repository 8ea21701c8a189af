"""Reads the conditions of jobs.

Upstream: pkg/apis/batch/validation/validation.go IsConditionTrue, IsJobFinished (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1


def has_condition(status: v1.JobStatus, kind: str, value: str = "True") -> bool:
    """Returns True if a job has a condition with the given type and status."""
    return any(each["type"] == kind and each["status"] == value for each in status.get("conditions", ()))


def is_finished(status: v1.JobStatus) -> bool:
    """Returns True if a job is complete or failed."""
    return has_condition(status, "Complete") or has_condition(status, "Failed")
