"""Validation rules of a job's status.

Rules run only if a value that they concern has changed, so that old errors are accepted.
Upstream: pkg/apis/batch/validation/validation.go validateJobStatus; pkg/registry/batch/job/strategy.go
getStatusValidationOptions (1.37).
Upstream: pkg/apis/batch/validation/validation.go ValidateJobStatusUpdate; pkg/registry/batch/job/strategy.go
getStatusValidationOptions (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.batch.indexes import IndexesError, count_indexes, first_overlap
from kapivara.apis.groups.batch.job_conditions import has_condition, is_finished
from kapivara.apis.groups.batch.job_spec_rules import INDEXED
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, required
from kapivara.field.errors import OMITTED
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1


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


_STATUS: Final = FieldPath.of("status")
_CONDITIONS: Final = _STATUS.child("conditions")
_NUMBERS: Final = ("active", "succeeded", "failed", "ready", "terminating")


def validate_job_status(new: v1.Job, old: v1.Job) -> ErrorList:
    """Validates a new status against the old one."""
    status, before = new["status"], old["status"]
    errors = validate_non_negative_fields(status, _STATUS, *_NUMBERS)
    errors += _validate_uncounted(status)
    errors += _validate_completion(status, before)
    errors += _validate_conditions(status, before)
    errors += _validate_finished(new, before)
    errors += _validate_indexes(new, before)
    ready = status.get("ready")
    if ready is not None and ready > status.get("active", 0) and _differ(status, before, "ready", "active"):
        errors.append(invalid(_STATUS.child("ready"), ready, "cannot set more ready pods than active"))
    errors += _validate_success(new)
    return errors + validate_status_change(new, old)


def _differ(status: v1.JobStatus, old: v1.JobStatus, *fields: str) -> bool:
    """Returns True if one of the fields has changed; zero equals absent."""
    return any((status.get(field) or None) != (old.get(field) or None) for field in fields)


def _turned(status: v1.JobStatus, old: v1.JobStatus, *kinds: str) -> bool:
    """Returns True if one of the conditions has changed."""
    return any(has_condition(status, kind) != has_condition(old, kind) for kind in kinds)


def _validate_uncounted(status: v1.JobStatus) -> ErrorList:
    """Requires unique uids of uncounted pods."""
    uncounted, path = status.get("uncountedTerminatedPods", {}), _STATUS.child("uncountedTerminatedPods")
    errors, seen = ErrorList(), set[str]()
    for field, uids in (("succeeded", uncounted.get("succeeded", ())), ("failed", uncounted.get("failed", ()))):
        for position, uid in enumerate(uids):
            place = path.child(field).index(position)
            if not uid:
                errors.append(invalid(place, NamedString(uid), "must not be empty"))
            elif uid in seen:
                errors.append(duplicate(place, NamedString(uid)))
            seen.add(uid)
    return errors


def _both(one: str, other: str) -> str:
    return f"cannot set {one}=True and {other}=true conditions"


def _without(one: str, other: str) -> str:
    return f"cannot set {one}=True condition without the {other}=true condition"


def _contradiction(detail: str) -> ErrorList:
    return [invalid(_CONDITIONS, OMITTED, detail)]


def _validate_completion(status: v1.JobStatus, old: v1.JobStatus) -> ErrorList:
    """Requires that only a complete job has a completion time, and that it has not failed."""
    complete, errors = has_condition(status, "Complete"), ErrorList()
    start, end, path = status.get("startTime"), status.get("completionTime"), _STATUS.child("completionTime")
    if complete and _turned(status, old, "Complete", "Failed") and has_condition(status, "Failed"):
        errors += _contradiction(_both("Complete", "Failed"))
    if complete and _turned(status, old, "Complete", "FailureTarget") and has_condition(status, "FailureTarget"):
        errors += _contradiction(_both("Complete", "FailureTarget"))
    if _turned(status, old, "Complete") or _differ(status, old, "completionTime"):
        if end is not None and not complete:
            detail = "cannot set completionTime when there is no Complete=True condition"
            errors.append(invalid(path, end, detail))
        if end is None and complete:
            errors.append(required(path, "completionTime is required for Complete jobs"))
    if start is not None and end is not None and end < start and _differ(status, old, "startTime", "completionTime"):
        errors.append(invalid(path, end, "must be equal to or after `startTime`"))
    return errors


def _validate_conditions(status: v1.JobStatus, old: v1.JobStatus) -> ErrorList:
    """Requires the conditions that precede Failed and Complete."""
    errors: ErrorList = []
    is_about_failure = _turned(status, old, "Failed") or status.get("failedIndexes") != old.get("failedIndexes")
    if is_about_failure and has_condition(status, "Failed") and not has_condition(status, "FailureTarget"):
        errors += _contradiction(_without("Failed", "FailureTarget"))
    is_about_success = _turned(status, old, "Complete", "SuccessCriteriaMet")
    if is_about_success and has_condition(status, "Complete") and not has_condition(status, "SuccessCriteriaMet"):
        errors += _contradiction(_without("Complete", "SuccessCriteriaMet"))
    return errors


def _validate_finished(job: v1.Job, old: v1.JobStatus) -> ErrorList:
    """Rejects active, terminating and uncounted pods of a finished job, and a finished job without start time."""
    spec, status = job["spec"], job["status"]
    if not is_finished(status):
        return []
    turned, errors = not is_finished(old), ErrorList()
    if (turned or _differ(status, old, "active")) and status.get("active", 0) > 0:
        errors.append(invalid(_STATUS.child("active"), status["active"], "active>0 is invalid for finished job"))
    has_no_pods = spec.get("suspend") and spec.get("completions") == 0
    if (turned or _differ(status, old, "startTime")) and "startTime" not in status and not has_no_pods:
        errors.append(required(_STATUS.child("startTime"), "startTime is required for finished job"))
    errors += _validate_no_uncounted(status, old, turned=turned)
    if (turned or _differ(status, old, "terminating")) and status.get("terminating", 0) > 0:
        detail = "terminating>0 is invalid for finished job"
        errors.append(invalid(_STATUS.child("terminating"), status["terminating"], detail))
    return errors


def _validate_no_uncounted(status: v1.JobStatus, old: v1.JobStatus, *, turned: bool) -> ErrorList:
    from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

    uncounted: dict[str, Any] = {**status.get("uncountedTerminatedPods", {})}
    if not any(uncounted.values()) or not (turned or uncounted != old.get("uncountedTerminatedPods")):
        return []
    shown = internal_form(uncounted, "batch.UncountedTerminatedPods")
    return [invalid(_STATUS.child("uncountedTerminatedPods"), shown, "must be empty for finished job")]


def _validate_indexes(job: v1.Job, old: v1.JobStatus) -> ErrorList:
    """Requires valid lists of indexes, without an index that both succeeded and failed."""
    spec, status, errors = job["spec"], job["status"], ErrorList()
    completed, failed = status.get("completedIndexes", ""), status.get("failedIndexes")
    has_completed, has_failed = completed != old.get("completedIndexes", ""), failed != old.get("failedIndexes")
    completions, limited = spec.get("completions"), "backoffLimitPerIndex" in spec
    if has_completed and completions is not None:
        errors += _validate_list("completedIndexes", completed, completions)
    if has_failed and completions is not None and limited and failed is not None:
        errors += _validate_list("failedIndexes", failed, completions)
    if has_completed and completed and spec.get("completionMode") != INDEXED:
        detail = "cannot set non-empty completedIndexes when non-indexed completion mode"
        errors.append(invalid(_STATUS.child("completedIndexes"), completed, detail))
    if has_failed and failed is not None and not limited:
        detail = "cannot set non-null failedIndexes when backoffLimitPerIndex is null"
        errors.append(invalid(_STATUS.child("failedIndexes"), failed, detail))
    if (has_completed or has_failed) and completions is not None and failed is not None:
        overlap = first_overlap(completed, failed, completions)
        detail = f"failedIndexes and completedIndexes overlap at index: {overlap}"
        errors += [] if overlap is None else [invalid(_STATUS.child("failedIndexes"), failed, detail)]
    return errors


def _validate_list(field: str, text: str, completions: int) -> ErrorList:
    try:
        count_indexes(text, completions)
    except IndexesError as error:
        return [invalid(_STATUS.child(field), text, f"error parsing {field}: {error}")]
    return []


def _validate_success(job: v1.Job) -> ErrorList:
    """Rejects a job that both meets its success criteria and fails, or completes without meeting them."""
    status = job["status"]
    if not has_condition(status, "SuccessCriteriaMet"):
        if "successPolicy" not in job["spec"] or not has_condition(status, "Complete"):
            return []
        detail = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True"
        return _contradiction(detail)
    errors: ErrorList = []
    for kind in ("Failed", "FailureTarget"):
        if has_condition(status, kind):
            errors += _contradiction(_both("SuccessCriteriaMet", kind))
    return errors
