"""StorageObjectInUseProtection: delays the deletion of volumes, claims and volume attributes classes in use.

Controllers remove the finalizers. Upstream: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go
(1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.values import ABSENT

_FINALIZERS: Final[Mapping[str, str]] = {
    "persistentvolumes": "kubernetes.io/pv-protection",
    "persistentvolumeclaims": "kubernetes.io/pvc-protection",
    "volumeattributesclasses": "kubernetes.io/vac-protection",
}


class StorageObjectInUseProtection(Plugin):
    """Adds the protecting finalizer to new objects."""

    def admit(self, write: Attributes) -> None:
        """Adds the finalizer of the resource if it is missing."""
        if write.subresource or write.action is not Action.CREATE or write.obj is ABSENT:
            return
        metadata, finalizer = write.obj["metadata"], _FINALIZERS[write.kind.group_resource.resource]
        given = metadata.get("finalizers", [])
        if finalizer not in given:
            metadata["finalizers"] = [*given, finalizer]


PLUGIN = StorageObjectInUseProtection
