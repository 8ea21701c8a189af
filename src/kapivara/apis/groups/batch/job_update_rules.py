"""Validation rules of job updates: most fields are immutable, except the template of a suspended job.

Upstream: pkg/apis/batch/validation/validation.go ValidateJobSpecUpdate, validateCompletions, validatePodTemplateUpdate,
validatePodResourceUpdatesOnly; pkg/registry/batch/job/strategy.go shouldAllowMutablePodTemplate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.groups.batch.job_conditions import has_condition
from kapivara.apis.groups.batch.job_spec_rules import INDEXED
from kapivara.apis.shared.rules.changes import validate_immutable, validate_immutable_value
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, invalid

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1
    import kapivara.apis.groups.core.v1.zz_generated_types as core_v1

_SPEC: Final = FieldPath.of("spec")
_BATCH: Final = described("apis.groups.batch.v1")
_TEMPLATE: Final = described("apis.groups.core.v1").struct("PodTemplateSpec")
_POD_SPEC: Final = described("apis.groups.core.v1").struct("PodSpec")
_SELECTOR: Final = described("meta.v1").struct("LabelSelector")
_PLACED_BY: Final = ("nodeSelector", "tolerations", "schedulingGates")
"""The fields that determine the nodes of pods, except node affinity."""


def validate_what_stays(new: v1.JobSpec, job: v1.Job) -> ErrorList:
    """Rejects changes to immutable fields."""
    old = job["spec"]
    errors = _validate_completions(new, old)
    selector = _SPEC.child("selector")
    errors += validate_immutable_value(new.get("selector"), old.get("selector"), selector, _SELECTOR)
    errors += _validate_template(new["template"], job)
    errors += _validate_scalar(new, old, "completionMode")
    errors += _validate_policy(new, old, "podFailurePolicy", "PodFailurePolicy")
    errors += _validate_scalar(new, old, "backoffLimitPerIndex")
    errors += _validate_scalar(new, old, "managedBy")
    return errors + _validate_policy(new, old, "successPolicy", "SuccessPolicy")


def _validate_scalar(new: v1.JobSpec, old: v1.JobSpec, field: str) -> ErrorList:
    return validate_immutable(new.get(field), old.get(field), _SPEC.child(field))


def _validate_policy(new: v1.JobSpec, old: v1.JobSpec, field: str, kind: str) -> ErrorList:
    shape = _BATCH.struct(kind)
    return validate_immutable_value(new.get(field), old.get(field), _SPEC.child(field), shape, f"batch.{kind}")


def _validate_completions(new: v1.JobSpec, old: v1.JobSpec) -> ErrorList:
    """Rejects changed completions, except together with the parallelism of an indexed job."""
    completions, before, path = new.get("completions"), old.get("completions"), _SPEC.child("completions")
    if new.get("completionMode") != INDEXED:
        return validate_immutable(completions, before, path)
    if completions is None or completions in (before, new.get("parallelism")):
        return []
    return [invalid(path, completions, "can only be modified in tandem with spec.parallelism")]


def _validate_template(new: core_v1.PodTemplateSpec, job: v1.Job) -> ErrorList:
    """Rejects a changed template; a suspended job without pods may change resources and placement."""
    old, path = job["spec"]["template"], _SPEC.child("template")
    if new == old:
        return []
    if not _is_at_rest(job):
        return validate_immutable_value(new, old, path, _TEMPLATE, "core.PodTemplateSpec")
    kept = _with_resources(_with_placement(old["spec"], new["spec"]), new["spec"])
    return validate_immutable_value(new["spec"], kept, _SPEC.child("template.spec"), _POD_SPEC, "core.PodSpec")


def _is_at_rest(job: v1.Job) -> bool:
    """Returns True if a job is suspended and has no active pods."""
    status = job["status"]
    if not job["spec"].get("suspend") or status.get("active"):
        return False
    return "startTime" not in status or has_condition(status, "Suspended")


def _with_placement(old: core_v1.PodSpec, new: core_v1.PodSpec) -> core_v1.PodSpec:
    """Returns the old pod spec with the placement of the new one."""
    kept: dict[str, Any] = {**old}
    _take(kept, new, _PLACED_BY)
    affinity, wanted = kept.pop("affinity", None), new.get("affinity")
    if affinity is not None or wanted is not None:
        merged = {**(affinity or {})}
        _take(merged, wanted or {}, ("nodeAffinity",))
        if merged or wanted is not None:
            kept["affinity"] = merged
    return cast("core_v1.PodSpec", kept)


def _with_resources(old: core_v1.PodSpec, new: core_v1.PodSpec) -> core_v1.PodSpec:
    """Returns a pod spec with the resources of another, for containers with equal position and name."""
    kept: dict[str, Any] = {**old}
    for field in ("containers", "initContainers"):
        containers, wanted = kept.get(field) or [], cast("dict[str, Any]", new).get(field) or []
        if containers and len(containers) == len(wanted):
            pairs = zip(containers, wanted, strict=True)
            kept[field] = [
                {**one, "resources": other["resources"]} if one["name"] == other["name"] else one
                for one, other in pairs
            ]
    return cast("core_v1.PodSpec", kept)


def _take(kept: dict[str, Any], new: Any, fields: tuple[str, ...]) -> None:
    for field in fields:
        kept.pop(field, None)
        if field in new:
            kept[field] = new[field]
