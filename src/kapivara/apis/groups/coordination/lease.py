"""Lease as a built-in kind; a PUT can create it.

Upstream: pkg/registry/coordination/lease/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.disabled_fields import drop_disabled
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values import Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.coordination.v1.zz_generated_types import Lease
    from kapivara.apis.machinery.tables.table import TableLayout

_HOLDER = (
    "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, "
    "the holder identity must be equal to the elected LeaseCandidate.metadata.name field."
)
_ELECTION = ((("strategy",),), (("preferredHolder",),))
"""The fields of coordinated leader election, which is off by default."""


class LeaseKind(Kind):
    """A lock that its holder renews."""

    qualified_finalizers = False
    unconditional_update = False
    create_on_update = True

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Drops the fields of a disabled feature."""
        super().prepare_for_create(obj)
        drop_disabled(obj["spec"], None, *_ELECTION)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops the fields of a disabled feature, unless the old object has them."""
        super().prepare_for_update(new, old)
        drop_disabled(new["spec"], old["spec"], *_ELECTION)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Requires a positive lease duration.

        Upstream: pkg/apis/coordination/validation/validation.go ValidateLeaseSpec.
        """
        errors = super().validate(operation, new, old)
        spec = cast("Lease", new)["spec"]
        if spec.get("leaseDurationSeconds", 1) <= 0:
            path = FieldPath.of("spec", "leaseDurationSeconds")
            errors.append(invalid(path, spec["leaseDurationSeconds"], "must be greater than 0"))
        return errors

    def make_table(self) -> TableLayout:
        """Returns the columns: name, holder and age. Upstream: pkg/printers/internalversion/printers.go printLease."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        holder = Column("Holder", "string", _holder, description=_HOLDER)
        return TableLayout((name_column(), holder, age_column(self.surroundings)))


KIND = LeaseKind


def _holder(obj: JsonObject) -> str:
    return cast("Lease", obj)["spec"].get("holderIdentity", "")
