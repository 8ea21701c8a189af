"""Validation rules of volume sources from storage systems, in pods and in PersistentVolumes.

Upstream: pkg/apis/core/validation/validation.go validateISCSIVolumeSource, validateFCVolumeSource, validateNFS…,
validateQuobyte…, validateGlusterfs…, validateFlocker…, validateRBD…, validateCinder…, validateCephFS…, validateFlex…,
validateAzure…, validateVsphere…, validateStorageOS…, validateCSIVolumeSource (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice, validate_present
from kapivara.apis.shared.rules.names import subdomain_problems, validate_csi_driver_name, validate_dns1123_label
from kapivara.apis.shared.rules.numbers import range_message, validate_in_range
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_PARTITIONS: Final = range_message(1, 255)
_LAST_PARTITION: Final = 255
_LAST_UNIT: Final = 255
_INITIATORS: Final = {
    "iqn": lazy_pattern(r"iqn\.[0-9]{4}-[0-9]{2}\.[a-zA-Z0-9.-]+:[^,;*&$|\t\n\f\r ]+\Z"),
    "eui": lazy_pattern(r"\Aeui.[a-zA-Z0-9]{16}\Z"),
    "naa": lazy_pattern(r"\Anaa.[a-zA-Z0-9]{32}\Z"),
}
_PAIRS: Final = "must be a host:port pair or multiple pairs separated by commas"
_LONGEST_TENANT: Final = 64
_RESERVED: Final = (".kubernetes.io", ".k8s.io")
_CACHING: Final = ("None", "ReadOnly", "ReadWrite")
_DISK_KINDS: Final = ("Dedicated", "Managed", "Shared")
_MANAGED_URI: Final = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"
_BLOB_URI: Final = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"


def validate_gce_persistent_disk(source: v1.GCEPersistentDiskVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a disk name."""
    return validate_present(source, path, "pdName") + _validate_partition(source.get("partition", 0), path)


