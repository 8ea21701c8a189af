"""What has become of an object's owners: they hold it, they are gone, or they wait for it to be gone.

Upstream: pkg/controller/garbagecollector/garbagecollector.go isDangling, classifyReferences (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.controllers.objects import Objects
from kapivara.controllers.owner_graph import OwnerName
from kapivara.meta.owners import DELETE_DEPENDENTS
from kapivara.values import JsonObject
from kapivara.values.record import record


class UnknownOwnerKindError(Exception):
    """An owner is of a kind that is not served: whether it exists, nobody can tell."""


class NamespacedOwnerError(Exception):
    """An object outside of all namespaces names an owner that would be in one."""


@record
class ClassifiedOwners:
    """The uids of an object's owners, by what has become of them."""

    solid: frozenset[str]
    absent: frozenset[str]
    waiting: frozenset[str]


class Owners:
    """Looks owners up, by what objects say of them."""

    def __init__(self, objects: Objects):
        self._objects = objects

    def find(self, owner: OwnerName) -> JsonObject | None:
        """Returns the metadata of an owner; None where there is none of that name, or it is another one."""
        kind = self._objects.find_kind(owner.api_version, owner.kind)
        if kind is None:
            raise UnknownOwnerKindError
        if kind.namespaced and not owner.namespace:
            raise NamespacedOwnerError
        metadata = self._objects.metadata(self._objects.key(kind, owner.namespace, owner.name))
        return metadata if metadata is not None and metadata.get("uid") == owner.uid else None

    def classify(self, references: Iterable[JsonObject], namespace: str) -> ClassifiedOwners:
        """Tells what has become of the owners of an object in a namespace."""
        solid, absent, waiting = set(), set(), set()
        for reference in references:
            owner = self.find(OwnerName.of(reference, namespace))
            if owner is None:
                absent.add(reference["uid"])
            elif owner.get("deletionTimestamp") and DELETE_DEPENDENTS in (owner.get("finalizers") or ()):
                waiting.add(reference["uid"])
            else:
                solid.add(reference["uid"])
        return ClassifiedOwners(frozenset(solid), frozenset(absent), frozenset(waiting))
