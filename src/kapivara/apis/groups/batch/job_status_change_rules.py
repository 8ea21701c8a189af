"""Validation rules for changes of a job's status: terminal conditions stay, counters grow, and times stay.

Upstream: pkg/apis/batch/validation/validation.go ValidateJobStatusUpdate; pkg/registry/batch/job/strategy.go
getStatusValidationOptions (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.batch.job_conditions import has_condition
from kapivara.apis.groups.batch.job_spec_rules import INDEXED
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.field.errors import OMITTED

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1

_STATUS: Final = FieldPath.of("status")
_CONDITIONS: Final = _STATUS.child("conditions")
_TERMINAL: Final = ("Failed", "Complete", "FailureTarget")
_MET: Final = "SuccessCriteriaMet"


def validate_status_change(new: v1.Job, old: v1.Job) -> ErrorList:
    """Validates the change from an old status to a new one."""
    status, before = new["status"], old["status"]
    errors = [
        invalid(_CONDITIONS, OMITTED, f"cannot disable the terminal {kind}=True condition")
        for kind in _TERMINAL
        if has_condition(before, kind) and not has_condition(status, kind)
    ]
    errors += _validate_counts(new, before)
    errors += _validate_times(new, before)
    is_met, was_met = has_condition(status, _MET), has_condition(before, _MET)
    if was_met and not is_met:
        errors.append(invalid(_CONDITIONS, OMITTED, "cannot disable the SuccessCriteriaMet=True condition"))
    if is_met and not was_met and has_condition(before, "Complete"):
        detail = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions"
        errors.append(invalid(_CONDITIONS, OMITTED, detail))
    return errors


def _validate_counts(job: v1.Job, old: v1.JobStatus) -> ErrorList:
    """Rejects lower counts of failed and succeeded pods, except succeeded pods of an elastic indexed job."""
    spec, status, errors = job["spec"], job["status"], ErrorList()
    if (failed := status.get("failed", 0)) < old.get("failed", 0):
        errors.append(invalid(_STATUS.child("failed"), failed, "cannot decrease the failed counter"))
    scales = spec.get("completionMode") == INDEXED and spec.get("completions") == spec.get("parallelism")
    if (succeeded := status.get("succeeded", 0)) < old.get("succeeded", 0) and not scales:
        errors.append(invalid(_STATUS.child("succeeded"), succeeded, "cannot decrease the succeeded counter"))
    return errors


def _validate_times(job: v1.Job, old: v1.JobStatus) -> ErrorList:
    """Rejects changed times, except the start time of a job that is suspended or resumed."""
    status, errors = job["status"], ErrorList()
    end, before = status.get("completionTime"), old.get("completionTime")
    if end is not None and before is not None and end != before:
        errors.append(invalid(_STATUS.child("completionTime"), end, IMMUTABLE))
    start, started = status.get("startTime"), old.get("startTime")
    goes_on = has_condition(old, "Suspended") and has_condition(status, "Suspended", "False")
    if started is not None and start != started and not goes_on and not job["spec"].get("suspend"):
        detail = "field is immutable for unsuspended job once set"
        errors.append(invalid(_STATUS.child("startTime"), start, detail))
    return errors
