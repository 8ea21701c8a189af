"""VolumeAttachment as a built-in kind.

Upstream: pkg/registry/storage/volumeattachment/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.storage.v1.zz_generated_types import VolumeAttachment
    from kapivara.apis.machinery.tables.table import TableLayout

_ATTACHER = (
    "attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by "
    "GetPluginName()."
)
_ATTACHED = (
    "attached indicates the volume is successfully attached. This field must only be set by the entity completing the "
    "attach operation, i.e. the external-attacher."
)


class VolumeAttachmentKind(Kind):
    """A request to attach a volume to a node."""

    unconditional_update = False
    kept_by_status = METADATA

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole attachment on create and update; the spec is immutable."""
        from kapivara.apis.groups.storage.attachment_rules import validate_attachment, validate_same_attachment

        errors = self.validate_new_metadata(new) + validate_attachment(_as_attachment(new))
        return errors if old is ABSENT else errors + validate_same_attachment(_as_attachment(new), _as_attachment(old))

    def make_table(self) -> TableLayout:
        """Returns the columns: name, attacher, volume, node, attachment and age.

        Upstream: pkg/printers/internalversion/printers.go printVolumeAttachment.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        volume = "persistentVolumeName represents the name of the persistent volume to attach."
        node = "nodeName represents the node that the volume should be attached to."
        return TableLayout(
            (
                name_column(),
                Column("Attacher", "string", _attacher, format="name", description=_ATTACHER),
                Column("PV", "string", _volume, description=volume),
                Column("Node", "string", lambda obj: _as_attachment(obj)["spec"]["nodeName"], description=node),
                Column("Attached", "boolean", _attached, description=_ATTACHED),
                age_column(self.surroundings),
            )
        )


KIND = VolumeAttachmentKind


def _as_attachment(obj: JsonObject) -> VolumeAttachment:
    return cast("VolumeAttachment", obj)


def _attacher(obj: JsonObject) -> str:
    return _as_attachment(obj)["spec"]["attacher"]


def _volume(obj: JsonObject) -> str:
    return _as_attachment(obj)["spec"]["source"].get("persistentVolumeName", "")


def _attached(obj: JsonObject) -> bool:
    return _as_attachment(obj)["status"]["attached"]
