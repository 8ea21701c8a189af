"""PersistentVolumeClaim as a built-in kind.

Upstream: pkg/registry/core/persistentvolumeclaim/strategy.go, pkg/api/persistentvolumeclaim/util.go,
pkg/printers/internalversion/printers.go printPersistentVolumeClaim (1.37).
Upstream: pkg/api/persistentvolumeclaim/util.go DropDisabledFields, EnforceDataSourceBackwardsCompatibility,
NormalizeDataSources (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.groups.core.class_annotation import CLASS_ANNOTATION, DEPRECATION, annotated_class
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.disabled_fields import drop_disabled
from kapivara.apis.shared.pods.warnings.claim_warnings import claim_spec_warnings
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.groups.core.v1.zz_generated_types import PersistentVolumeClaim
    from kapivara.apis.machinery.tables.table import TableLayout


_KNOWN: Final = (("", "PersistentVolumeClaim"), ("snapshot.storage.k8s.io", "VolumeSnapshot"))
"""The groups and kinds that `dataSource` supports."""


def keep_known_sources(spec: v1.PersistentVolumeClaimSpec, old: v1.PersistentVolumeClaimSpec | None) -> None:
    """Drops sources in other namespaces, and kinds that `dataSource` does not support, unless `old` has a source."""
    reference = spec.get("dataSourceRef")
    if reference is not None and reference.get("namespace") and not (old and "dataSourceRef" in old):
        del spec["dataSourceRef"]
    if (old and ("dataSource" in old or "dataSourceRef" in old)) or "dataSourceRef" in spec:
        return
    source = spec.get("dataSource")
    if source is not None and (source["apiGroup"] or "", source["kind"]) not in _KNOWN:
        del spec["dataSource"]


def match_sources(spec: v1.PersistentVolumeClaimSpec) -> None:
    """Copies each of the two fields to the other if that is absent; `dataSource` cannot have a namespace."""
    source, reference = spec.get("dataSource"), spec.get("dataSourceRef")
    if source is not None and reference is None:
        spec["dataSourceRef"] = {"apiGroup": source["apiGroup"], "kind": source["kind"], "name": source["name"]}
    elif reference is not None and source is None and not reference.get("namespace"):
        spec["dataSource"] = {"apiGroup": reference["apiGroup"], "kind": reference["kind"], "name": reference["name"]}


_CSI_VOLUME_HEALTH: Final = (("healthStatus",),)


class PersistentVolumeClaimKind(Kind):
    """A request for storage."""

    keeps_empties = True  # messages print changes, in which empty differs from absent

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the status, and synchronizes both fields for the data source."""
        super().prepare_for_create(obj)
        spec = _as_claim(obj)["spec"]
        keep_known_sources(spec, None)
        match_sources(spec)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and synchronizes both fields for the data source."""
        spec = _as_claim(new)["spec"]
        keep_known_sources(spec, _as_claim(old)["spec"])
        match_sources(spec)
        super().prepare_for_update(new, old)

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the spec."""
        super().prepare_for_status_update(new, old)
        drop_disabled(new["status"], old["status"], _CSI_VOLUME_HEALTH)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the whole claim and its changes; for a status update the status."""
        from kapivara.apis.groups.core.volumes import persistent_volume_claim_rules as rules

        claim = _as_claim(new)
        if old is ABSENT:
            return self.validate_new_metadata(new) + rules.validate_claim(claim, None)
        before = _as_claim(old)
        errors = self.validate_changed_metadata(new, old)
        if operation.subresource:
            return errors + rules.validate_claim_status(claim["status"])
        errors += self.validate_new_metadata(new)
        return errors + rules.validate_claim(claim, before) + rules.validate_same_claim(claim, before)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of the deprecated annotation, and of fractional amounts."""
        if operation.subresource:
            return []
        claim = _as_claim(new)
        is_annotated = annotated_class(claim["metadata"]) is not None
        warnings = [f"metadata.annotations[{CLASS_ANNOTATION}]: {DEPRECATION}"] if is_annotated else []
        return warnings + claim_spec_warnings(claim["spec"], FieldPath.of("spec"))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, status, volume, capacity, access modes and classes."""
        from kapivara.apis.groups.core.column_texts import PERSISTENT_VOLUME_CLAIM as TEXTS
        from kapivara.apis.groups.core.storage_cells import class_columns, mode_column, phase_text, text_column
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                text_column("Status", TEXTS, phase_text),
                text_column("Volume", TEXTS, lambda obj: obj["spec"].get("volumeName", "")),
                text_column("Capacity", TEXTS, _capacity),
                text_column("Access Modes", TEXTS, _access_modes),
                *class_columns(TEXTS),
                age_column(self.surroundings),
                mode_column(TEXTS),
            )
        )


KIND = PersistentVolumeClaimKind


def _as_claim(obj: JsonObject) -> PersistentVolumeClaim:
    return cast("PersistentVolumeClaim", obj)


def _capacity(obj: JsonObject) -> str:
    claim = _as_claim(obj)
    found: str = claim["status"].get("capacity", {}).get("storage", "0")
    return found if claim["spec"].get("volumeName") else ""


def _access_modes(obj: JsonObject) -> str:
    from kapivara.apis.groups.core.storage_cells import access_modes_text

    claim = _as_claim(obj)
    return access_modes_text(claim["status"].get("accessModes", ())) if claim["spec"].get("volumeName") else ""
