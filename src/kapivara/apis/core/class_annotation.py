"""The annotation by which volumes and claims named their class of storage before there was a field for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

CLASS_ANNOTATION: Final = "volume.beta.kubernetes.io/storage-class"
DEPRECATION: Final = 'deprecated since v1.8; use "storageClassName" attribute instead'


def annotated_class(metadata: ObjectMeta) -> str | None:
    """Returns the class that the annotation names; None where there is none."""
    return metadata.get("annotations", {}).get(CLASS_ANNOTATION)
