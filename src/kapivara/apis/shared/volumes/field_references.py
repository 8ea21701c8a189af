"""Validation rules of references to pod fields and container resources.

Upstream: pkg/apis/core/validation/validation.go validateObjectFieldSelector, validateContainerResourceFieldSelector,
validateContainerResourceDivisor; pkg/apis/core/pods/helpers.go ConvertDownwardAPIFieldLabel; pkg/fieldpath/fieldpath.go
SplitMaybeSubscriptedPath (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.names import validate_qualified_name
from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_OF_FILES: Final = ("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid")
_OF_VARIABLES: Final = (
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
)
_OF_PODS: Final = frozenset((*_OF_FILES, *_OF_VARIABLES, "spec.restartPolicy", "spec.schedulerName", "status.phase"))
_OLD_NAMES: Final = {"spec.host": "spec.nodeName"}
_WITH_KEYS: Final = ("metadata.annotations", "metadata.labels")
_RESOURCES: Final = (
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
)
_HUGE_PAGES: Final = ("requests.hugepages-", "limits.hugepages-")
_CPU_DIVISORS: Final = ("1m", "1")
_BYTE_DIVISORS: Final = ("1", *(f"1{unit}" for unit in "kMGTPE"), *(f"1{unit}i" for unit in "KMGTPE"))
_BYTES: Final = {"memory": "memory", "ephemeral-storage": "local ephemeral storage"}


def validate_variable_field(selector: v1.ObjectFieldSelector, path: FieldPath) -> ErrorList:
    """Requires a pod field that a variable can refer to."""
    return _validate_field(selector, path, _OF_VARIABLES)


def validate_file_field(selector: v1.ObjectFieldSelector, path: FieldPath) -> ErrorList:
    """Requires a pod field that a file can refer to."""
    return _validate_field(selector, path, _OF_FILES)


def _validate_field(selector: v1.ObjectFieldSelector, path: FieldPath, known: tuple[str, ...]) -> ErrorList:
    version, label = selector.get("apiVersion"), selector["fieldPath"]
    if version == "v1" and label in known:
        return []
    if not version:
        return [required(path.child("apiVersion"))]
    if not label:
        return [required(path.child("fieldPath"))]
    name, key = _split(label)
    problem = _conversion_problem(version, label, name, key)
    if problem:
        return [invalid(path.child("fieldPath"), label, f"error converting fieldPath: {problem}")]
    if key is not None:
        return validate_qualified_name(key.lower() if name == "metadata.annotations" else key, path)
    name = _OLD_NAMES.get(name, name)
    return [] if name in known else [not_supported(path.child("fieldPath"), name, known)]


def _conversion_problem(version: str, label: str, name: str, key: str | None) -> str:
    if version != "v1":
        return f"unsupported pod version: {version}"
    if key is not None:
        return "" if name in _WITH_KEYS else f"field label does not support subscript: {label}"
    return "" if name in _OF_PODS or name in _OLD_NAMES else f"field label not supported: {label}"


def _split(label: str) -> tuple[str, str | None]:
    """Splits `metadata.labels['key']` into field and key; the key is None in any other text."""
    name, bracket, key = label.removesuffix("']").partition("['")
    return (name, key) if name and bracket and label.endswith("']") else (label, None)


def validate_resource_field(selector: v1.ResourceFieldSelector, path: FieldPath, *, of_volume: bool) -> ErrorList:
    """Requires a container resource and a matching divisor; files must name the container."""
    errors: ErrorList = []
    resource = selector["resource"]
    if of_volume and not selector.get("containerName"):
        errors.append(required(path.child("containerName")))
    elif not resource:
        errors.append(required(path.child("resource")))
    elif resource not in _RESOURCES and not resource.startswith(_HUGE_PAGES):
        errors.append(not_supported(path.child("resource"), resource, _RESOURCES))
    return errors + _validate_divisor(resource, selector["divisor"], path)


def _validate_divisor(resource: str, divisor: str, path: FieldPath) -> ErrorList:
    if not read_quantity(divisor).sign:
        return []
    unit = resource.partition(".")[2] if resource in _RESOURCES else ""
    if unit == "cpu":
        if divisor in _CPU_DIVISORS:
            return []
        values, what = "1m and 1", "cpu"
    elif unit or resource.startswith(_HUGE_PAGES):
        if divisor in _BYTE_DIVISORS:
            return []
        values, what = ", ".join(_BYTE_DIVISORS), _BYTES.get(unit, "hugepages")
    else:
        return []
    detail = f"only divisor's values {values} are supported with the {what} resource"
    return [invalid(path.child("divisor"), resource, detail)]
