"""Role and ClusterRole as built-in kinds: rules, under any name that fits into a URL.

Upstream: pkg/registry/rbac/{role,clusterrole}/strategy.go; pkg/apis/rbac/validation/validation.go ValidateRBACName;
neither has columns in pkg/printers/internalversion/printers.go (1.37).
"""

from __future__ import annotations

from kapivara.apis.kind import Kind
from kapivara.content.names import name_is_path_segment


class RbacKind(Kind):
    """What all kinds of the group share: a PUT creates what is missing, and names are nearly free."""

    go_package = "rbac"
    create_on_update = True

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Takes whatever fits into a URL."""
        return name_is_path_segment(name, prefix)


KIND = RbacKind
