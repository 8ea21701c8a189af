"""Validation rules of volumes of files: hostPath, Secret, ConfigMap, downward API and image volumes.

Upstream: pkg/apis/core/validation/validation.go validateHostPathVolumeSource, validateGitRepoVolumeSource,
validateSecretVolumeSource, validateConfigMapVolumeSource, validateKeyToPath, validateDownwardAPIVolumeSource,
validateImageVolumeSource (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice, validate_present, validate_required_choice
from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.apis.shared.volumes.field_references import validate_file_field, validate_resource_field
from kapivara.apis.shared.volumes.file_paths import (
    is_local_path,
    validate_descending_path,
    validate_local_path,
    validate_mode,
    validate_no_backsteps,
    validate_user,
)
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

PULL_POLICIES: Final = ("Always", "IfNotPresent", "Never")
_HOST_PATH_TYPES: Final = (
    "",
    "BlockDevice",
    "CharDevice",
    "Directory",
    "DirectoryOrCreate",
    "File",
    "FileOrCreate",
    "Socket",
)
_LAST_STICKY_MODE: Final = 0o1777


def validate_empty_dir(source: v1.EmptyDirVolumeSource, path: FieldPath) -> ErrorList:
    """Rejects a negative size limit and invalid permission bits."""
    errors: ErrorList = []
    if "sizeLimit" in source and read_quantity(source["sizeLimit"]).sign < 0:
        errors.append(forbidden(path.child("sizeLimit"), "SizeLimit field must be a valid resource quantity"))
    mode = source.get("mode", 0)
    if not 0 <= mode <= _LAST_STICKY_MODE:
        detail = "must be a number between 0 and 01777 (octal), both inclusive"
        errors.append(invalid(path.child("mode"), mode, detail))
    return errors


def validate_host_path(source: v1.HostPathVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a path without `..` segments and a known type."""
    if not source["path"]:
        return [required(path.child("path"))]
    errors = validate_no_backsteps(source["path"], path.child("path"))
    return errors + validate_choice(source.get("type", ""), path.child("type"), _HOST_PATH_TYPES)


def validate_git_repo(source: v1.GitRepoVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a repository and a descending directory."""
    errors = validate_present(source, path, "repository")
    return errors + validate_descending_path(source.get("directory", ""), path.child("directory"))


def validate_secret(source: v1.SecretVolumeSource, path: FieldPath) -> ErrorList:
    """Requires the name of a Secret and valid files."""
    return validate_present(source, path, "secretName") + _validate_files(source, path)


def validate_config_map(source: v1.ConfigMapVolumeSource, path: FieldPath) -> ErrorList:
    """Requires the name of a ConfigMap and valid files."""
    return validate_present(source, path, "name") + _validate_files(source, path)


def _validate_files(source: v1.SecretVolumeSource | v1.ConfigMapVolumeSource, path: FieldPath) -> ErrorList:
    errors = validate_mode(source.get("defaultMode"), path.child("defaultMode"))
    errors += validate_user(source.get("defaultUser"), path.child("defaultUser"))
    for position, item in enumerate(source.get("items", ())):
        errors += validate_key_to_path(item, path.child("items").index(position))
    return errors


def validate_key_to_path(item: v1.KeyToPath, path: FieldPath) -> ErrorList:
    """Requires a key and a path within the volume."""
    errors = validate_present(item, path, "key", "path")
    if not is_local_path(item["path"]):
        errors += validate_local_path(item["path"], path.child("path"))
    errors += validate_mode(item.get("mode"), path.child("mode"))
    return errors + validate_user(item.get("user"), path.child("user"))


def validate_persistent_volume_claim(source: v1.PersistentVolumeClaimVolumeSource, path: FieldPath) -> ErrorList:
    """Requires the name of a claim."""
    return validate_present(source, path, "claimName")


def validate_downward_api(source: v1.DownwardAPIVolumeSource, path: FieldPath) -> ErrorList:
    """Requires valid files. Kept: errors do not name the index of a file."""
    errors = validate_mode(source.get("defaultMode"), path.child("defaultMode"))
    errors += validate_user(source.get("defaultUser"), path.child("defaultUser"))
    for item in source.get("items", ()):
        errors += validate_downward_api_file(item, path)
    return errors


def validate_downward_api_file(item: v1.DownwardAPIVolumeFile, path: FieldPath) -> ErrorList:
    """Requires a path within the volume, and a pod field or a container resource."""
    errors = validate_present(item, path, "path")
    if not is_local_path(item["path"]):
        errors += validate_local_path(item["path"], path.child("path"))
    if "fieldRef" in item:
        errors += validate_file_field(item["fieldRef"], path.child("fieldRef"))
        if "resourceFieldRef" in item:
            detail = "fieldRef and resourceFieldRef can not be specified simultaneously"
            errors.append(invalid(path, "resource", detail))
    elif "resourceFieldRef" in item:
        errors += validate_resource_field(item["resourceFieldRef"], path.child("resourceFieldRef"), of_volume=True)
    else:
        errors.append(required(path, "one of fieldRef and resourceFieldRef is required"))
    errors += validate_mode(item.get("mode"), path.child("mode"))
    return errors + validate_user(item.get("user"), path.child("user"))


def validate_image(source: v1.ImageVolumeSource, path: FieldPath, *, empty_reference: bool = False) -> ErrorList:
    """Requires an image reference and a known pull policy."""
    errors = [] if empty_reference else validate_present(source, path, "reference")
    return errors + validate_required_choice(source.get("pullPolicy", ""), path.child("pullPolicy"), PULL_POLICIES)
