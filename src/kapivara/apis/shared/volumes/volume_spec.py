"""Validation rules of a volume's spec: capacity, access modes, node affinity and source.

Upstream: pkg/apis/core/validation/validation.go ValidatePersistentVolumeSpec (1.37).
Upstream: pkg/apis/core/validation/validation.go ValidatePersistentVolumeSpec, validateISCSIPersistentVolumeSource,
validateGlusterfsPersistentVolumeSource, validateCinderPersistentVolumeSource, validateAzureFilePV,
validateLocalVolumeSource, validateStorageOSPersistentVolumeSource, validateCSIPersistentVolumeSource (1.37).
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.shared.rules.choices import validate_choice, validate_present
from kapivara.apis.shared.rules.names import (
    label_problems,
    subdomain_problems,
    validate_csi_driver_name,
    validate_dns1123_label,
    validate_dns1123_subdomain,
)
from kapivara.apis.shared.rules.node_selectors import validate_node_selector
from kapivara.apis.shared.rules.quantities import validate_basic_quantity, validate_positive_quantity
from kapivara.apis.shared.volumes.claim_spec import VOLUME_MODES, validate_access_modes
from kapivara.apis.shared.volumes.file_paths import validate_no_backsteps
from kapivara.apis.shared.volumes.storage_systems import (
    validate_aws_elastic_block_store,
    validate_azure_disk,
    validate_azure_file,
    validate_cephfs,
    validate_cinder,
    validate_fc,
    validate_flex_volume,
    validate_flocker,
    validate_gce_persistent_disk,
    validate_glusterfs,
    validate_iscsi_access,
    validate_iscsi_name,
    validate_nfs,
    validate_photon_persistent_disk,
    validate_portworx_volume,
    validate_quobyte,
    validate_rbd,
    validate_scale_io,
    validate_storageos,
    validate_vsphere_volume,
)
from kapivara.apis.shared.volumes.volume_files import validate_host_path
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1


_LONGEST_INITIATOR: Final = 64
_SECRETS: Final = (
    "controllerPublishSecretRef",
    "controllerExpandSecretRef",
    "nodePublishSecretRef",
    "nodeExpandSecretRef",
)
_CHECKED_AT: Final = {"gcePersistentDisk": "persistentDisk"}
_CLASH_AT: Final = {"cephfs": "cephFS"}
"""Kept: some field names in messages are misspelled."""


def validate_source(spec: v1.PersistentVolumeSpec, path: FieldPath, volume_name: str) -> ErrorList:
    """Requires exactly one valid source. Kept: a flexVolume is never reported as a second source."""
    given = [source for source in _SOURCES if source in spec]
    if not given:
        return [required(path, "must specify a volume type")]
    values = cast("Mapping[str, Any]", spec)
    errors: ErrorList = []
    for position, source in enumerate(given):
        if position and source != "flexVolume":
            where = path.child(_CLASH_AT.get(source, source))
            errors.append(forbidden(where, "may not specify more than 1 volume type"))
            continue
        place = path.child(_CHECKED_AT.get(source, source))
        if source == "iscsi":
            errors += _validate_iscsi(spec["iscsi"], place, volume_name)
            continue
        errors += _SOURCES[source](values[source], place)
        if source == "local" and "nodeAffinity" not in spec:
            errors.append(required(path.child("nodeAffinity"), "Local volume requires node affinity"))
    return errors


def _validate_iscsi(source: v1.ISCSIPersistentVolumeSource, path: FieldPath, volume_name: str = "") -> ErrorList:
    """Requires a target, its portal, a LUN within bounds, and a secret for CHAP authentication."""
    portal = source["targetPortal"]
    errors = validate_present(source, path, "targetPortal")
    length = byte_length(volume_name) + 1 + byte_length(portal)
    if "initiatorName" in source and length > _LONGEST_INITIATOR:
        detail = (
            "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters "
            "if iscsi.initiatorName is specified."
        )
        errors.append(invalid(path.child("targetportal"), portal, detail))
    errors += validate_present(source, path, "iqn")
    if source["iqn"]:
        errors += validate_iscsi_name(source["iqn"], path.child("iqn"))
    errors += validate_iscsi_access(source, path)
    if "secretRef" in source:
        errors += validate_present(source["secretRef"], path.child("secretRef"), "name")
    if "initiatorName" in source:
        errors += validate_iscsi_name(source["initiatorName"], path.child("initiatorname"))
    return errors


def _validate_glusterfs(source: v1.GlusterfsPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires endpoints and a path, and a valid namespace if it is set."""
    errors = validate_glusterfs(source, path)
    namespace, place = source.get("endpointsNamespace"), path.child("endpointsNamespace")
    if namespace == "":
        detail = "if the endpointnamespace is set, it must be a valid namespace name"
        return [*errors, invalid(place, namespace, detail)]
    if namespace is not None:
        errors += [invalid(place, namespace, problem) for problem in label_problems(namespace)]
    return errors


