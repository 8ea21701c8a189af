"""Validation rules of StorageClass and VolumeAttributesClass: driver and immutable parameters.

Upstream: pkg/apis/storage/validation/validation.go ValidateStorageClass, ValidateVolumeAttributesClass;
pkg/apis/core/validation/validation.go ValidateTopologySelectorTerm (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.apis.shared.rules.labels import validate_label_name
from kapivara.apis.shared.rules.names import validate_qualified_name
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, not_supported, required, too_long
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as core_v1
    import kapivara.apis.groups.storage.v1.zz_generated_types as v1

_MOST_PARAMETERS: Final = 512
_LARGEST_PARAMETERS: Final = 256 * 1024
_PARAMETERS: Final = FieldPath.of("parameters")
_TOPOLOGIES: Final = FieldPath.of("allowedTopologies")


def validate_storage_class(new: v1.StorageClass) -> ErrorList:
    """Requires a provisioner, known policies, and unique topologies."""
    errors = _validate_driver(new["provisioner"], FieldPath.of("provisioner"))
    errors += _validate_parameters(new.get("parameters") or {})
    policy, mode = new.get("reclaimPolicy"), new.get("volumeBindingMode")
    if policy and policy not in ("Delete", "Retain"):
        errors.append(not_supported(FieldPath.of("reclaimPolicy"), NamedString(policy), ("Delete", "Retain")))
    modes = ("Immediate", "WaitForFirstConsumer")
    if mode is None:
        errors.append(required(FieldPath.of("volumeBindingMode")))
    elif mode not in modes:
        errors.append(not_supported(FieldPath.of("volumeBindingMode"), NamedString(mode), modes))
    return errors + _validate_topologies(new.get("allowedTopologies") or ())


def validate_same_storage_class(new: v1.StorageClass, old: v1.StorageClass) -> ErrorList:
    """Rejects changes to parameters, provisioner, reclaim policy and binding mode."""
    now, before = dict[str, Any](new), dict[str, Any](old)
    errors: ErrorList = []
    for field in ("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"):
        value = now.get(field)
        if (value or None) != (before.get(field) or None):
            shown = NamedString(value) if isinstance(value, str) and field != "provisioner" else value
            changed = invalid(FieldPath.of(field), shown, IMMUTABLE).with_origin("immutable")
            errors.append(changed.marked(covered_by_declarative=True))
    return errors


def validate_attributes_class(new: v1.VolumeAttributesClass) -> ErrorList:
    """Requires a driver and parameters."""
    parameters = new.get("parameters") or {}
    errors = _validate_driver(new["driverName"], FieldPath.of("driverName")) + _validate_parameters(parameters)
    return errors if parameters else [*errors, required(_PARAMETERS, "must contain at least one key/value pair")]


def validate_same_attributes(new: v1.VolumeAttributesClass, old: v1.VolumeAttributesClass) -> ErrorList:
    """Rejects a changed driver and changed parameters."""
    errors: ErrorList = []
    if new["driverName"] != old["driverName"]:
        errors.append(forbidden(FieldPath.of("driverName"), "updates to driverName are forbidden."))
    if new.get("parameters") != old.get("parameters"):
        errors.append(forbidden(_PARAMETERS, "updates to parameters are forbidden."))
    return errors


def _validate_driver(name: str, path: FieldPath) -> ErrorList:
    if not name:
        return [required(path).marked(covered_by_declarative=True)]
    return validate_qualified_name(name.lower(), path)


def _validate_parameters(parameters: Mapping[str, str]) -> ErrorList:
    if len(parameters) > _MOST_PARAMETERS:
        return [too_long(_PARAMETERS, _MOST_PARAMETERS)]
    errors: ErrorList = []
    if "" in parameters:
        errors.append(invalid(_PARAMETERS, "", "field can not be empty."))
    if sum(byte_length(key) + byte_length(value) for key, value in parameters.items()) > _LARGEST_PARAMETERS:
        errors.append(too_long(_PARAMETERS, _LARGEST_PARAMETERS))
    return errors


def _validate_topologies(terms: Sequence[core_v1.TopologySelectorTerm]) -> ErrorList:
    """Requires valid, unique keys and values, and unique terms.

    Kept: an empty term counts as a duplicate. The server creates an error for each earlier equal term, and returns only
    the first.
    """
    errors: ErrorList = []
    seen: set[frozenset[tuple[str, frozenset[str]]]] = {frozenset()}
    for position, term in enumerate(terms):
        path = _TOPOLOGIES.index(position).child("matchLabelExpressions")
        read: dict[str, frozenset[str]] = {}
        for place, each in enumerate(term.get("matchLabelExpressions") or ()):
            errors += _validate_topology(each, path.index(place))
            if each["key"] in read:
                errors.append(duplicate(path.index(place).child("key"), each["key"]))
            read[each["key"]] = frozenset(each.get("values") or ())
        found = frozenset(read.items())
        if found in seen:
            errors.append(duplicate(path, ""))
        seen.add(found)
    return errors


def _validate_topology(requirement: core_v1.TopologySelectorLabelRequirement, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    values = requirement.get("values") or ()
    if not values:
        errors.append(required(path.child("values")))
    seen: set[str] = set()
    for position, value in enumerate(values):
        place = path.child("values").index(position)
        if value in seen:
            errors.append(duplicate(place, value))
        seen.add(value)
    return errors + validate_label_name(requirement["key"], path.child("key"))
