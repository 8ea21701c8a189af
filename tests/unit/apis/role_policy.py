"""A server with only roles and bindings, in a compact notation."""

from __future__ import annotations

from typing import Any

from tests.unit.apis.alone import Alone

from kapivara.authorization.policy_tables import PolicyTables
from kapivara.authorization.role_based import RoleBasedAuthorizer

Object = dict[str, Any]


def rule(verbs: str, groups: str = "", resources: str = "", names: str = "", urls: str = "") -> Object:
    """Returns a rule; parts are comma-separated texts, and absent by default."""
    if urls:
        return {"verbs": verbs.split(","), "nonResourceURLs": urls.split(",")}
    found: Object = {"verbs": verbs.split(","), "apiGroups": groups.split(","), "resources": resources.split(",")}
    return {**found, "resourceNames": names.split(",")} if names else found


def subject(text: str) -> Object:
    """Returns a subject by kind and name; accounts may have a namespace in between: `ServiceAccount:n:a`."""
    kind, *namespace, name = text.split(":")
    return {"kind": kind, "name": name, **({"namespace": namespace[0]} if namespace else {})}


class Policy(Alone):
    """Roles and bindings; namespaced ones are named `namespace/name`."""

    is_unbound = False

    def __init__(self, roles: dict[str, list[Object]], bindings: dict[str, tuple[str, str]]):
        super().__init__()
        self.tables = PolicyTables.empty()
        self.authorizer = RoleBasedAuthorizer(self.tables)
        for name, rules in roles.items():
            table = self.tables.roles if "/" in name else self.tables.cluster_roles
            table.put(name, {"rules": rules})
        for name, (role, subjects) in bindings.items():
            self.bind(name, role, subjects)

    def bind(self, name: str, role: str, subjects: str) -> None:
        """Binds a role to subjects."""
        kind, _, role_name = role.partition(" ")
        namespace, _, own = name.rpartition("/")
        metadata = {"name": own, **({"namespace": namespace} if namespace else {})}
        obj = {"roleRef": {"kind": kind, "name": role_name}, "subjects": [*map(subject, subjects.split())]}
        table = self.tables.bindings if namespace else self.tables.cluster_bindings
        table.put(name, {"metadata": metadata, **obj})
