"""ResourceClaim as a built-in kind.

Upstream: pkg/registry/resource/resourceclaim/{strategy.go,storage/storage.go}, pkg/printers/internalversion/printers.go
printResourceClaim (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.groups.resource.admin_access import validate_admin_access, validate_admin_results
from kapivara.apis.groups.resource.allocated_devices import allocated_devices, device_id
from kapivara.apis.groups.resource.claim_features import drop_disabled_claim_fields, drop_disabled_status_fields
from kapivara.apis.groups.resource.device_names import covered
from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.apis.machinery.kinds.subresource import StatusSubresource
from kapivara.apis.shared.rules.changes import validate_immutable_value
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1.zz_generated_types import ResourceClaim
    from kapivara.apis.machinery.tables.table import TableLayout

_SPEC = FieldPath.of("spec")
_STATE = "A summary of the current state (allocated, pending, reserved, etc.)."


class ClaimStatus(StatusSubresource):
    """The status subresource of a claim."""

    __slots__ = ()

    has_table = False


class ResourceClaimKind(Kind):
    """A request for devices."""

    kept_by_status = METADATA
    keeps_empties = True  # messages print changes, in which empty differs from absent
    subresource_types: ClassVar = {"status": ClaimStatus}

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Drops the fields of disabled features."""
        super().prepare_for_create(obj)
        drop_disabled_claim_fields(_as_claim(obj)["spec"], None)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops the fields of disabled features."""
        super().prepare_for_update(new, old)
        drop_disabled_claim_fields(_as_claim(new)["spec"], _as_claim(old)["spec"])

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops the fields of disabled features, and the status of devices that are no longer allocated."""
        super().prepare_for_status_update(new, old)
        status, stored = _as_claim(new)["status"], _as_claim(old)["status"]
        drop_disabled_status_fields(status, stored)
        given_back = allocated_devices(stored) - allocated_devices(status)
        if devices := [each for each in status.pop("devices", []) if device_id(each) not in given_back]:
            status["devices"] = devices

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the spec of a new claim, which is immutable, or the status."""
        from kapivara.apis.groups.resource.claim_rules import validate_claim_spec

        errors, claim = super().validate(operation, new, old), _as_claim(new)
        if old is ABSENT:
            allowed = validate_admin_access(claim["spec"], claim["metadata"], self.surroundings)
            return allowed + errors + validate_claim_spec(claim["spec"], _SPEC, operation.deadline)
        if operation.subresource == "status":
            from kapivara.apis.groups.resource.claim_status_rules import validate_claim_status

            allowed = validate_admin_results(claim, _as_claim(old), self.surroundings)
            if not self.surroundings.is_unbound:
                from kapivara.apis.groups.resource.status_rights import (
                    check_claim_status,  # few users are bound by roles
                )

                allowed += check_claim_status(claim, _as_claim(old), self.surroundings)
            return allowed + errors + validate_claim_status(claim, _as_claim(old))
        named = self.validate_new_metadata(new)
        shape = self.shape.tables.by_name["spec"].shape
        changed = validate_immutable_value(new["spec"], old["spec"], _SPEC, shape)
        return named + errors + covered([each.with_origin("immutable") for each in changed])

    def make_table(self) -> TableLayout:
        """Returns the columns: name, state and age."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        state = Column("State", "string", _state, description=_STATE)
        return TableLayout((name_column(), state, age_column(self.surroundings)))


KIND = ResourceClaimKind


def _as_claim(obj: JsonObject) -> ResourceClaim:
    """Casts a decoded object to ResourceClaim, so that mypy checks its fields."""
    return cast("ResourceClaim", obj)


def _state(obj: JsonObject) -> str:
    claim = _as_claim(obj)
    deleted, status = "deletionTimestamp" in claim["metadata"], claim["status"]
    states = ["deleted"] if deleted else []
    if "allocation" in status:
        states += ["allocated", "reserved"] if status.get("reservedFor") else ["allocated"]
    elif not deleted:
        states.append("pending")
    return ",".join(states)
