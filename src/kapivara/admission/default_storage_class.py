"""DefaultStorageClass: claims that name no class get the default one, where there is one.

Upstream: plugin/pkg/admission/storage/storageclass/setdefault/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.default_class import default_class
from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.meta import GroupVersionResource

if TYPE_CHECKING:
    from kapivara.apis.core.v1.zz_generated_types import PersistentVolumeClaim

_CLASSES: Final = GroupVersionResource("storage.k8s.io", "v1", "storageclasses")
_DEFAULTS: Final = (
    "storageclass.kubernetes.io/is-default-class",
    "storageclass.beta.kubernetes.io/is-default-class",
)
_CLASS_ANNOTATION: Final = "volume.beta.kubernetes.io/storage-class"


class DefaultStorageClass(Plugin):
    """Fills in the class of new claims."""

    def admit(self, write: Attributes) -> None:
        """Names the default class in a claim that names none, not even by its annotation."""
        if write.subresource or write.action is not Action.CREATE:
            return
        claim = cast("PersistentVolumeClaim", write.obj)
        if "storageClassName" in claim["spec"] or _CLASS_ANNOTATION in claim["metadata"].get("annotations", {}):
            return
        if (name := default_class(write, _CLASSES, *_DEFAULTS)) is not None:
            claim["spec"]["storageClassName"] = name


PLUGIN = DefaultStorageClass
