"""Validation rules of the seccomp and AppArmor annotations, alone and against the fields.

Upstream: pkg/apis/core/validation/validation.go ValidateSeccompPodAnnotations, ValidateAppArmorPodAnnotations,
validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.containers import all_containers, containers_with_paths
from kapivara.apis.shared.pods.warnings.app_armor import ANNOTATION_PREFIX as APP_ARMOR
from kapivara.apis.shared.pods.warnings.server_annotations import may_mean_something
from kapivara.apis.shared.volumes.file_paths import validate_descending_path
from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

SECCOMP_POD: Final = "seccomp.security.alpha.kubernetes.io/pod"
SECCOMP_CONTAINER: Final = "container.seccomp.security.alpha.kubernetes.io/"
_LOCALHOST: Final = "localhost/"
_RUNTIME_DEFAULT: Final = "runtime/default"
_OF_PROFILES: Final = (SECCOMP_POD, SECCOMP_CONTAINER, APP_ARMOR)
_SECCOMP: Final = {"Unconfined": ("unconfined",), "RuntimeDefault": (_RUNTIME_DEFAULT, "docker/default")}
_SECCOMP_VALUES: Final = frozenset(text for texts in _SECCOMP.values() for text in texts)
_APP_ARMOR: Final = {"Unconfined": ("unconfined",), "RuntimeDefault": (_RUNTIME_DEFAULT,)}
_APP_ARMOR_VALUES: Final = frozenset(("", "unconfined", _RUNTIME_DEFAULT))


def validate_seccomp_annotations(annotations: Mapping[str, str], path: FieldPath) -> ErrorList:
    """Requires seccomp annotations with valid profiles."""
    errors: ErrorList = []
    if SECCOMP_POD in annotations:
        errors += _validate_seccomp(annotations[SECCOMP_POD], path.child(SECCOMP_POD))
    for key, text in annotations.items():
        if key.startswith(SECCOMP_CONTAINER):
            errors += _validate_seccomp(text, path.child(key))
    return errors


def _validate_seccomp(text: str, path: FieldPath) -> ErrorList:
    if text in _SECCOMP_VALUES:
        return []
    if text.startswith(_LOCALHOST):
        return validate_descending_path(text.removeprefix(_LOCALHOST), path)
    return [invalid(path, text, "must be a valid seccomp profile")]


def validate_app_armor_annotations(annotations: Mapping[str, str], spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Requires AppArmor annotations of existing containers with valid profiles."""
    found = [key for key in annotations if key.startswith(APP_ARMOR)]
    if not found:
        return []
    names = {each["name"] for each in all_containers(spec)}
    errors: ErrorList = []
    for key in found:
        name, text = key.removeprefix(APP_ARMOR), annotations[key]
        if name not in names:
            errors.append(invalid(path.key(key), name, "container not found"))
        if text not in _APP_ARMOR_VALUES and not text.startswith(_LOCALHOST):
            errors.append(invalid(path.key(key), text, f"invalid AppArmor profile name: {quote(text)}"))
    return errors


def validate_profiles_match(metadata: ObjectMeta, spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Requires that profile annotations of a new pod or template equal the corresponding fields."""
    annotations = metadata.get("annotations")
    if not annotations or not may_mean_something(annotations):
        return []
    if not any(key.startswith(_OF_PROFILES) for key in annotations):
        return []
    return _match_seccomp(annotations, spec, path) + _match_app_armor(annotations, spec, path)


def _match_seccomp(annotations: Mapping[str, str], spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    profile = spec.get("securityContext", {}).get("seccompProfile")
    if profile is not None and SECCOMP_POD in annotations:
        place = path.child("securityContext", "seccompProfile")
        errors += _matched(annotations[SECCOMP_POD], profile, "seccomp", place)
    for container, where in containers_with_paths(spec, path):
        own = container.get("securityContext", {}).get("seccompProfile")
        text = annotations.get(SECCOMP_CONTAINER + container["name"])
        if own is not None and text is not None:
            errors += _matched(text, own, "seccomp", where.child("securityContext", "seccompProfile"))
    return errors


def _match_app_armor(annotations: Mapping[str, str], spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    if spec.get("os", {}).get("name") == "windows":
        return []
    errors: ErrorList = []
    of_pod = spec.get("securityContext", {}).get("appArmorProfile")
    for container, where in containers_with_paths(spec, path):
        profile = container.get("securityContext", {}).get("appArmorProfile", of_pod)
        text = annotations.get(APP_ARMOR + container["name"])
        if profile is not None and text is not None:
            errors += _matched(text, profile, "apparmor", where.child("securityContext", "appArmorProfile"))
    return errors


def _matched(text: str, profile: v1.SeccompProfile | v1.AppArmorProfile, what: str, path: FieldPath) -> ErrorList:
    kind = profile["type"]
    values = (_SECCOMP if what == "seccomp" else _APP_ARMOR).get(kind)
    if values is not None:
        same = text in values
    elif kind == "Localhost":
        same = text.startswith(_LOCALHOST)
        if same and text.removeprefix(_LOCALHOST) != profile.get("localhostProfile"):
            return [forbidden(path.child("localhostProfile"), f"{what} profile in annotation and field must match")]
    else:
        return []
    return [] if same else [forbidden(path.child("type"), f"{what} type in annotation and field must match")]
