"""Validation rules of environment variables and their sources.

Upstream: pkg/apis/core/validation/validation.go ValidateEnv, ValidateEnvFrom, validateEnvVarValueFrom,
validateConfigMapKeySelector, validateSecretKeySelector, validateFileKeySelector, validateFileKeyRefVolumes;
apimachinery/pkg/util/validation/validation.go IsRelaxedEnvVarName (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.containers import containers_with_paths
from kapivara.apis.shared.rules.names import config_key_problems, subdomain_problems, validate_dns1123_label
from kapivara.apis.shared.volumes.field_references import validate_resource_field, validate_variable_field
from kapivara.apis.shared.volumes.file_paths import validate_no_backsteps
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, invalid, not_found, required
from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_NAME: Final = lazy_pattern("[ -<>-~]*")
_BAD_NAME: Final = "a valid environment variable name must consist only of printable ASCII characters other than '='"
_ONE_OF: Final = (
    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
)
_ONLY_ONE: Final = "may not have more than one field specified at a time"


@cache_short_texts(2048)
def is_variable_name(name: str) -> bool:
    """Returns True if a text is a valid variable name."""
    return _NAME.fullmatch(name) is not None


def _validate_name(name: str, path: FieldPath) -> ErrorList:
    return [] if is_variable_name(name) else [invalid(path, name, _BAD_NAME)]


def validate_env(variables: Iterable[v1.EnvVar], path: FieldPath) -> ErrorList:
    """Requires variables with valid names, and at most one source each."""
    errors: ErrorList = []
    for position, variable in enumerate(variables):
        name = variable["name"]
        if not name:
            errors.append(required(path.index(position).child("name")))
        elif not is_variable_name(name):
            errors += _validate_name(name, path.index(position).child("name"))
        if "valueFrom" in variable:
            errors += validate_value_from(variable, path.index(position).child("valueFrom"))
    return errors


def validate_value_from(variable: v1.EnvVar, path: FieldPath) -> ErrorList:
    """Requires one valid source of a variable without a value."""
    source = variable["valueFrom"]
    errors: ErrorList = []
    if "fieldRef" in source:
        errors += validate_variable_field(source["fieldRef"], path.child("fieldRef"))
    if "resourceFieldRef" in source:
        errors += validate_resource_field(source["resourceFieldRef"], path.child("resourceFieldRef"), of_volume=False)
    if "configMapKeyRef" in source:
        errors += _validate_key(source["configMapKeyRef"], path.child("configMapKeyRef"))
    if "secretKeyRef" in source:
        errors += _validate_key(source["secretKeyRef"], path.child("secretKeyRef"))
    if "fileKeyRef" in source:
        errors += _validate_file_key(source["fileKeyRef"], path.child("fileKeyRef"))
    if not source:
        errors.append(invalid(path, "", _ONE_OF))
    elif variable.get("value"):
        errors.append(invalid(path, "", "may not be specified when `value` is not empty"))
    elif len(source) > 1:
        errors.append(invalid(path, "", _ONLY_ONE))
    return errors


def _validate_key(selector: v1.ConfigMapKeySelector | v1.SecretKeySelector, path: FieldPath) -> ErrorList:
    """Requires the name of a ConfigMap or Secret, and a valid key."""
    name, key = selector.get("name", ""), selector["key"]
    errors: ErrorList = []
    if problems := subdomain_problems(name):
        errors += [invalid(path.child("name"), name, problem) for problem in problems]
    if not key:
        errors.append(required(path.child("key")))
    elif problems := config_key_problems(key):
        errors += [invalid(path.child("key"), key, problem) for problem in problems]
    return errors


def _validate_file_key(selector: v1.FileKeySelector, path: FieldPath) -> ErrorList:
    """Requires a key, and a file of a volume."""
    errors: ErrorList = []
    if not selector["key"]:
        errors.append(required(path.child("key")))
    else:
        errors += _validate_name(selector["key"], path.child("key"))
    if not selector["volumeName"]:
        errors.append(required(path.child("volumeName")))
    else:
        errors += validate_dns1123_label(selector["volumeName"], path.child("volumeName"))
    if not selector["path"]:
        errors.append(required(path.child("path")))
    return errors + validate_no_backsteps(selector["path"], path.child("path"))


def validate_env_from(sources: Sequence[v1.EnvFromSource], path: FieldPath) -> ErrorList:
    """Requires exactly one ConfigMap or Secret for each bulk source of variables."""
    errors: ErrorList = []
    for position, source in enumerate(sources):
        if prefix := source.get("prefix"):
            errors += _validate_name(prefix, path.index(position).child("prefix"))
        config_map, secret = source.get("configMapRef"), source.get("secretRef")
        if config_map is not None:
            errors += _validate_source_name(config_map.get("name", ""), path.index(position).child("configMapRef"))
        if secret is not None:
            errors += _validate_source_name(secret.get("name", ""), path.index(position).child("secretRef"))
        if config_map is None and secret is None:
            errors.append(invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"))
        elif config_map is not None and secret is not None:
            errors.append(invalid(path, "", _ONLY_ONE))
    return errors


def _validate_source_name(name: str, path: FieldPath) -> ErrorList:
    """Requires the name of a ConfigMap or Secret. Kept: it may end with a dash, as a name prefix may."""
    if not name:
        return [required(path.child("name"))]
    return [invalid(path.child("name"), name, problem) for problem in name_is_dns_subdomain(name, True)]


def validate_file_keys(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Requires that the files of variables are in emptyDir volumes."""
    errors: ErrorList = []
    volumes: dict[str, v1.Volume] | None = None
    for container, place in containers_with_paths(spec, path):
        for position, variable in enumerate(container.get("env", ())):
            if "fileKeyRef" not in variable.get("valueFrom", ()):
                continue
            if volumes is None:
                volumes = {each["name"]: each for each in spec.get("volumes", ())}
            name = variable["valueFrom"]["fileKeyRef"]["volumeName"]
            where = place.child("env").index(position).child("valueFrom", "fileKeyRef", "volumeName")
            if name not in volumes:
                errors.append(not_found(where, name))
            elif "emptyDir" not in volumes[name]:
                errors.append(invalid(where, name, "referenced volume must be of type emptyDir"))
    return errors
