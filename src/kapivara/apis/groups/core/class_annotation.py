"""The annotation with the storage class of volumes and claims, which the field `storageClassName` replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

CLASS_ANNOTATION: Final = "volume.beta.kubernetes.io/storage-class"
DEPRECATION: Final = 'deprecated since v1.8; use "storageClassName" attribute instead'


def annotated_class(metadata: ObjectMeta) -> str | None:
    """Returns the storage class of the annotation; None if there is none."""
    return metadata.get("annotations", {}).get(CLASS_ANNOTATION)
