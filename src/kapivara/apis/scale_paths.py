"""Where the objects of a kind keep what a Scale shows of them."""

from __future__ import annotations

from kapivara.meta.kinds import GroupVersionKind
from kapivara.values.record import record

SCALE = GroupVersionKind("autoscaling", "v1", "Scale")
KEPT_METADATA = ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
"""What a Scale shows of its object's metadata."""


@record
class ScalePaths:
    """Where a custom resource keeps what its Scale shows; `selector` is empty where it keeps none."""

    spec_replicas: str
    status_replicas: str
    selector: str = ""
