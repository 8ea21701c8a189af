"""StorageObjectInUseProtection: volumes, claims and classes of attributes wait with their end while they are in use.

The finalizers are taken away by controllers.
Upstream: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go (1.37).
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
    """Gives new objects the finalizer that protects them."""

    def admit(self, write: Attributes) -> None:
        """Adds the finalizer of the resource, if it is not there."""
        if write.subresource or write.action is not Action.CREATE or write.obj is ABSENT:
            return
        metadata, finalizer = write.obj["metadata"], _FINALIZERS[write.kind.group_resource.resource]
        given = metadata.get("finalizers", [])
        if finalizer not in given:
            metadata["finalizers"] = [*given, finalizer]


PLUGIN = StorageObjectInUseProtection
