"""Validation rules of volume mounts and volume devices.

Upstream: pkg/apis/core/validation/validation.go ValidateVolumeMounts, ValidateVolumeDevices, validateMountPropagation,
validateMountRecursiveReadOnly, validateBindMountOptions (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.volumes.file_paths import has_backsteps, validate_descending_path
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, not_found, not_supported, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.containers import Container
    from kapivara.apis.shared.volumes.pod_volumes import Volumes

_PROPAGATION: Final = ("Bidirectional", "HostToContainer", "None")
_RECURSIVE: Final = ("Disabled", "Enabled", "IfPossible")
_BIND_OPTIONS: Final = ("nodev", "noexec", "nosuid")


def validate_volume_mounts(container: Container, volumes: Volumes, path: FieldPath) -> ErrorList:
    """Requires mounts of existing volumes with unique paths, and no volume that is also a device."""
    errors: ErrorList = []
    paths: set[str] = set()
    devices = {each["name"]: each["devicePath"] for each in container.get("volumeDevices", ())}
    device_paths = set(devices.values())
    for position, mount in enumerate(container.get("volumeMounts", ())):
        name, where = mount["name"], mount["mountPath"]
        if name not in volumes:
            place = path.index(position).child("name")
            errors += ([] if name else [required(place)]) + [not_found(place, name)]
        if not where:
            errors.append(required(path.index(position).child("mountPath")))
        if where in paths:
            errors.append(invalid(path.index(position).child("mountPath"), where, "must be unique"))
        paths.add(where)
        if name in devices:
            detail = "must not already exist in volumeDevices"
            errors.append(invalid(path.index(position).child("name"), name, detail))
        if where in device_paths:
            detail = "must not already exist as a path in volumeDevices"
            errors.append(invalid(path.index(position).child("mountPath"), where, detail))
        if mount.keys() - _PLAIN:
            errors += _validate_details(mount, container, path, position)
            errors += _validate_bind_options(mount, volumes, path.index(position).child("bindMountOptions"))
    return errors


_PLAIN: Final = frozenset(("mountPath", "name", "readOnly"))


def _validate_details(mount: v1.VolumeMount, container: Container, path: FieldPath, position: int) -> ErrorList:
    """Validates fields that few mounts have. Kept: errors do not name the index of the mount."""
    errors: ErrorList = []
    inside, expression = mount.get("subPath"), mount.get("subPathExpr")
    if inside:
        errors += validate_descending_path(inside, path.child("subPath"))
    if expression:
        if inside:
            detail = "subPathExpr and subPath are mutually exclusive"
            errors.append(invalid(path.index(position).child("subPathExpr"), expression, detail))
        errors += validate_descending_path(expression, path.child("subPathExpr"))
    if "mountPropagation" in mount:
        errors += _validate_propagation(mount["mountPropagation"], container, path.child("mountPropagation"))
    return errors + _validate_recursive(mount, path.child("recursiveReadOnly"))


def _validate_propagation(mode: str, container: Container, path: FieldPath) -> ErrorList:
    errors = validate_choice(mode, path, _PROPAGATION)
    if mode == "Bidirectional" and not container.get("securityContext", {}).get("privileged"):
        detail = "Bidirectional mount propagation is available only to privileged containers"
        errors.append(forbidden(path, detail))
    return errors


def _validate_recursive(mount: v1.VolumeMount, path: FieldPath) -> ErrorList:
    mode = mount.get("recursiveReadOnly", "Disabled")
    if mode == "Disabled" or mode not in _RECURSIVE:
        return validate_choice(mode, path, _RECURSIVE)
    errors: ErrorList = []
    if not mount.get("readOnly"):
        errors.append(forbidden(path, "may only be specified when readOnly is true"))
    if mount.get("mountPropagation", "None") != "None":
        errors.append(forbidden(path, "may only be specified when mountPropagation is None or not specified"))
    return errors


def _validate_bind_options(mount: v1.VolumeMount, volumes: Volumes, path: FieldPath) -> ErrorList:
    options = mount.get("bindMountOptions")
    if not options:
        return []
    errors: ErrorList = []
    seen: set[str] = set()
    for position, option in enumerate(options):
        if option not in _BIND_OPTIONS:
            errors.append(not_supported(path.index(position), option, _BIND_OPTIONS))
        if option in seen:
            errors.append(duplicate(path.index(position), option))
        seen.add(option)
    if "image" in volumes.get(mount["name"], ()):
        errors.append(invalid(path, options, "bindMountOptions may not be used with image volumes"))
    return errors


def validate_volume_devices(container: Container, volumes: Volumes, path: FieldPath) -> ErrorList:
    """Requires devices of persistent claims with unique paths, and no volume that is also mounted."""
    errors: ErrorList = []
    names: set[str] = set()
    paths: set[str] = set()
    mounts = {each["name"]: each["mountPath"] for each in container.get("volumeMounts", ())}
    mount_paths = set(mounts.values())
    for position, device in enumerate(container.get("volumeDevices", ())):
        place, name, where = path.index(position), device["name"], device["devicePath"]
        errors += _validate_device_name(name, volumes, place.child("name"), is_known=name in names)
        if not where:
            errors.append(required(place.child("devicePath")))
        if where in paths:
            errors.append(invalid(place.child("devicePath"), where, "must be unique"))
        if has_backsteps(where):
            errors.append(invalid(place.child("devicePath"), where, "can not contain backsteps ('..')"))
        else:
            paths.add(where)
        if name in mounts:
            errors.append(invalid(place.child("name"), name, "must not already exist in volumeMounts"))
        if where in mount_paths:
            detail = "must not already exist as a path in volumeMounts"
            errors.append(invalid(place.child("devicePath"), where, detail))
        if name:
            names.add(name)
    return errors


def _validate_device_name(name: str, volumes: Volumes, path: FieldPath, *, is_known: bool) -> ErrorList:
    errors: ErrorList = [] if name else [required(path)]
    if is_known:
        errors.append(invalid(path, name, "must be unique"))
    volume = volumes.get(name)
    if volume is None:
        errors.append(not_found(path, name))
    elif "persistentVolumeClaim" not in volume and "ephemeral" not in volume:
        detail = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
        errors.append(invalid(path, name, detail))
    return errors
