"""Validation rules of names in pod specs, the deadline, tolerations, the overhead and the operating system.

Upstream: pkg/apis/core/validation/validation.go ValidatePodSpec, ValidatePreemptionPolicy, validateOverhead,
validateSchedulingGroup (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.containers.resources import validate_resources
from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.names import subdomain_problems, validate_dns1123_label
from kapivara.apis.shared.rules.numbers import INT32_MAX, validate_in_range
from kapivara.field import ErrorList, FieldPath, forbidden, invalid

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

PREEMPTION_POLICIES: Final = ("PreemptLowerPriority", "Never")


def validate_pod_names(spec: v1.PodSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Requires valid names and numbers, and no fields of another operating system."""
    errors: ErrorList = []
    if "hostnameOverride" in spec:
        from kapivara.apis.shared.pods.rules.placement.dns import validate_host_name  # rare

        errors += validate_host_name(spec, path.child("hostnameOverride"))
    errors += _validate_subdomain(spec.get("serviceAccountName"), path, "serviceAccountName")
    errors += _validate_subdomain(spec.get("nodeName"), path, "nodeName")
    if "activeDeadlineSeconds" in spec:
        place = path.child("activeDeadlineSeconds")
        errors += validate_in_range(spec["activeDeadlineSeconds"], place, 1, INT32_MAX)
    if name := spec.get("hostname"):
        errors += validate_dns1123_label(name, path.child("hostname"))
    if name := spec.get("subdomain"):
        errors += validate_dns1123_label(name, path.child("subdomain"))
    if tolerations := spec.get("tolerations"):
        from kapivara.apis.shared.pods.rules.placement.tolerations import (
            validate_tolerations,  # templates rarely have any
        )

        place = path.child("tolerations")
        errors += validate_tolerations(tolerations, place, comparing=options.comparing_tolerations)
    if aliases := spec.get("hostAliases"):
        from kapivara.apis.shared.pods.rules.placement.dns import validate_host_aliases  # rare

        errors += validate_host_aliases(aliases, path.child("hostAliases"))
    errors += _validate_subdomain(spec.get("priorityClassName"), path, "priorityClassName")
    return errors + _validate_rest(spec, path, options)


def _validate_subdomain(name: str | None, path: FieldPath, field: str) -> ErrorList:
    """Requires a DNS subdomain, unless the name is empty."""
    if not name or not (problems := subdomain_problems(name)):
        return []
    return [invalid(path.child(field), name, problem) for problem in problems]


def _validate_rest(spec: v1.PodSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    errors: ErrorList = []
    if "runtimeClassName" in spec:
        name, place = spec["runtimeClassName"], path.child("runtimeClassName")
        errors += [invalid(place, name, problem) for problem in subdomain_problems(name)]
    if "preemptionPolicy" in spec:
        place = path.child("preemptionPolicy")
        errors += validate_required_choice(spec["preemptionPolicy"], place, PREEMPTION_POLICIES)
    if "overhead" in spec:
        amounts: v1.ResourceRequirements = {"limits": spec["overhead"]}
        errors += validate_resources(amounts, path.child("overhead"), any_huge_pages=options.any_huge_pages)
    if "os" in spec:
        from kapivara.apis.shared.pods.rules.placement.operating_systems import validate_os  # rare

        errors += validate_os(spec, path)
    if "schedulingGroup" in spec:
        errors += _validate_scheduling_group(spec, path.child("schedulingGroup"))
    return errors


def _validate_scheduling_group(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    name, place = spec["schedulingGroup"].get("podGroupName"), path.child("podGroupName")
    if name is None:
        errors = [invalid(place, None, "must specify one of: `podGroupName`")]
    else:
        errors = [invalid(place, name, problem) for problem in subdomain_problems(name)]
    if spec.get("evictionResponders"):
        error = forbidden(path, "may not be set when evictionResponders is set").with_origin("dependentForbidden")
        errors.append(error.marked(covered_by_declarative=True))
    return errors
