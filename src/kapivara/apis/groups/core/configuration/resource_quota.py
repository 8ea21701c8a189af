"""ResourceQuota as a built-in kind.

Upstream: pkg/registry/core/resourcequota/strategy.go, pkg/printers/internalversion/printers.go printResourceQuota
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.quantity import parse_quantity

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ResourceQuota
    from kapivara.apis.machinery.tables.table import TableLayout

_LIMITED: Final = ("cpu", "memory", "storage", "ephemeral-storage")
_PLAIN_REQUESTS: Final = ("cpu", "memory")
"""The resources whose requests also have a name without prefix."""


class ResourceQuotaKind(Kind):
    """Limits for all objects of a namespace together."""

    keeps_empties = True  # messages print scopes, of which empty differs from absent

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the spec, or the status on a status update."""
        from kapivara.apis.groups.core.configuration.resource_quota_rules import (
            validate_quota_spec,
            validate_quota_status,
            validate_scopes_change,
        )

        errors, quota = super().validate(operation, new, old), _as_quota(new)
        if operation.subresource == "status":
            return errors + validate_quota_status(quota["status"])
        errors += validate_quota_spec(quota["spec"])
        return errors if old is ABSENT else errors + validate_scopes_change(quota["spec"], _as_quota(old)["spec"])

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of new quotas whose requests exceed their limits."""
        return _too_much_asked(_as_quota(new)) if old is ABSENT else []

    def make_table(self) -> TableLayout:
        """Returns the columns: name, used requests, used limits and age."""
        from kapivara.apis.groups.core.column_texts import RESOURCE_QUOTA as TEXTS
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        def used(obj: JsonObject, *, limits: bool) -> str:
            status = _as_quota(obj)["status"]
            have, may = status.get("used", {}), status.get("hard", {})
            names = [name for name in sorted(may) if name.startswith("limits.") is limits]
            return ", ".join(f"{name}: {have.get(name, '0')}/{may[name]}" for name in names)

        requests = Column("Request", "string", lambda obj: used(obj, limits=False), description=TEXTS["Request"])
        limits = Column("Limit", "string", lambda obj: used(obj, limits=True), description=TEXTS["Limit"])
        return TableLayout((name_column(), requests, limits, age_column(self.surroundings)))


KIND = ResourceQuotaKind


def _as_quota(obj: JsonObject) -> ResourceQuota:
    return cast("ResourceQuota", obj)


def _too_much_asked(quota: ResourceQuota) -> list[str]:
    hard = quota["spec"].get("hard", {})
    warnings = []
    for name in _LIMITED:
        request, limit = f"requests.{name}", f"limits.{name}"
        if request not in hard and name in _PLAIN_REQUESTS:
            request = name
        if request in hard and limit in hard and parse_quantity(hard[request]).compare(parse_quantity(hard[limit])) > 0:
            less = f"should be less than {limit} ({hard[limit]})"
            warnings.append(f"ResourceQuota {request} ({hard[request]}) {less}")
    return warnings
