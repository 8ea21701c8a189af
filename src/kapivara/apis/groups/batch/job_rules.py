"""Validation rules of Job: generated labels and selector, and the rules of spec and update.

Upstream: pkg/apis/batch/validation/validation.go ValidateJobCreate, ValidateJobUpdate, validateGeneratedSelector;
pkg/registry/batch/job/strategy.go validationOptionsForJob (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.batch.job_spec_rules import INDEXED, validate_job_spec
from kapivara.apis.groups.batch.labels import CONTROLLER_UID, JOB_NAME, OLD_CONTROLLER_UID, OLD_JOB_NAME
from kapivara.apis.shared.pods.rules.pod_template import template_options
from kapivara.apis.shared.pods.rules.selected_template import is_selected, unselected
from kapivara.apis.shared.rules.labels import has_invalid_label_value, shown_selector, validate_label_selector
from kapivara.apis.shared.rules.names import label_problems
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values import ABSENT, Absent
from kapivara.values.record import replace

if TYPE_CHECKING:
    import kapivara.apis.groups.batch.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

_SPEC: Final = FieldPath.of("spec")
_SELECTOR: Final = _SPEC.child("selector")
_TEMPLATE: Final = _SPEC.child("template")
_LABELS: Final = _TEMPLATE.child("metadata", "labels")
_NAME: Final = FieldPath.of("metadata", "name")
_UID: Final = FieldPath.of("metadata", "uid")


def validate_job(new: v1.Job, old: v1.Job | Absent) -> ErrorList:
    """Validates a job except its metadata, given the old object, if any."""
    spec = new["spec"]
    if old is ABSENT:
        errors = _validate_generated(new) + _validate_spec(spec, template_options(ABSENT))
        return errors + _validate_host_names(new)
    from kapivara.apis.groups.batch.job_update_rules import validate_what_stays  # only updates need it

    before = old["spec"]
    options = template_options(before["template"])
    if has_invalid_label_value(before.get("selector")):
        options = replace(options, any_affinity_values=True)
    return _validate_spec(spec, options) + validate_what_stays(spec, old) + _validate_host_names(new)


def _validate_spec(spec: v1.JobSpec, options: PodOptions) -> ErrorList:
    """Validates the spec, and requires a selector that matches the template."""
    errors = validate_job_spec(spec, _SPEC, options)
    selector, template = spec.get("selector"), spec["template"]
    if selector is None:
        errors.append(required(_SELECTOR))
    else:
        errors += validate_label_selector(selector, _SELECTOR, any_values=options.any_affinity_values)
    if is_selected(selector, template["metadata"].get("labels", {})) is False:
        errors += unselected(template, _TEMPLATE)
    return errors


def _validate_generated(job: v1.Job) -> ErrorList:
    """Requires the generated labels and selector, unless `manualSelector` is set."""
    spec, metadata, selector = job["spec"], job["metadata"], job["spec"].get("selector")
    if spec.get("manualSelector") or selector is None:
        return []
    uid, name = metadata.get("uid", ""), metadata.get("name", "")
    expected = {OLD_CONTROLLER_UID: uid, OLD_JOB_NAME: name, CONTROLLER_UID: uid, JOB_NAME: name}
    labels = spec["template"]["metadata"].get("labels", {})
    errors = [] if uid else [required(_UID)]
    for label, value in expected.items():
        if label not in labels:
            errors.append(required(_LABELS.key(label), f"must be '{value}'"))
        elif labels[label] != value:
            errors.append(invalid(_LABELS.key(label), labels, f"must be '{value}'"))
    if is_selected(selector, expected) is False:
        errors.append(invalid(_SELECTOR, shown_selector(selector), "`selector` not auto-generated"))
    return errors


def _validate_host_names(job: v1.Job) -> ErrorList:
    """Requires a name of an indexed job that is short enough for its pods' host names."""
    spec, name = job["spec"], job["metadata"].get("name", "")
    completions = spec.get("completions", 0)
    if spec.get("completionMode") != INDEXED or completions <= 0:
        return []
    longest = f"{name}-{completions - 1}"
    detail = f"will not able to create pod with invalid DNS label: {longest}"
    return [invalid(_NAME, name, detail)] if label_problems(longest) else []
