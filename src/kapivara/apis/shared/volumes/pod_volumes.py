"""Validation rules of pod volumes: unique names and one source each.

Upstream: pkg/apis/core/validation/validation.go ValidateVolumes, validateVolumeSource (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.shared.rules.names import label_problems, subdomain_problems, validate_dns1123_label
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, required
from kapivara.values.caches import cache_short_texts
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

Volumes = dict[str, "v1.Volume"]
"""Valid volumes by name, which containers can mount."""

_Check = Callable[..., ErrorList]
_FILES: Final = "kapivara.apis.shared.volumes.volume_files"
_STORAGE: Final = "kapivara.apis.shared.volumes.storage_systems"
_SOURCES: Final[Mapping[str, tuple[str, str]]] = {
    "emptyDir": (_FILES, "validate_empty_dir"),
    "hostPath": (_FILES, "validate_host_path"),
    "gitRepo": (_FILES, "validate_git_repo"),
    "gcePersistentDisk": (_STORAGE, "validate_gce_persistent_disk"),
    "awsElasticBlockStore": (_STORAGE, "validate_aws_elastic_block_store"),
    "secret": (_FILES, "validate_secret"),
    "nfs": (_STORAGE, "validate_nfs"),
    "iscsi": (_STORAGE, "validate_iscsi"),
    "glusterfs": (_STORAGE, "validate_glusterfs"),
    "flocker": (_STORAGE, "validate_flocker"),
    "persistentVolumeClaim": (_FILES, "validate_persistent_volume_claim"),
    "rbd": (_STORAGE, "validate_rbd"),
    "cinder": (_STORAGE, "validate_cinder"),
    "cephfs": (_STORAGE, "validate_cephfs"),
    "quobyte": (_STORAGE, "validate_quobyte"),
    "downwardAPI": (_FILES, "validate_downward_api"),
    "fc": (_STORAGE, "validate_fc"),
    "flexVolume": (_STORAGE, "validate_flex_volume"),
    "configMap": (_FILES, "validate_config_map"),
    "azureFile": (_STORAGE, "validate_azure_file"),
    "vsphereVolume": (_STORAGE, "validate_vsphere_volume"),
    "photonPersistentDisk": (_STORAGE, "validate_photon_persistent_disk"),
    "portworxVolume": (_STORAGE, "validate_portworx_volume"),
    "azureDisk": (_STORAGE, "validate_azure_disk"),
    "storageos": (_STORAGE, "validate_storageos"),
    "projected": ("kapivara.apis.shared.volumes.projected_sources", "validate_projected"),
    "scaleIO": (_STORAGE, "validate_scale_io"),
    "csi": (_STORAGE, "validate_csi"),
    "ephemeral": ("kapivara.apis.shared.volumes.claim_spec", "validate_ephemeral"),
    "image": (_FILES, "validate_image"),
}
"""The sources in the server's order, each with the module and name of its check."""
_CHECKED_AT: Final = {"gcePersistentDisk": "persistentDisk"}
_CLASH_AT: Final = {"cephfs": "cephFS", "downwardAPI": "downwarAPI"}
"""Kept: some field names in messages are misspelled."""
_LONGEST_INITIATOR: Final = 64


@cache_short_texts(64)
def _check_of(source: str) -> _Check:
    module, function = _SOURCES[source]
    return cast("_Check", getattr(import_module(module), function))


def validate_volumes(
    volumes: Iterable[v1.Volume], path: FieldPath, options: PodOptions, pod_name: str = ""
) -> tuple[Volumes, ErrorList]:
    """Requires valid volumes with unique names; returns the valid volumes and the errors.

    `pod_name` is given for pods, since the names of their ephemeral claims contain it.
    """
    known: Volumes = {}
    errors: ErrorList = []
    created = {f"{pod_name}-{each['name']}" for each in volumes if "ephemeral" in each} if pod_name else set()
    for position, volume in enumerate(volumes):
        place, name = path.index(position), volume["name"]
        found = _source_errors(volume, place, options, pod_name)
        if not name:
            found.append(required(place.child("name")))
        elif label_problems(name):
            found += validate_dns1123_label(name, place.child("name"))
        if name in known:
            found.append(duplicate(place.child("name"), name))
        if found:
            errors += found
        else:
            known[name] = volume
        if created and volume.get("persistentVolumeClaim", {}).get("claimName") in created:
            claim = volume["persistentVolumeClaim"]["claimName"]
            detail = "must not reference a PVC that gets created for an ephemeral volume"
            errors.append(invalid(place.child("persistentVolumeClaim", "claimName"), claim, detail))
    return known, errors


def _source_errors(volume: v1.Volume, path: FieldPath, options: PodOptions, pod_name: str) -> ErrorList:
    given = [source for source in volume if source != "name"]
    if not given:
        return [required(path, "must specify a volume type")]
    if len(given) > 1:
        given = [source for source in _SOURCES if source in volume]
    errors = _checked(given[0], volume, path, options)
    for source in given[1:]:
        where = path.child(_CLASH_AT.get(source, source))
        errors.append(forbidden(where, "may not specify more than 1 volume type"))
    if "iscsi" in volume:
        errors += _validate_initiator(volume, path)
    if given[0] == "ephemeral" and pod_name and volume["name"]:
        errors += _validate_created_claim(volume["name"], pod_name, path)
    return errors


def _checked(source: str, volume: v1.Volume, path: FieldPath, options: PodOptions) -> ErrorList:
    """Validates the only source of a volume, or the first of several."""
    value: Any = cast("Any", volume)[source]
    place = path.child(_CHECKED_AT.get(source, source))
    if source == "projected":
        return _check_of(source)(value, place, any_token_paths=options.any_token_paths)
    if source == "image":
        return _check_of(source)(value, place, empty_reference=options.empty_image_references)
    return _check_of(source)(value, place)


def _validate_initiator(volume: v1.Volume, path: FieldPath) -> ErrorList:
    name, source = volume["name"], volume["iscsi"]
    length = byte_length(name) + 1 + byte_length(source["targetPortal"])
    if "initiatorName" not in source or length <= _LONGEST_INITIATOR:
        return []
    detail = (
        "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters "
        "if iscsi.initiatorName is specified."
    )
    return [invalid(path.child("name"), name, detail)]


def _validate_created_claim(name: str, pod_name: str, path: FieldPath) -> ErrorList:
    claim = f"{pod_name}-{name}"
    return [
        invalid(path.child("name"), name, f"PVC name {quote(claim)}: {problem}")
        for problem in subdomain_problems(claim)
    ]
