"""Validation rules of CronJob: schedule, time zone and job template.

Upstream: pkg/apis/batch/validation/validation.go ValidateCronJobCreate, validateCronJobSpec, validateTimeZone (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.batch.job_spec_rules import validate_job_spec
from kapivara.apis.shared.pods.rules.pod_template import template_options
from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.labels import shown_selector
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.languages.cron.schedules import schedule_problem
from kapivara.values import ABSENT, Absent
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_NAME: Final = FieldPath.of("metadata", "name")
_JOB: Final = _SPEC.child("jobTemplate", "spec")
_LONGEST_NAME: Final = 52
"""The names of jobs are longer, up to 63 characters."""
_CONCURRENCY: Final = ("Allow", "Forbid", "Replace")
_IN_SCHEDULE: Final = "TZ"
_ZONE_PART: Final = lazy_pattern(r"[A-Za-z\.\-_0-9+]{1,14}")


def validate_cron_job(new: v1.CronJob, old: v1.CronJob | Absent) -> ErrorList:
    """Validates a cron job except its metadata, given the old object, if any; limits the name's length on create."""
    name, errors = new["metadata"].get("name", ""), _validate_spec(new["spec"], old if old is ABSENT else old["spec"])
    if old is ABSENT and byte_length(name) > _LONGEST_NAME:
        errors.append(invalid(_NAME, name, f"must be no more than {_LONGEST_NAME} characters"))
    return errors


def _validate_spec(spec: v1.CronJobSpec, old: v1.CronJobSpec | Absent) -> ErrorList:
    zone = spec.get("timeZone")
    errors = _validate_schedule(spec, old)
    errors += validate_non_negative_fields(spec, _SPEC, "startingDeadlineSeconds")
    if zone is not None and (old is ABSENT or old.get("timeZone") != zone):
        errors += _validate_time_zone(zone, _SPEC.child("timeZone"))
    policy = spec.get("concurrencyPolicy", "")
    errors += validate_required_choice(policy, _SPEC.child("concurrencyPolicy"), _CONCURRENCY)
    template = old if old is ABSENT else old["jobTemplate"]["spec"]["template"]
    errors += validate_job_spec(spec["jobTemplate"]["spec"], _JOB, template_options(template))
    errors += _validate_no_selector(spec["jobTemplate"]["spec"])
    limits = ("successfulJobsHistoryLimit", "failedJobsHistoryLimit")
    return errors + validate_non_negative_fields(spec, _SPEC, *limits)


def _validate_schedule(spec: v1.CronJobSpec, old: v1.CronJobSpec | Absent) -> ErrorList:
    """Requires a valid schedule; it may contain a time zone only if the old one does."""
    schedule, path = spec["schedule"], _SPEC.child("schedule")
    if not schedule:
        return [required(path).marked(covered_by_declarative=True)]
    problem = schedule_problem(schedule)
    errors = [invalid(path, schedule, problem)] if problem else []
    if _IN_SCHEDULE not in schedule:
        return errors
    if old is ABSENT or _IN_SCHEDULE not in old["schedule"]:
        detail = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"
        errors.append(invalid(path, schedule, detail))
    elif "timeZone" in spec:
        errors.append(invalid(path, schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule"))
    return errors


def _validate_time_zone(zone: str, path: FieldPath) -> ErrorList:
    """Requires the name of a time zone other than `Local`."""
    from kapivara.languages.cron.time_zones import time_zone_problem  # rarely used

    if not zone:
        return [invalid(path, zone, "timeZone must be nil or non-empty string")]
    for part in zone.split("/"):
        if part in (".", "..") or part.startswith("-") or not _ZONE_PART.fullmatch(part):
            return [invalid(path, zone, f"unknown time zone {zone}")]
    errors: ErrorList = []
    if zone.lower() == "local":
        detail = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"
        errors.append(invalid(path, zone, detail))
    problem = time_zone_problem(zone)
    return [*errors, invalid(path, zone, problem)] if problem else errors


def _validate_no_selector(spec: v1.JobSpec) -> ErrorList:
    """Rejects selectors, since each job gets its own."""
    errors: ErrorList = []
    if (selector := spec.get("selector")) is not None:
        errors.append(invalid(_JOB.child("selector"), shown_selector(selector), "`selector` will be auto-generated"))
    if spec.get("manualSelector"):
        errors.append(not_supported(_JOB.child("manualSelector"), True, ("nil", "false")))
    return errors
