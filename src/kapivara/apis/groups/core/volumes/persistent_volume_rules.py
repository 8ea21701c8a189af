"""Validation rules of PersistentVolume: its spec, mount options, and immutable fields.

Upstream: pkg/apis/core/validation/validation.go ValidatePersistentVolume, ValidatePersistentVolumeUpdate;
pkg/volume/validation/pv_validation.go checkMountOption (1.37).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import IMMUTABLE, validate_immutable
from kapivara.apis.shared.rules.json_diff import json_diff
from kapivara.apis.shared.rules.node_selectors import has_invalid_node_values
from kapivara.apis.shared.volumes.volume_spec import validate_volume_spec
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.validate.parts.values import same

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_SOURCE: Final = described("apis.groups.core.v1").struct("PersistentVolumeSource")
_AFFINITY: Final = described("apis.groups.core.v1").struct("VolumeNodeAffinity")
_MOUNT_OPTIONS: Final = "volume.beta.kubernetes.io/mount-options"
_MOUNTED: Final = frozenset(
    (
        *("gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "nfs", "rbd", "quobyte", "iscsi", "cinder"),
        *("cephfs", "azureFile", "vsphereVolume", "azureDisk", "photonPersistentDisk"),
    )
)
"""The volume sources that support mount options."""
_SUCCESSORS: Final = MappingProxyType(
    {
        "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
        "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
        "beta.kubernetes.io/os": "kubernetes.io/os",
        "beta.kubernetes.io/arch": "kubernetes.io/arch",
        "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
    }
)
"""Deprecated node labels and their successors."""


def validate_volume(volume: v1.PersistentVolume, old: v1.PersistentVolume | None) -> ErrorList:
    """Validates the spec, and allows mount options only for sources that support them."""
    spec = volume["spec"]
    any_values = old is not None and has_invalid_node_values(_terms(old["spec"].get("nodeAffinity")))
    errors = validate_volume_spec(spec, volume["metadata"].get("name", ""), any_values=any_values)
    if _MOUNT_OPTIONS in volume["metadata"].get("annotations", {}) and not _MOUNTED & spec.keys():
        path = FieldPath.of("metadata", "annotations", _MOUNT_OPTIONS)
        errors.append(forbidden(path, "may not specify mount options for this volume type"))
    return errors


def validate_same_volume(new: v1.PersistentVolume, old: v1.PersistentVolume) -> ErrorList:
    """Rejects changes to the source, the mode and the node affinity, and removing the attributes class."""
    spec, before = new["spec"], old["spec"]
    errors = _validate_same_source(spec, before)
    errors += validate_immutable(spec.get("volumeMode"), before.get("volumeMode"), FieldPath.of("volumeMode"))
    affinity = spec.get("nodeAffinity")
    if "nodeAffinity" in before and not same(_AFFINITY, affinity, _upgraded(before["nodeAffinity"], affinity)):
        shown = None if affinity is None else internal_form({**affinity}, "core.VolumeNodeAffinity")
        detail = f"{IMMUTABLE}, except for updating from beta label to GA"
        errors.append(invalid(FieldPath.of("nodeAffinity"), shown, detail))
    if "volumeAttributesClassName" in before and "volumeAttributesClassName" not in spec:
        detail = "update from non-nil value to nil is forbidden"
        errors.append(forbidden(_SPEC.child("volumeAttributesClassName"), detail))
    return errors


def _validate_same_source(spec: v1.PersistentVolumeSpec, old: v1.PersistentVolumeSpec) -> ErrorList:
    """Rejects changes to the source and shows the difference; allows adding a secret for expansion."""
    kept: Any = spec
    added = "controllerExpandSecretRef"
    if "csi" in spec and "csi" in old and added not in old["csi"]:
        kept = {**spec, "csi": {field: value for field, value in spec["csi"].items() if field != added}}
    if same(_SOURCE, kept, old):
        return []
    was, now = (internal_form(cast("Any", each), "core.PersistentVolumeSource") for each in (old, kept))
    detail = f"spec.persistentvolumesource is immutable after creation\n{json_diff(was, now)}"
    return [forbidden(_SPEC.child("persistentvolumesource"), detail)]


def _upgraded(old: v1.VolumeNodeAffinity, new: v1.VolumeNodeAffinity | None) -> Any:
    """Returns the old node affinity, with deprecated labels replaced where the new one uses their successors."""
    terms, before = _terms(new), _terms(old)
    return {
        **old,
        **({} if before is None else {"required": {"nodeSelectorTerms": _upgraded_terms(before, terms or [])}}),
    }


def _terms(affinity: v1.VolumeNodeAffinity | None) -> list[v1.NodeSelectorTerm] | None:
    return affinity["required"]["nodeSelectorTerms"] or [] if affinity and "required" in affinity else None


def _upgraded_terms(old: list[v1.NodeSelectorTerm], new: list[v1.NodeSelectorTerm]) -> list[Any]:
    changed: list[Any] = []
    for position, term in enumerate(old):
        other: Any = new[position] if position < len(new) else {}
        changed.append({field: _upgraded_keys(asked, other.get(field) or ()) for field, asked in _asked(term)})
    return changed


def _asked(term: v1.NodeSelectorTerm) -> list[tuple[str, list[v1.NodeSelectorRequirement]]]:
    return [("matchExpressions", term.get("matchExpressions", [])), ("matchFields", term.get("matchFields", []))]


def _upgraded_keys(old: list[v1.NodeSelectorRequirement], new: Any) -> list[Any]:
    """Returns the old requirements, with keys replaced where the new ones use their successors."""
    keys = [each["key"] for each in new]
    return [
        {**each, "key": keys[position]}
        if position < len(keys) and _SUCCESSORS.get(each["key"], "") == keys[position]
        else each
        for position, each in enumerate(old)
    ]
