"""Aggregates the rules of ClusterRoles: `admin`, `edit`, `view`, and all roles with an `aggregationRule`.

Upstream: pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from kapivara.codec import DecodeError
from kapivara.controllers.controller import Controller
from kapivara.controllers.objects import ObservedWrite
from kapivara.meta import GroupVersionResource
from kapivara.meta.selector_error import SelectorError
from kapivara.meta.selector_objects import selector_of
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import decode_stored
from kapivara.values import JsonObject, deep_equal

_ROLES = GroupVersionResource("rbac.authorization.k8s.io", "v1", "clusterroles")
_KEYS = key_prefix(_ROLES.group_resource)
_MANAGER = "clusterrole-aggregation-controller"


class RoleAggregation(Controller):
    """Updates the rules of aggregated roles. Its items are their names."""

    prefixes = (_KEYS,)

    def begin(self) -> None:
        """Forgets the aggregated roles."""
        self._gathering: set[str] = set()

    def observe(self, write: ObservedWrite) -> None:
        """Queues all aggregated roles after every write to a role, because each may aggregate its rules."""
        name = write.key[len(_KEYS) :]
        if write.is_gone or not write.mentions(b'"aggregationRule"'):
            self._gathering.discard(name)
        else:
            self._gathering.add(name)
        for each in self._gathering:
            self.plan(each)

    def work(self, item: Hashable) -> None:
        """Sets the aggregated rules of a role if they differ."""
        roles = {role["metadata"]["name"]: role for role in self._roles()}
        role = roles.get(str(item))
        if role is None or not role.get("aggregationRule"):
            return
        try:
            gathered = _gather(role, roles)
        except SelectorError:  # validation rejects such a selector in new writes
            return
        if not deep_equal(gathered, role.get("rules") or []):
            api_version = f"{_ROLES.group}/{_ROLES.version}"
            named = {"apiVersion": api_version, "kind": "ClusterRole", "metadata": {"name": str(item)}}
            self.objects.apply(_ROLES, {**named, "rules": gathered}, _MANAGER)

    def _roles(self) -> Iterator[JsonObject]:
        for stored in self.objects.stored_under(_KEYS):
            try:
                yield decode_stored(stored.value)
            except DecodeError:
                continue


CONTROLLER = RoleAggregation


def _gather(role: JsonObject, roles: dict[str, JsonObject]) -> list[Any]:
    """Returns the rules of all other roles that a role selects, without duplicates."""
    gathered: list[Any] = []
    for each in role["aggregationRule"].get("clusterRoleSelectors") or ():
        selector = selector_of(each)
        for name, other in sorted(roles.items()):
            if name != role["metadata"]["name"] and selector.matches(other["metadata"].get("labels") or {}):
                gathered += [rule for rule in other.get("rules") or () if rule not in gathered]
    return gathered
