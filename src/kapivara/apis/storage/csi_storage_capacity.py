"""CSIStorageCapacity as a built-in kind.

Upstream: pkg/registry/storage/csistoragecapacity/{strategy.go,storage/storage.go}, pkg/api/storage/util.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.kind import Kind
from kapivara.apis.node_labels import label_selector_warnings
from kapivara.field import FieldPath, Operation
from kapivara.values import Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.storage.v1.zz_generated_types import CSIStorageCapacity


class CSIStorageCapacityKind(Kind):
    """How much storage of a class there is in a part of the cluster."""

    unconditional_update = False

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of nodes that are selected by deprecated labels."""
        return label_selector_warnings(
            cast("CSIStorageCapacity", new).get("nodeTopology"), FieldPath.of("nodeTopology")
        )


KIND = CSIStorageCapacityKind
