"""CSIStorageCapacity as a built-in kind.

Upstream: pkg/registry/storage/csistoragecapacity/{strategy.go,storage/storage.go}, pkg/api/storage/util.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.node_labels import label_selector_warnings
from kapivara.apis.shared.rules.changes import IMMUTABLE, validate_immutable
from kapivara.apis.shared.rules.labels import has_invalid_label_value, validate_label_selector
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.apis.shared.rules.quantities import validate_non_negative_quantity
from kapivara.codec.typed.go_order import in_go_order
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.storage.v1.zz_generated_types import CSIStorageCapacity

_CLASS = FieldPath.of("storageClassName")


class CSIStorageCapacityKind(Kind):
    """The available storage of a storage class in a part of the cluster."""

    unconditional_update = False

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates topology, storage class and capacity; only the capacity may change."""
        errors = self.validate_new_metadata(new)
        capacity, nodes = cast("CSIStorageCapacity", new), FieldPath.of("nodeTopology")
        storage_class, topology = capacity["storageClassName"], capacity.get("nodeTopology")
        before = None if old is ABSENT else cast("CSIStorageCapacity", old)
        any_values = before is not None and has_invalid_label_value(before.get("nodeTopology"))
        errors += validate_label_selector(topology, nodes, any_values=any_values)
        errors += [invalid(_CLASS, storage_class, problem) for problem in subdomain_problems(storage_class)]
        amount = capacity.get("capacity")
        if amount is not None:
            errors += validate_non_negative_quantity(amount, FieldPath.of("capacity"))
        if before is None or old is ABSENT:
            return errors
        errors += self.validate_changed_metadata(new, old)
        if self.changes(new, old, ("nodeTopology",)):
            shown = in_go_order(topology, self.shape.tables.by_name["nodeTopology"].shape)
            errors.append(invalid(nodes, shown, IMMUTABLE))
        return errors + validate_immutable(storage_class, before["storageClassName"], _CLASS)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of topologies with deprecated labels."""
        return label_selector_warnings(
            cast("CSIStorageCapacity", new).get("nodeTopology"), FieldPath.of("nodeTopology")
        )


KIND = CSIStorageCapacityKind
