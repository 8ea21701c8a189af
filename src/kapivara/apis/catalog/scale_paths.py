"""The paths of a custom resource's fields that its Scale shows."""

from __future__ import annotations

from kapivara.meta.kinds import GroupVersionKind
from kapivara.values.record import record

SCALE = GroupVersionKind("autoscaling", "v1", "Scale")
KEPT_METADATA = ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
"""The metadata fields that a Scale shares with its object."""


@record
class ScalePaths:
    """The paths of a custom resource that its Scale shows; `selector` is empty if it has none."""

    spec_replicas: str
    status_replicas: str
    selector: str = ""
