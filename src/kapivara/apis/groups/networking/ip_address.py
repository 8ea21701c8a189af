"""IPAddress as a built-in kind; its name is the address.

Upstream: pkg/registry/networking/ipaddress/{strategy.go,storage/storage.go}, pkg/apis/networking/validation
ValidateIPAddressName (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.content.ip_rules import is_canonical_ip
from kapivara.field import ErrorList, Operation
from kapivara.meta.kinds import GroupResource
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.networking.v1.zz_generated_types import IPAddress
    from kapivara.apis.machinery.tables.table import TableLayout

_PARENT = (
    "parentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object."
)


class IPAddressKind(Kind):
    """An IP address that an object holds."""

    generates_names = False

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the immutable parent reference; an update is also validated like a new object."""
        from kapivara.apis.groups.networking.service_cidr_rules import validate_parent, validate_same_parent

        parent = cast("IPAddress", new)["spec"].get("parentRef")
        errors = self.validate_new_metadata(new) + validate_parent(parent)
        if old is ABSENT:
            return errors
        errors += self.validate_changed_metadata(new, old)
        return errors + validate_same_parent(parent, cast("IPAddress", old)["spec"].get("parentRef"))

    def check_name(self, name: str, prefix: bool) -> list[str]:  # noqa: ARG002  prefixes are not supported
        """Requires an address in canonical form."""
        return is_canonical_ip(name)

    def make_table(self) -> TableLayout:
        """Returns the columns: name and parent. Kept: rows have an age cell without a published column.

        Upstream: pkg/printers/internalversion/printers.go printIPAddress.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        age = replace(age_column(self.surroundings), is_published=False)
        return TableLayout((name_column(), Column("ParentRef", "string", _parent, description=_PARENT), age))


KIND = IPAddressKind


def _parent(obj: JsonObject) -> str:
    parent = cast("IPAddress", obj)["spec"].get("parentRef")
    if parent is None:
        return "<none>"
    resource = str(GroupResource(parent.get("group", ""), parent.get("resource", ""))).lower()
    return "/".join(filter(None, (resource, parent.get("namespace", "")))) + f"/{parent.get('name', '')}"