def _validate_cinder(source: v1.CinderPersistentVolumeSource, path: FieldPath) -> ErrorList:
    return validate_cinder(source, path) + _validate_namespace(source.get("secretRef"), path)


def _validate_storageos(source: v1.StorageOSPersistentVolumeSource, path: FieldPath) -> ErrorList:
    return validate_storageos(source, path) + _validate_namespace(source.get("secretRef"), path)


def _validate_namespace(secret: v1.SecretReference | v1.ObjectReference | None, path: FieldPath) -> ErrorList:
    """Requires a namespace in a secret reference."""
    return [] if secret is None else validate_present(secret, path.child("secretRef"), "namespace")


def _validate_azure_file(source: v1.AzureFilePersistentVolumeSource, path: FieldPath) -> ErrorList:
    errors = validate_azure_file(source, path)
    return [*errors, required(path.child("secretNamespace"))] if source["secretNamespace"] == "" else errors


def _validate_local(source: v1.LocalVolumeSource, path: FieldPath) -> ErrorList:
    if not source["path"]:
        return [required(path.child("path"))]
    return validate_no_backsteps(source["path"], path.child("path"))


def _validate_csi(source: v1.CSIPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a driver, a volume handle, and valid secrets. Kept: staging secrets are not validated."""
    errors = validate_csi_driver_name(source["driver"], path.child("driver"))
    errors += validate_present(source, path, "volumeHandle")
    for field in _SECRETS:
        secret = cast("Mapping[str, v1.SecretReference]", source).get(field)
        if secret is not None:
            errors += _validate_secret(secret, path.child(field))
    return errors


def _validate_secret(secret: v1.SecretReference, path: FieldPath) -> ErrorList:
    """Requires a name and a namespace in a secret reference."""
    name, namespace = secret.get("name"), secret.get("namespace")
    errors = validate_dns1123_subdomain(name, path.child("name")) if name else [required(path.child("name"))]
    place = path.child("namespace")
    return errors + (validate_dns1123_label(namespace, place) if namespace else [required(place)])


_SOURCES: Final[Mapping[str, Callable[[Any, FieldPath], ErrorList]]] = {
    "hostPath": validate_host_path,
    "gcePersistentDisk": validate_gce_persistent_disk,
    "awsElasticBlockStore": validate_aws_elastic_block_store,
    "glusterfs": _validate_glusterfs,
    "flocker": validate_flocker,
    "nfs": validate_nfs,
    "rbd": validate_rbd,
    "quobyte": validate_quobyte,
    "cephfs": validate_cephfs,
    "iscsi": _validate_iscsi,
    "cinder": _validate_cinder,
    "fc": validate_fc,
    "flexVolume": validate_flex_volume,
    "azureFile": _validate_azure_file,
    "vsphereVolume": validate_vsphere_volume,
    "photonPersistentDisk": validate_photon_persistent_disk,
    "portworxVolume": validate_portworx_volume,
    "azureDisk": validate_azure_disk,
    "scaleIO": validate_scale_io,
    "local": _validate_local,
    "storageos": _validate_storageos,
    "csi": _validate_csi,
}
"""The sources in the server's order of validation."""


_SPEC: Final = FieldPath.of("spec")
_POLICIES: Final = ("Delete", "Recycle", "Retain")
_INLINE: Final = "in the context of inline volumes"


def validate_volume_spec(spec: v1.PersistentVolumeSpec, name: str, *, any_values: bool) -> ErrorList:
    """Requires access modes, a storage capacity, a valid node affinity, and one source."""
    errors = _validate_access_modes(spec, _SPEC) + _validate_capacity(spec.get("capacity"))
    if policy := spec.get("persistentVolumeReclaimPolicy"):
        errors += validate_choice(policy, _SPEC.child("persistentVolumeReclaimPolicy"), _POLICIES)
    if "nodeAffinity" in spec:
        affinity, place = spec["nodeAffinity"], _SPEC.child("nodeAffinity", "required")
        if "required" in affinity:
            errors += validate_node_selector(affinity["required"], place, any_values=any_values)
        else:
            errors.append(required(place, "must specify required node constraints"))
    errors += validate_source(spec, _SPEC, name)
    errors += _validate_recycling(spec, _SPEC)
    if class_name := spec.get("storageClassName"):
        place = _SPEC.child("storageClassName")
        errors += [invalid(place, class_name, problem) for problem in subdomain_problems(class_name)]
    if "volumeMode" in spec:
        errors += validate_choice(spec["volumeMode"], _SPEC.child("volumeMode"), VOLUME_MODES)
    return errors + _validate_attributes_class(spec)


def validate_inline_volume(spec: v1.PersistentVolumeSpec, path: FieldPath) -> ErrorList:
    """Requires a CSI volume, and rejects fields that only claimed volumes have."""
    errors = [forbidden(path.child(field), f"may not be specified {_INLINE}") for field in _claimed(spec)]
    if "csi" not in spec:
        errors.append(required(path.child("csi"), f"has to be specified {_INLINE}"))
    errors += _validate_access_modes(spec, path)
    if spec.get("persistentVolumeReclaimPolicy") not in (None, "", "Retain"):
        errors.append(forbidden(path.child("persistentVolumeReclaimPolicy"), f"may only be Retain {_INLINE}"))
    if "nodeAffinity" in spec:
        errors.append(forbidden(path.child("nodeAffinity"), f"may not be specified {_INLINE}"))
    errors += validate_source(spec, path, "")
    errors += _validate_recycling(spec, path)
    if spec.get("storageClassName"):
        errors.append(forbidden(path.child("storageClassName"), f"may not be specified {_INLINE}"))
    if spec.get("volumeMode", "Filesystem") != "Filesystem":
        detail = f"may not specify volumeMode other than Filesystem {_INLINE}"
        errors.append(forbidden(path.child("volumeMode"), detail))
    return errors


def _claimed(spec: v1.PersistentVolumeSpec) -> list[str]:
    return [field for field in ("claimRef", "capacity") if field in spec and (field == "claimRef" or spec["capacity"])]


def _validate_access_modes(spec: v1.PersistentVolumeSpec, path: FieldPath) -> ErrorList:
    modes, place = spec.get("accessModes"), path.child("accessModes")
    return validate_access_modes(modes, place) if modes else [required(place)]


def _validate_capacity(capacity: Mapping[str, str] | None) -> ErrorList:
    """Requires a storage capacity, and no other resource."""
    path = _SPEC.child("capacity")
    errors: ErrorList = [] if capacity else [required(path)]
    if not capacity or capacity.keys() != {"storage"}:
        errors.append(not_supported(path, capacity, ("storage",)))
    for resource, amount in (capacity or {}).items():
        errors += validate_basic_quantity(amount, path.key(resource))
        errors += validate_positive_quantity(amount, path.key(resource))
    return errors


def _validate_recycling(spec: v1.PersistentVolumeSpec, path: FieldPath) -> ErrorList:
    """Rejects recycling of a node's root directory."""
    if "hostPath" not in spec or spec.get("persistentVolumeReclaimPolicy") != "Recycle":
        return []
    folder = spec["hostPath"]["path"]
    if not folder.startswith("/") or posixpath.normpath(f"/{folder.lstrip('/')}") != "/":
        return []
    detail = "may not be 'recycle' for a hostPath mount of '/'"
    return [forbidden(path.child("persistentVolumeReclaimPolicy"), detail)]


def _validate_attributes_class(spec: v1.PersistentVolumeSpec) -> ErrorList:
    """Requires a valid class name, if set, and a CSI volume."""
    name, place = spec.get("volumeAttributesClassName"), _SPEC.child("volumeAttributesClassName")
    if name is None:
        return []
    if name:
        errors: ErrorList = [invalid(place, name, problem) for problem in subdomain_problems(name)]
    else:
        errors = [required(place, "an empty string is disallowed")]
    if "csi" not in spec:
        errors.append(required(_SPEC.child("csi"), "has to be specified when using volumeAttributesClassName"))
    return errors
