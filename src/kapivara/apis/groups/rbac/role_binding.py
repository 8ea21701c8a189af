"""RoleBinding and ClusterRoleBinding as built-in kinds.

Upstream: pkg/registry/rbac/{rolebinding,clusterrolebinding}/strategy.go; pkg/printers/internalversion/printers.go
printRoleBinding; pkg/apis/rbac/helpers.go SubjectsStrings (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.rbac.role import RbacKind
from kapivara.field import ErrorList
from kapivara.values import Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.rbac.v1.zz_generated_types import RoleBinding
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import Column, TableLayout

_ROLE = (
    "roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef "
    "cannot be resolved, the Authorizer must return an error."
)
_CLUSTER_ROLE = (
    "roleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the "
    "Authorizer must return an error."
)


class RoleBindingKind(RbacKind):
    """A binding of a role to subjects, in one namespace or in all."""

    short_circuit_mismatch = True

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the bindings of every server; namespaced ones refer to roles of their namespace."""
        from kapivara.apis.groups.rbac.bootstrap import bindings

        return bindings(self.gvk.kind, "Role" if self.namespaced else "ClusterRole")

    def refuse_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Raises ApiError if the user does not have the rights of the role."""
        from kapivara.apis.groups.rbac.granting import refuse_binding

        refuse_binding(self, new, old)

    def validate_grant(self, new: JsonObject, old: JsonObject | None) -> ErrorList:  # noqa: ARG002
        """Validates the role and the subjects."""
        from kapivara.apis.groups.rbac.role_binding_rules import validate_binding

        return validate_binding(_as_binding(new), namespaced=self.namespaced)

    def validate_change(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Rejects a changed role."""
        from kapivara.apis.groups.rbac.role_binding_rules import validate_same_role

        return validate_same_role(_as_binding(new), _as_binding(old), namespaced=self.namespaced)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, role, age, and in wide output the subjects by kind."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        described = _ROLE if self.namespaced else _CLUSTER_ROLE
        role = Column("Role", "string", _role, description=described)
        subjects = [self._subjects(each) for each in ("User", "Group", "ServiceAccount")]
        return TableLayout((name_column(), role, age_column(self.surroundings), *subjects))

    def _subjects(self, kind: str) -> Column:
        from kapivara.apis.machinery.tables.table import Column

        def names(obj: JsonObject) -> str:
            subjects = _as_binding(obj).get("subjects", [])
            return ", ".join(
                f"{each.get('namespace', '')}/{each['name']}" if kind == "ServiceAccount" else each["name"]
                for each in subjects
                if each["kind"] == kind
            )

        binding = f"{self.gvk.kind[:1].lower()}{self.gvk.kind[1:]}"
        return Column(f"{kind}s", "string", names, description=f"{kind}s in the {binding}", priority=1)


KIND = RoleBindingKind


def _as_binding(obj: JsonObject) -> RoleBinding:
    """Casts a decoded object to RoleBinding, so that mypy checks its fields."""
    return cast("RoleBinding", obj)


def _role(obj: JsonObject) -> str:
    role = _as_binding(obj)["roleRef"]
    return f"{role['kind']}/{role['name']}"
