"""Role and ClusterRole as built-in kinds: rules, under any name that fits into a URL.

Upstream: pkg/registry/rbac/{role,clusterrole}/strategy.go; pkg/apis/rbac/validation/validation.go ValidateRBACName;
neither has columns in pkg/printers/internalversion/printers.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kapivara.apis.kind import Kind
from kapivara.content.names import name_is_path_segment

if TYPE_CHECKING:
    from kapivara.apis.initial_object import InitialObject


class RbacKind(Kind):
    """What all kinds of the group share: a PUT creates what is missing, and names are nearly free."""

    create_on_update = True
    has_initial_objects = True

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Takes whatever fits into a URL."""
        return name_is_path_segment(name, prefix)


class RoleKind(RbacKind):
    """A kind whose objects say what may be done, in one namespace or in all."""

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the roles of every server."""
        from kapivara.apis.rbac.bootstrap import roles

        return roles(self.gvk.kind)


KIND = RoleKind
