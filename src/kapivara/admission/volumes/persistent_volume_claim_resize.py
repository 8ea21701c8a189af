"""PersistentVolumeClaimResize: claims can grow only if they are bound and their class allows expansion.

Upstream: plugin/pkg/admission/storage/persistentvolume/resize/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.meta import GroupVersionResource
from kapivara.values.quantity import parse_quantity

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import PersistentVolumeClaim

_CLASSES: Final = GroupVersionResource("storage.k8s.io", "v1", "storageclasses")
_CLASS_ANNOTATION: Final = "volume.beta.kubernetes.io/storage-class"


class PersistentVolumeClaimResize(Plugin):
    """Rejects claims that request more storage but cannot grow."""

    def validate(self, write: Attributes) -> None:
        """Checks updates that request more storage than before."""
        if write.subresource or write.action is not Action.UPDATE:
            return
        new, old = cast("PersistentVolumeClaim", write.obj), cast("PersistentVolumeClaim", write.old)
        if not _grows(new, old):
            return
        if old["status"].get("phase") != "Bound":
            raise write.forbidden("Only bound persistent volume claims can be expanded")
        if not _may_grow(write, _class_of(new), _class_of(old)):
            raise write.forbidden(
                "only dynamically provisioned pvc can be resized and "
                "the storageclass that provisions the pvc must support resize"
            )


def _grows(new: PersistentVolumeClaim, old: PersistentVolumeClaim) -> bool:
    asked, before = (
        parse_quantity(each["spec"]["resources"].get("requests", {}).get("storage", "0")) for each in (new, old)
    )
    return asked.compare(before) > 0


def _class_of(claim: PersistentVolumeClaim) -> str:
    annotated = claim["metadata"].get("annotations", {}).get(_CLASS_ANNOTATION)
    return claim["spec"].get("storageClassName", "") if annotated is None else annotated


def _may_grow(write: Attributes, name: str, before: str) -> bool:
    if not name or name != before:
        return False
    if write.surroundings.assumes_namespaces:
        return True
    classes = write.surroundings.objects_of(_CLASSES)
    return any(each["metadata"]["name"] == name and each.get("allowVolumeExpansion") is True for each in classes)


PLUGIN = PersistentVolumeClaimResize
