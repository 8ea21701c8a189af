"""DefaultStorageClass: sets the default class of claims without a class, if there is one.

Upstream: plugin/pkg/admission/storage/storageclass/setdefault/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.default_class import default_class
from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.meta import GroupVersionResource

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import PersistentVolumeClaim

_CLASSES: Final = GroupVersionResource("storage.k8s.io", "v1", "storageclasses")
_DEFAULTS: Final = (
    "storageclass.kubernetes.io/is-default-class",
    "storageclass.beta.kubernetes.io/is-default-class",
)
_CLASS_ANNOTATION: Final = "volume.beta.kubernetes.io/storage-class"


class DefaultStorageClass(Plugin):
    """Sets the class of new claims."""

    def admit(self, write: Attributes) -> None:
        """Sets the default class of a claim without a class field or annotation."""
        if write.subresource or write.action is not Action.CREATE:
            return
        claim = cast("PersistentVolumeClaim", write.obj)
        if "storageClassName" in claim["spec"] or _CLASS_ANNOTATION in claim["metadata"].get("annotations", {}):
            return
        if (name := default_class(write, _CLASSES, *_DEFAULTS)) is not None:
            claim["spec"]["storageClassName"] = name


PLUGIN = DefaultStorageClass
