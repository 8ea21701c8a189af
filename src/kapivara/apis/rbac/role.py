"""Role and ClusterRole as built-in kinds: rules, under any name that fits into a URL.

Upstream: pkg/registry/rbac/{role,clusterrole}/strategy.go; pkg/apis/rbac/validation/validation.go ValidateRBACName;
neither has columns in pkg/printers/internalversion/printers.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.apis.kind import Kind
from kapivara.content.names import name_is_path_segment
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.initial_object import InitialObject
    from kapivara.apis.rbac.v1.zz_generated_types import ClusterRole


class RbacKind(Kind):
    """What all kinds of the group share: a PUT creates what is missing, and names are nearly free."""

    create_on_update = True
    has_initial_objects = True
    deletes_unreadable = False

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Takes whatever fits into a URL."""
        return name_is_path_segment(name, prefix)

    def check_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Raises ApiError where the user would grant rights that they do not have."""
        if not self.surroundings.is_unbound:  # the administrator may
            self.refuse_grant(new, old)

    def refuse_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Ends a write by which somebody would give away what they do not have."""

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Judges the whole object, whether it is new or not, and then what has changed."""
        errors = self.validate_new_metadata(new)
        errors += self.validate_grant(new, None if old is ABSENT else old)
        if old is not ABSENT:
            errors += self.validate_changed_metadata(new, old)
            errors += self.validate_change(new, old)
        return errors

    def validate_grant(self, new: JsonObject, old: JsonObject | None) -> ErrorList:  # noqa: ARG002  each has its own
        """Judges what is allowed, or to whom: by rules of its kind, if any."""
        return []

    def validate_change(self, new: JsonObject, old: JsonObject) -> ErrorList:  # noqa: ARG002  roles may change
        """Judges what an update changes."""
        return []


class RoleKind(RbacKind):
    """A kind whose objects say what may be done, in one namespace or in all."""

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the roles of every server."""
        from kapivara.apis.rbac.bootstrap import roles

        return roles(self.gvk.kind)

    def refuse_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Ends a write by who has not the rights that the role gives."""
        from kapivara.apis.rbac.granting import refuse_role

        refuse_role(self, new, old)

    def validate_grant(self, new: JsonObject, old: JsonObject | None) -> ErrorList:
        """Judges the rules."""
        from kapivara.apis.rbac.role_rules import validate_role

        return validate_role(cast("ClusterRole", new), cast("ClusterRole | None", old), namespaced=self.namespaced)


KIND = RoleKind
