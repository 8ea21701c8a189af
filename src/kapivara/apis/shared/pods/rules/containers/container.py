"""Validation rules of containers, init containers and ephemeral containers.

Upstream: pkg/apis/core/validation/validation.go validateContainerCommon, validateContainers, validateInitContainers,
validateEphemeralContainers, validateContainersOnlyForPod (1.37).
Upstream: pkg/apis/core/validation/validation.go validateContainerRestartPolicy, validateInitContainerRestartPolicy,
validateResizePolicy (1.37; ContainerRestartRules and RestartAllContainersOnContainerExits on).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.containers.environment import validate_env, validate_env_from
from kapivara.apis.shared.pods.rules.containers.ports import validate_container_ports, validate_host_ports
from kapivara.apis.shared.pods.rules.containers.probes import validate_probes
from kapivara.apis.shared.pods.rules.containers.resources import validate_resources
from kapivara.apis.shared.pods.rules.security.security_contexts import validate_security_context
from kapivara.apis.shared.rules.choices import validate_choice, validate_required_choice
from kapivara.apis.shared.rules.names import label_problems, validate_dns1123_label
from kapivara.apis.shared.volumes.mounts import validate_volume_devices, validate_volume_mounts
from kapivara.apis.shared.volumes.volume_files import PULL_POLICIES
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, not_found, required, too_many
from kapivara.languages.go.white_space import trim_space
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.containers import Container
    from kapivara.apis.shared.pods.rules.pod_spec import PodContext


_POLICIES: Final = ("Always", "Never", "OnFailure")
_ACTIONS: Final = ("Restart", "RestartAllContainers")
_OPERATORS: Final = ("In", "NotIn")
_MOST_RULES: Final = 20
_MOST_EXIT_CODES: Final = 255
_RESIZED: Final = ("cpu", "memory")
_RESIZE_POLICIES: Final = ("NotRequired", "RestartContainer")
_NEEDED: Final = "must specify restartPolicy when restart rules are used"


def validate_restart_policy(container: v1.Container, path: FieldPath) -> ErrorList:
    """Requires a known policy and valid rules for a container."""
    policy, rules = container.get("restartPolicy"), container.get("restartPolicyRules", ())
    errors: ErrorList = []
    if policy is not None:
        errors += validate_choice(policy, path.child("restartPolicy"), _POLICIES)
    elif rules:
        errors.append(required(path.child("restartPolicy"), _NEEDED))
    if len(rules) > _MOST_RULES:
        errors.append(too_many(path.child("restartPolicyRules"), len(rules), _MOST_RULES))
    for position, rule in enumerate(rules):
        errors += _validate_rule(rule, path.child("restartPolicyRules").index(position))
    return errors


def validate_init_restart_policy(container: v1.Container, path: FieldPath) -> ErrorList:
    """Requires a known policy and valid rules for an init container."""
    if "restartPolicy" in container:
        return validate_restart_policy(container, path)
    return [required(path.child("restartPolicy"), _NEEDED)] if container.get("restartPolicyRules") else []


def _validate_rule(rule: v1.ContainerRestartRule, path: FieldPath) -> ErrorList:
    errors = validate_choice(rule.get("action", ""), path.child("action"), _ACTIONS)
    if "exitCodes" not in rule:
        return [*errors, required(path.child("exitCodes"), "must be specified")]
    codes, place = rule["exitCodes"], path.child("exitCodes")
    errors += validate_choice(codes.get("operator", ""), place.child("operator"), _OPERATORS)
    count = len(codes.get("values", ()))
    return errors + ([too_many(place.child("values"), count, _MOST_EXIT_CODES)] if count > _MOST_EXIT_CODES else [])


def validate_resize_policies(
    policies: Iterable[v1.ContainerResizePolicy], path: FieldPath, restart_policy: str
) -> ErrorList:
    """Requires one known policy per resizable resource; pods that never restart allow only NotRequired."""
    errors: ErrorList = []
    seen: set[str] = set()
    for position, each in enumerate(policies):
        name, policy = each["resourceName"], each["restartPolicy"]
        if name in seen:
            errors.append(duplicate(path.index(position), NamedString(name)))
        seen.add(name)
        errors += validate_required_choice(name, path, _RESIZED)
        errors += validate_required_choice(policy, path, _RESIZE_POLICIES)
        if restart_policy == "Never" and policy != "NotRequired":
            detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'"
            errors.append(invalid(path, NamedString(policy), detail))
    return errors


_MESSAGE_POLICIES: Final = ("File", "FallbackToLogsOnError")
_NOT_BEFORE: Final = ("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")
_NOT_ADDED: Final = (
    "ports",
    "resources",
    "resizePolicy",
    "restartPolicy",
    "restartPolicyRules",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "lifecycle",
)


def validate_containers(containers: Sequence[v1.Container] | None, path: FieldPath, pod: PodContext) -> ErrorList:
    """Requires at least one container, valid containers, unique names and no port conflicts."""
    if not containers:
        return [required(path)]
    errors: ErrorList = []
    names: set[str] = set()
    for position, container in enumerate(containers):
        place = path.index(position)
        errors += _validate_container(container, place, pod)
        if container["name"] in names:
            errors.append(duplicate(place.child("name"), container["name"]))
        names.add(container["name"])
        errors += validate_probes(container, place, pod)
        if "restartPolicy" in container or "restartPolicyRules" in container:
            errors += validate_restart_policy(container, place)
    return errors + validate_host_ports(containers, path)


def _validate_container(container: Container, path: FieldPath, pod: PodContext) -> ErrorList:
    """Validates the fields that all containers have: name, image, policies and parts."""
    errors: ErrorList = []
    name = container["name"]
    if not name:
        errors.append(required(path.child("name")))
    elif label_problems(name):
        errors += validate_dns1123_label(name, path.child("name"))
    if not container.get("image"):
        errors.append(required(path.child("image")))
    policy = container.get("terminationMessagePolicy", "")
    if policy not in _MESSAGE_POLICIES:
        errors += validate_required_choice(policy, path.child("terminationMessagePolicy"), _MESSAGE_POLICIES)
    if "ports" in container:
        errors += validate_container_ports(container["ports"], path.child("ports"))
    if "env" in container:
        errors += validate_env(container["env"], path.child("env"))
    if "envFrom" in container:
        errors += validate_env_from(container["envFrom"], path.child("envFrom"))
    if "volumeMounts" in container:
        errors += validate_volume_mounts(container, pod.volumes, path.child("volumeMounts"))
    if "volumeDevices" in container:
        errors += validate_volume_devices(container, pod.volumes, path.child("volumeDevices"))
    return errors + _validate_settings(container, path, pod)


def _validate_settings(container: Container, path: FieldPath, pod: PodContext) -> ErrorList:
    errors: ErrorList = []
    policy, options = container.get("imagePullPolicy", ""), pod.options
    if policy not in PULL_POLICIES:
        errors += validate_required_choice(policy, path.child("imagePullPolicy"), PULL_POLICIES)
    if container["resources"]:
        place, amounts = path.child("resources"), container["resources"]
        errors += validate_resources(amounts, place, pod.claims, any_huge_pages=options.any_huge_pages)
    if "resizePolicy" in container:
        place = path.child("resizePolicy")
        errors += validate_resize_policies(container["resizePolicy"], place, pod.restart_policy)
    if "securityContext" in container:
        errors += validate_security_context(
            container["securityContext"],
            path.child("securityContext"),
            host_users=pod.host_users,
            any_sys_admin=options.sys_admin_without_escalation,
        )
    return errors


def validate_init_containers(
    containers: Sequence[v1.Container], path: FieldPath, pod: PodContext, others: Iterable[v1.Container]
) -> ErrorList:
    """Requires valid init containers with unique names, and probes only for restartable ones.

    Restartable init containers keep running beside the others.
    """
    errors: ErrorList = []
    names = {each["name"] for each in others}
    for position, container in enumerate(containers):
        place, name = path.index(position), container["name"]
        errors += _validate_container(container, place, pod)
        errors += validate_init_restart_policy(container, place)
        if name in names:
            errors.append(duplicate(place.child("name"), name))
        elif name:
            names.add(name)
        errors += validate_host_ports((container,), path)  # kept: errors name the first container
        if container.get("restartPolicy") == "Always":
            errors += validate_probes(container, place, pod)
        else:
            errors += _validate_runs_once(container, place, any_policy=pod.options.restarting_init_containers)
    return errors


def _validate_runs_once(container: v1.Container, path: FieldPath, *, any_policy: bool) -> ErrorList:
    """Rejects fields that only restartable init containers may have."""
    detail = "may not be set for init containers without restartPolicy=Always"
    errors = [forbidden(path.child(field), detail) for field in _NOT_BEFORE if field in container]
    for position, each in enumerate(() if any_policy else container.get("resizePolicy", ())):
        if each["restartPolicy"] == "RestartContainer":
            place = path.child("resizePolicy").index(position).child("restartPolicy")
            detail = "must not be set to 'RestartContainer' for non-sidecar initContainers"
            errors.append(invalid(place, NamedString(each["restartPolicy"]), detail))
    return errors


def validate_ephemeral_containers(spec: v1.PodSpec, path: FieldPath, pod: PodContext) -> ErrorList:
    """Requires valid ephemeral containers with unique names and valid targets."""
    others = {each["name"] for each in (*(spec["containers"] or ()), *spec.get("initContainers", ()))}
    names = set(others)
    errors: ErrorList = []
    for position, container in enumerate(spec["ephemeralContainers"]):
        place, name = path.index(position), container["name"]
        errors += _validate_container(container, place, pod)
        errors += validate_image_of_pod(container, place)
        if name in names:
            errors.append(duplicate(place.child("name"), name))
        names.add(name)
        target = container.get("targetContainerName")
        if target and target not in others:
            errors.append(not_found(place.child("targetContainerName"), target))
        errors += _validate_added(container, place)
    return errors


def _validate_added(container: v1.EphemeralContainer, path: FieldPath) -> ErrorList:
    """Rejects fields that ephemeral containers may not have."""
    detail = "cannot be set for an Ephemeral Container"
    given = (field for field in _NOT_ADDED if field in container and (field != "resources" or container["resources"]))
    errors = [forbidden(path.child(field), detail) for field in given]
    for position, mount in enumerate(container.get("volumeMounts", ())):
        place = path.child("volumeMounts").index(position)
        if mount.get("subPath"):
            errors.append(forbidden(place.child("subPath"), detail))
        if mount.get("subPathExpr"):
            errors.append(forbidden(place.child("subPathExpr"), detail))
    return errors


def validate_images_of_pod(containers: Iterable[v1.Container], path: FieldPath) -> ErrorList:
    """Rejects white space around image names, which templates may have."""
    errors: ErrorList = []
    for position, container in enumerate(containers):
        errors += validate_image_of_pod(container, path.index(position))
    return errors


def validate_image_of_pod(container: Container, path: FieldPath) -> ErrorList:
    """Rejects white space around an image name."""
    image = container.get("image", "")
    if trim_space(image) == image:
        return []
    return [invalid(path.child("image"), image, "must not have leading or trailing whitespace")]
