"""Validation rules of job specs, in Jobs and in CronJobs.

The field `scheduling` belongs to a disabled feature, and is dropped before (`spec.py`).
Upstream: pkg/apis/batch/validation/validation.go validateJobSpec (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.pod_template import validate_template
from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required, too_long
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

INDEXED: Final = "Indexed"
_MODES: Final = ("NonIndexed", INDEXED)
_NUMBERS: Final = (
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "ttlSecondsAfterFinished",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
)
_MOST_AT_ONCE: Final = 100_000
_MOST_FAILED: Final = 100_000
_MANY_COMPLETIONS: Final = 100_000
_MOST_OF_MANY: Final = 10_000
_LONGEST_MANAGER: Final = 63
_NEEDS_INDEXES: Final = "requires indexed completion mode"
_RESTART_POLICIES: Final = ("OnFailure", "Never")


def validate_job_spec(spec: v1.JobSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Validates all fields except the selector."""
    errors = validate_non_negative_fields(spec, path, *_NUMBERS)
    if "maxFailedIndexes" in spec and "backoffLimitPerIndex" not in spec:
        missing = required(path.child("backoffLimitPerIndex"), "when maxFailedIndexes is specified")
        errors.append(missing.with_origin("dependentRequired").marked(covered_by_declarative=True))
    if "managedBy" in spec:
        errors += _validate_manager(spec["managedBy"], path.child("managedBy"))
    mode = spec.get("completionMode")
    if mode is not None and mode not in _MODES:
        errors.append(not_supported(path.child("completionMode"), NamedString(mode), _MODES))
    if mode == INDEXED:
        errors += _validate_indexed(spec, path)
    elif mode is None or mode == "NonIndexed":
        errors += [
            invalid(path.child(field), spec[field], _NEEDS_INDEXES)
            for field in ("backoffLimitPerIndex", "maxFailedIndexes")
            if field in spec
        ]
    errors += _validate_policies(spec, path)
    errors += validate_template(spec["template"], path.child("template"), options)
    return errors + _validate_restart_policy(spec, path.child("template", "spec", "restartPolicy"))


def _validate_manager(manager: str, path: FieldPath) -> ErrorList:
    from kapivara.apis.shared.rules.domain_paths import validate_domain_prefixed_path  # rarely used

    errors = validate_domain_prefixed_path(manager, path)
    return [*errors, too_long(path, _LONGEST_MANAGER)] if byte_length(manager) > _LONGEST_MANAGER else errors


def _validate_indexed(spec: v1.JobSpec, path: FieldPath) -> ErrorList:
    """Requires limits on parallelism and failed indexes of indexed jobs."""
    completions, parallelism, most = spec.get("completions"), spec.get("parallelism", 0), spec.get("maxFailedIndexes")
    errors: ErrorList = []
    if completions is None:
        errors.append(required(path.child("completions"), f"when completion mode is {INDEXED}"))
    if parallelism > _MOST_AT_ONCE:
        detail = f"must be less than or equal to {_MOST_AT_ONCE} when completion mode is {INDEXED}"
        errors.append(invalid(path.child("parallelism"), parallelism, detail))
    if completions is not None and most is not None and most > completions:
        detail = "must be less than or equal to completions"
        errors.append(invalid(path.child("maxFailedIndexes"), most, detail))
    if most is not None and most > _MOST_FAILED:
        detail = f"must be less than or equal to {_MOST_FAILED}"
        errors.append(invalid(path.child("maxFailedIndexes"), most, detail))
    if completions is not None and completions > _MANY_COMPLETIONS and "backoffLimitPerIndex" in spec:
        errors += _validate_many(spec, path)
    return errors


def _validate_many(spec: v1.JobSpec, path: FieldPath) -> ErrorList:
    """Requires lower limits for jobs with very many completions and a backoff limit per index."""
    parallelism, most, errors = spec.get("parallelism", 0), spec.get("maxFailedIndexes"), ErrorList()
    above = f"when completions are above {_MANY_COMPLETIONS} and used with backoff limit per index"
    detail = f"must be less than or equal to {_MOST_OF_MANY} {above}"
    if most is None:
        problem = f"must be specified when completions is above {_MANY_COMPLETIONS}"
        errors.append(required(path.child("maxFailedIndexes"), problem))
    if parallelism > _MOST_OF_MANY:
        errors.append(invalid(path.child("parallelism"), parallelism, detail))
    if most is not None and most > _MOST_OF_MANY:
        errors.append(invalid(path.child("maxFailedIndexes"), most, detail))
    return errors


def _validate_policies(spec: v1.JobSpec, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if "podFailurePolicy" in spec:
        from kapivara.apis.groups.batch.policy_rules import validate_failure_policy  # few jobs have one

        errors += validate_failure_policy(spec, path.child("podFailurePolicy"))
    if "successPolicy" in spec:
        errors += _validate_success(spec, path.child("successPolicy"))
    if "podReplacementPolicy" in spec:
        choices = ("Failed",) if "podFailurePolicy" in spec else ("Failed", "TerminatingOrFailed")
        errors += validate_choice(spec["podReplacementPolicy"], path.child("podReplacementPolicy"), choices)
    return errors


def _validate_success(spec: v1.JobSpec, path: FieldPath) -> ErrorList:
    if spec.get("completionMode") == INDEXED:
        from kapivara.apis.groups.batch.policy_rules import validate_success_policy  # few jobs have one

        return validate_success_policy(spec, path)
    from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

    return [invalid(path, internal_form({**spec["successPolicy"]}, "batch.SuccessPolicy"), _NEEDS_INDEXES)]


def _validate_restart_policy(spec: v1.JobSpec, path: FieldPath) -> ErrorList:
    """Requires the restart policy OnFailure or Never."""
    policy = spec["template"]["spec"].get("restartPolicy", "")
    if policy in ("", "Always"):
        return [required(path, 'valid values: "OnFailure", "Never"')]
    if policy not in _RESTART_POLICIES:
        return [not_supported(path, NamedString(policy), _RESTART_POLICIES)]
    if "podFailurePolicy" in spec and policy != "Never":
        return [invalid(path, NamedString(policy), 'only "Never" is supported when podFailurePolicy is specified')]
    return []
