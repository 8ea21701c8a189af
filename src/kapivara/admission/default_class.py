"""The default class for objects that name none: the newest one marked as default.

Upstream: pkg/volume/util/storageclass.go GetDefaultClass (1.37).
"""

from __future__ import annotations

from kapivara.admission.plugin import Attributes
from kapivara.meta import GroupVersionResource


def default_class(write: Attributes, classes: GroupVersionResource, *annotations: str) -> str | None:
    """Returns the name of the class marked by an annotation; of equally new ones, the first by name."""
    marked = [
        metadata
        for metadata in (each["metadata"] for each in write.surroundings.objects_of(classes))
        if any(metadata.get("annotations", {}).get(each) == "true" for each in annotations)
    ]
    if not marked:
        return None
    newest = max(each["creationTimestamp"] for each in marked)
    name: str = min(each["name"] for each in marked if each["creationTimestamp"] == newest)
    return name
