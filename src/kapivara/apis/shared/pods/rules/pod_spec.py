"""Validation rules of pod specs: calls the rules of all parts in the server's order.

Most pods have few of the many fields; rules of rare fields are imported on demand.
Upstream: pkg/apis/core/validation/validation.go ValidatePodSpec (1.37).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.containers.container import (
    validate_containers,
    validate_ephemeral_containers,
    validate_init_containers,
)
from kapivara.apis.shared.pods.rules.containers.environment import validate_file_keys
from kapivara.apis.shared.pods.rules.containers.ports import validate_ports_of_host_network
from kapivara.apis.shared.pods.rules.options import NEW_POD, NEW_TEMPLATE, PodOptions
from kapivara.apis.shared.pods.rules.placement.names import validate_pod_names
from kapivara.apis.shared.pods.rules.placement.placement import validate_placement
from kapivara.apis.shared.pods.rules.quick.containers import are_plain
from kapivara.apis.shared.pods.rules.quick.placement import is_plainly_placed
from kapivara.apis.shared.pods.rules.quick.volumes import plain_volumes
from kapivara.apis.shared.pods.rules.security.security_contexts import validate_pod_security_context
from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.labels import validate_label_map
from kapivara.apis.shared.volumes.pod_volumes import Volumes, validate_volumes
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.field.path import NOWHERE
from kapivara.values.record import record

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta


@record
class PodContext:
    """A pod or pod template, as the rules of its containers see it."""

    volumes: Volumes
    """The volumes that can be mounted."""
    claims: Collection[str]
    """The names of the pod's resource claims."""
    grace_seconds: int | None
    restart_policy: str
    host_users: bool
    """True if containers use the users of the node."""
    os: str | None
    """The operating system, or None if the pod does not name it."""
    options: PodOptions


_RESTART_POLICIES: Final = ("Always", "OnFailure", "Never")
_DNS_POLICIES: Final = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")


def validate_pod_spec(
    spec: v1.PodSpec, path: FieldPath, options: PodOptions, metadata: ObjectMeta | None = None
) -> ErrorList:
    """Validates the spec of a pod, with its metadata, or of a pod template.

    Hot: nearly all specs pass without options, which is found out without building paths.
    """
    found = _validate(spec, NOWHERE, NEW_POD if options.is_pod else NEW_TEMPLATE, metadata)
    return _validate(spec, path, options, metadata) if found and path is not NOWHERE else found


def _validate(spec: v1.PodSpec, path: FieldPath, options: PodOptions, metadata: ObjectMeta | None) -> ErrorList:
    errors: ErrorList = []
    if "terminationGracePeriodSeconds" not in spec:
        errors.append(required(path.child("terminationGracePeriodSeconds")))
    volumes = plain_volumes(spec.get("volumes", ()))
    if volumes is None:
        name = metadata.get("name", "") if metadata else ""
        volumes, found = validate_volumes(spec["volumes"], path.child("volumes"), options, name)
        errors += found
    claims = {each["name"] for each in spec.get("resourceClaims", ()) if each["name"]}
    if "resourceClaims" in spec:
        from kapivara.apis.shared.pods.rules.pod_claims import validate_pod_claims  # rare

        annotations = metadata.get("annotations", {}) if metadata else {}
        errors += validate_pod_claims(spec["resourceClaims"], path.child("resourceClaims"), annotations)
    has_plain_containers = are_plain(spec, volumes)
    if not has_plain_containers:
        errors += _validate_containers(spec, path, volumes, claims=claims, options=options)
    errors += _validate_policies(spec, path, options)
    if not has_plain_containers or not is_plainly_placed(spec):
        errors += validate_placement(spec, path, options)
        errors += validate_pod_names(spec, path, options)
    return errors if has_plain_containers else errors + validate_file_keys(spec, path)


def _validate_containers(
    spec: v1.PodSpec, path: FieldPath, volumes: Volumes, *, claims: Collection[str], options: PodOptions
) -> ErrorList:
    containers = spec["containers"]
    pod = PodContext(
        volumes=volumes,
        claims=claims,
        grace_seconds=spec.get("terminationGracePeriodSeconds"),
        restart_policy=spec.get("restartPolicy", ""),
        host_users=spec.get("hostUsers", True),
        os=spec["os"]["name"] if "os" in spec else None,
        options=options,
    )
    errors = validate_containers(containers, path.child("containers"), pod)
    if "initContainers" in spec:
        place = path.child("initContainers")
        errors += validate_init_containers(spec["initContainers"], place, pod, containers or ())
    if "ephemeralContainers" in spec:
        errors += validate_ephemeral_containers(spec, path.child("ephemeralContainers"), pod)
    if "resources" in spec:
        from kapivara.apis.shared.pods.rules.pod_resources import validate_pod_resources  # rare

        place, any_huge_pages = path.child("resources"), pod.options.any_huge_pages
        errors += validate_pod_resources(spec, place, pod.claims, any_huge_pages=any_huge_pages)
    if spec.get("hostNetwork"):
        errors += validate_ports_of_host_network(spec, path, is_pod=pod.options.is_pod)
    return errors


def _validate_policies(spec: v1.PodSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Requires known policies, valid node labels, and a valid security context."""
    errors: ErrorList = []
    restart, dns = spec.get("restartPolicy", ""), spec.get("dnsPolicy", "")
    if restart not in _RESTART_POLICIES:
        errors += validate_required_choice(restart, path.child("restartPolicy"), _RESTART_POLICIES)
    if dns not in _DNS_POLICIES:
        errors += validate_required_choice(dns, path.child("dnsPolicy"), _DNS_POLICIES)
    if "nodeSelector" in spec:
        errors += validate_label_map(spec["nodeSelector"], path.child("nodeSelector"))
    if spec.get("securityContext"):
        errors += validate_pod_security_context(spec, path.child("securityContext"), options)
    if spec.get("shareProcessNamespace") and spec.get("hostPID"):
        detail = "ShareProcessNamespace and HostPID cannot both be enabled"
        errors.append(invalid(path.child("shareProcessNamespace"), True, detail))
    return errors
