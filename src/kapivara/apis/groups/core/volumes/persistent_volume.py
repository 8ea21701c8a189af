"""PersistentVolume as a built-in kind.

Upstream: pkg/registry/core/persistentvolume/strategy.go, pkg/api/persistentvolume/util.go,
pkg/printers/internalversion/printers.go printPersistentVolume (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.groups.core.class_annotation import CLASS_ANNOTATION, DEPRECATION
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.node_labels import node_selector_term_warnings
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import PersistentVolume
    from kapivara.apis.machinery.tables.table import TableLayout

_RECYCLE: Final = (
    "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach "
    "is to use dynamic provisioning."
)
_OLD_ANNOTATIONS: Final = {
    CLASS_ANNOTATION: DEPRECATION,
    "volume.beta.kubernetes.io/mount-options": 'deprecated since v1.31; use "mountOptions" attribute instead',
}
_OLD_SOURCES: Final = {
    "cephfs": ("cephfs", "deprecated in v1.28, non-functional in v1.31+"),
    "photonPersistentDisk": ("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
    "scaleIO": ("scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
    "storageos": ("storageOS", "deprecated in v1.22, non-functional in v1.25+"),  # kept: not the field's name
    "glusterfs": ("glusterfs", "deprecated in v1.25, non-functional in v1.26+"),
    "rbd": ("rbd", "deprecated in v1.28, non-functional in v1.31+"),
}


class PersistentVolumeKind(Kind):
    """Storage with a lifetime beyond that of pods."""

    keeps_empties = True  # messages print changes, in which empty differs from absent

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Sets the phase to Pending, with its transition time."""
        obj["status"] = {"phase": "Pending", "lastPhaseTransitionTime": self.surroundings.now()}

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the spec, and sets the transition time if the phase changed."""
        super().prepare_for_status_update(new, old)
        status, before = _as_volume(new)["status"], _as_volume(old)["status"]
        given, known = status.get("lastPhaseTransitionTime"), before.get("lastPhaseTransitionTime")
        if status.get("phase") != before.get("phase"):
            if given is None or given == known:
                status["lastPhaseTransitionTime"] = self.surroundings.now()
        elif given is None and known is not None:
            status["lastPhaseTransitionTime"] = known

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the whole volume on create and update; for a status update only the metadata."""
        from kapivara.apis.groups.core.volumes.persistent_volume_rules import validate_same_volume, validate_volume

        if operation.subresource:
            return super().validate(operation, new, old)
        errors = self.validate_new_metadata(new)
        errors += validate_volume(_as_volume(new), None if old is ABSENT else _as_volume(old))
        return errors if old is ABSENT else errors + validate_same_volume(_as_volume(new), _as_volume(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of deprecated annotations, reclaim policies, node labels and sources."""
        return [] if operation.subresource else _warnings(_as_volume(new))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, capacity, access modes, policy, status, claim and classes."""
        from kapivara.apis.groups.core.column_texts import PERSISTENT_VOLUME as TEXTS
        from kapivara.apis.groups.core.storage_cells import (
            access_modes_text,
            class_columns,
            mode_column,
            phase_text,
            text_column,
        )
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                text_column("Capacity", TEXTS, lambda obj: obj["spec"].get("capacity", {}).get("storage", "0")),
                text_column("Access Modes", TEXTS, lambda obj: access_modes_text(obj["spec"].get("accessModes", ()))),
                text_column("Reclaim Policy", TEXTS, _reclaim_policy),
                text_column("Status", TEXTS, phase_text),
                text_column("Claim", TEXTS, _claim),
                *class_columns(TEXTS),
                text_column("Reason", TEXTS, lambda obj: obj["status"].get("reason", "")),
                age_column(self.surroundings),
                mode_column(TEXTS),
            )
        )


KIND = PersistentVolumeKind


def _as_volume(obj: JsonObject) -> PersistentVolume:
    return cast("PersistentVolume", obj)


def _warnings(volume: PersistentVolume) -> list[str]:
    spec, annotations = volume["spec"], volume["metadata"].get("annotations", {})
    old_annotations = [(key, text) for key, text in _OLD_ANNOTATIONS.items() if key in annotations]
    warnings = [f"metadata.annotations[{key}]: {text}" for key, text in old_annotations]
    if spec.get("persistentVolumeReclaimPolicy") == "Recycle":
        warnings.append(_RECYCLE)
    required = spec.get("nodeAffinity", {}).get("required")
    place = FieldPath.of("spec", "nodeAffinity", "required", "nodeSelectorTerms")
    for position, term in enumerate((required["nodeSelectorTerms"] if required else None) or ()):
        warnings += node_selector_term_warnings(term, place.index(position))
    return warnings + [f"spec.{name}: {text}" for source, (name, text) in _OLD_SOURCES.items() if source in spec]


def _reclaim_policy(obj: JsonObject) -> str:
    return _as_volume(obj)["spec"].get("persistentVolumeReclaimPolicy", "")


def _claim(obj: JsonObject) -> str:
    claim = _as_volume(obj)["spec"].get("claimRef")
    return "" if claim is None else f"{claim.get('namespace', '')}/{claim.get('name', '')}"
