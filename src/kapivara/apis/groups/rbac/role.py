"""Role and ClusterRole as built-in kinds.

Upstream: pkg/registry/rbac/{role,clusterrole}/strategy.go; pkg/apis/rbac/validation/validation.go ValidateRBACName;
neither has columns in pkg/printers/internalversion/printers.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.content.names import name_is_path_segment
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.rbac.v1.zz_generated_types import ClusterRole
    from kapivara.apis.machinery.kinds.initial_object import InitialObject


class RbacKind(Kind):
    """The base class of the group's kinds: a PUT creates missing objects, and names are any path segments."""

    create_on_update = True
    has_initial_objects = True
    deletes_unreadable = False

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Accepts any path segment."""
        return name_is_path_segment(name, prefix)

    def check_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Raises ApiError if the user would grant rights that they do not have."""
        if not self.surroundings.is_unbound:  # the administrator may grant all rights
            self.refuse_grant(new, old)

    def refuse_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Raises ApiError for a write that grants rights the user does not have."""

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole object on create and update, and then its changes."""
        errors = self.validate_new_metadata(new)
        errors += self.validate_grant(new, None if old is ABSENT else old)
        if old is not ABSENT:
            errors += self.validate_changed_metadata(new, old)
            errors += self.validate_change(new, old)
        return errors

    def validate_grant(self, new: JsonObject, old: JsonObject | None) -> ErrorList:  # noqa: ARG002  overridden
        """Validates the fields that grant rights; subclasses override it."""
        return []

    def validate_change(self, new: JsonObject, old: JsonObject) -> ErrorList:  # noqa: ARG002  roles may change
        """Validates the changes of an update; subclasses override it."""
        return []


class RoleKind(RbacKind):
    """A set of rules that grant rights, in one namespace or in all."""

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the roles of every server."""
        from kapivara.apis.groups.rbac.bootstrap import roles

        return roles(self.gvk.kind)

    def refuse_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Raises ApiError if the user does not have the rights of the role."""
        from kapivara.apis.groups.rbac.granting import refuse_role

        refuse_role(self, new, old)

    def validate_grant(self, new: JsonObject, old: JsonObject | None) -> ErrorList:
        """Validates the rules."""
        from kapivara.apis.groups.rbac.role_rules import validate_role

        return validate_role(cast("ClusterRole", new), cast("ClusterRole | None", old), namespaced=self.namespaced)


KIND = RoleKind