def validate_aws_elastic_block_store(source: v1.AWSElasticBlockStoreVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a volume ID."""
    return validate_present(source, path, "volumeID") + _validate_partition(source.get("partition", 0), path)


def _validate_partition(partition: int, path: FieldPath) -> ErrorList:
    """Rejects invalid partition numbers. Kept: 0 is accepted, although the message excludes it."""
    return [] if 0 <= partition <= _LAST_PARTITION else [invalid(path.child("partition"), partition, _PARTITIONS)]


def validate_nfs(source: v1.NFSVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a server and an absolute path."""
    errors = validate_present(source, path, "server", "path")
    if not source["path"].startswith("/"):
        errors.append(invalid(path.child("path"), source["path"], "must be an absolute path"))
    return errors


def validate_iscsi(source: v1.ISCSIVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a target, its portal, a LUN within bounds, and a secret for CHAP authentication."""
    errors = validate_present(source, path, "targetPortal", "iqn")
    if source["iqn"]:
        errors += validate_iscsi_name(source["iqn"], path.child("iqn"), " starting with iqn, eui, or naa")
    errors += validate_iscsi_access(source, path)
    if "initiatorName" in source:
        place = path.child("initiatorname")
        errors += validate_iscsi_name(source["initiatorName"], place, " starting with iqn, eui, or naa")
    return errors


def validate_iscsi_access(source: v1.ISCSIVolumeSource | v1.ISCSIPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a LUN within bounds, and a secret for CHAP authentication."""
    errors = validate_in_range(source["lun"], path.child("lun"), 0, _LAST_UNIT)
    if (source.get("chapAuthDiscovery") or source.get("chapAuthSession")) and "secretRef" not in source:
        errors.append(required(path.child("secretRef")))
    return errors


def validate_iscsi_name(name: str, path: FieldPath, of_unknown: str = "") -> ErrorList:
    """Requires the name of an iSCSI target or initiator; `of_unknown` extends the message about unknown formats."""
    pattern = _INITIATORS.get(name[:3])
    if pattern is None:
        return [invalid(path, name, f"must be valid format{of_unknown}")]
    return [] if pattern.search(name) else [invalid(path, name, "must be valid format")]


def validate_fc(source: v1.FCVolumeSource, path: FieldPath) -> ErrorList:
    """Requires target WWNs with a LUN, or WWIDs, and not both."""
    errors: ErrorList = []
    targets, identifiers = source.get("targetWWNs"), source.get("wwids")
    if not targets and not identifiers:
        detail = "must specify either targetWWNs or wwids, but not both"
        errors.append(required(path.child("targetWWNs"), detail))
    if targets and identifiers:
        detail = "targetWWNs and wwids can not be specified simultaneously"
        errors.append(invalid(path.child("targetWWNs"), targets, detail))
    if targets and "lun" not in source:
        errors.append(required(path.child("lun"), "lun is required if targetWWNs is specified"))
    elif targets:
        errors += validate_in_range(source["lun"], path.child("lun"), 0, _LAST_UNIT)
    return errors


def validate_quobyte(source: v1.QuobyteVolumeSource, path: FieldPath) -> ErrorList:
    """Requires registry addresses and a volume."""
    errors: ErrorList = []
    registry = source["registry"]
    if not registry:
        errors.append(required(path.child("registry"), _PAIRS))
    elif byte_length(source.get("tenant", "")) > _LONGEST_TENANT:
        detail = "must be a UUID and may not exceed a length of 64 characters"
        errors.append(required(path.child("tenant"), detail))
    else:
        bad = [each for each in registry.split(",") if not _is_host_and_port(each)]
        errors += [invalid(path.child("registry"), registry, _PAIRS)] * len(bad)
    return errors + validate_present(source, path, "volume")


def _is_host_and_port(text: str) -> bool:
    """Returns True if a text has the form host:port. Upstream: net.SplitHostPort (Go 1.26)."""
    host, colon, _ = text.rpartition(":")
    if not colon:
        return False
    if text.startswith("["):
        end = text.find("]")
        return end == len(host) - 1 and "[" not in text[1:] and "]" not in text[end + 1 :]
    return ":" not in host and "[" not in text and "]" not in text


def validate_glusterfs(
    source: v1.GlusterfsVolumeSource | v1.GlusterfsPersistentVolumeSource, path: FieldPath
) -> ErrorList:
    """Requires endpoints and a path."""
    return validate_present(source, path, "endpoints", "path")


def validate_flocker(source: v1.FlockerVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a dataset name or UUID, and not both."""
    errors: ErrorList = []
    name, identifier = source.get("datasetName", ""), source.get("datasetUUID")
    if not name and not identifier:
        errors.append(required(path, "one of datasetName and datasetUUID is required"))
    if name and identifier:
        detail = "datasetName and datasetUUID can not be specified simultaneously"
        errors.append(invalid(path, "resource", detail))
    if "/" in name:
        errors.append(invalid(path.child("datasetName"), name, "must not contain '/'"))
    return errors


def validate_rbd(source: v1.RBDVolumeSource | v1.RBDPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires monitors and an image."""
    return validate_present(source, path, "monitors", "image")


def validate_cinder(source: v1.CinderVolumeSource | v1.CinderPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a volume ID, and a name in the secret reference."""
    errors = validate_present(source, path, "volumeID")
    if "secretRef" in source:
        errors += validate_present(source["secretRef"], path.child("secretRef"), "name")
    return errors


def validate_cephfs(source: v1.CephFSVolumeSource | v1.CephFSPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires monitors."""
    return validate_present(source, path, "monitors")


def validate_flex_volume(source: v1.FlexVolumeSource | v1.FlexPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a driver, and rejects options in the namespace of Kubernetes."""
    errors = validate_present(source, path, "driver")
    for key in source.get("options", ()):
        if f".{key.partition('/')[0].lower()}".endswith(_RESERVED):
            detail = "kubernetes.io and k8s.io namespaces are reserved"
            errors.append(invalid(path.child("options").key(key), key, detail))
    return errors


def validate_azure_file(
    source: v1.AzureFileVolumeSource | v1.AzureFilePersistentVolumeSource, path: FieldPath
) -> ErrorList:
    """Requires a secret and a share."""
    return validate_present(source, path, "secretName", "shareName")


def validate_azure_disk(source: v1.AzureDiskVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a disk, a known caching mode and kind, and a URI that matches the kind."""
    errors = validate_present(source, path, "diskName", "diskURI")
    if "cachingMode" in source:
        errors += validate_choice(source["cachingMode"], path.child("cachingMode"), _CACHING)
    if "kind" not in source:
        return errors
    kind, uri = source["kind"], source["diskURI"]
    errors += validate_choice(kind, path.child("kind"), _DISK_KINDS)
    start, example = ("/subscriptions/", _MANAGED_URI) if kind == "Managed" else ("https://", _BLOB_URI)
    if not uri.startswith(start):
        errors.append(not_supported(path.child("diskURI"), uri, (example,)))
    return errors


def validate_vsphere_volume(source: v1.VsphereVirtualDiskVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a volume path."""
    return validate_present(source, path, "volumePath")


def validate_photon_persistent_disk(source: v1.PhotonPersistentDiskVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a disk ID."""
    return validate_present(source, path, "pdID")


def validate_portworx_volume(source: v1.PortworxVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a volume ID."""
    return validate_present(source, path, "volumeID")


def validate_scale_io(source: v1.ScaleIOVolumeSource | v1.ScaleIOPersistentVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a gateway, a system and a volume."""
    return validate_present(source, path, "gateway", "system", "volumeName")


def validate_storageos(
    source: v1.StorageOSVolumeSource | v1.StorageOSPersistentVolumeSource, path: FieldPath
) -> ErrorList:
    """Requires valid names of the volume and its namespace, and a name in the secret reference."""
    errors = validate_present(source, path, "volumeName")
    for field, name in (
        ("volumeName", source.get("volumeName")),
        ("volumeNamespace", source.get("volumeNamespace")),
    ):
        if name:
            errors += validate_dns1123_label(name, path.child(field))
    if "secretRef" in source:
        errors += validate_present(source["secretRef"], path.child("secretRef"), "name")
    return errors


def validate_csi(source: v1.CSIVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a driver, and a name in the secret reference."""
    errors = validate_csi_driver_name(source["driver"], path.child("driver"))
    if "nodePublishSecretRef" not in source:
        return errors
    name = source["nodePublishSecretRef"].get("name")
    if not name:
        return [*errors, required(path.child("nodePublishSecretRef", "name"))]
    return errors + [invalid(path.child("name"), name, problem) for problem in subdomain_problems(name)]
