"""Looks up owners: existing, missing, or waiting for the deletion of their dependents.

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
    """The kind of an owner is not served, so its existence is unknown."""


class NamespacedOwnerError(Exception):
    """A cluster-scoped object has a namespaced owner."""


@record
class ClassifiedOwners:
    """The UIDs of an object's owners, by their state."""

    solid: frozenset[str]
    absent: frozenset[str]
    waiting: frozenset[str]


class Owners:
    """Looks up owners by owner references."""

    def __init__(self, objects: Objects):
        self._objects = objects

    def find(self, owner: OwnerName) -> JsonObject | None:
        """Returns the metadata of an owner; None if it does not exist or has another UID."""
        kind = self._objects.find_kind(owner.api_version, owner.kind)
        if kind is None:
            raise UnknownOwnerKindError
        if kind.namespaced and not owner.namespace:
            raise NamespacedOwnerError
        metadata = self._objects.metadata(self._objects.key(kind, owner.namespace, owner.name))
        return metadata if metadata is not None and metadata.get("uid") == owner.uid else None

    def classify(self, references: Iterable[JsonObject], namespace: str) -> ClassifiedOwners:
        """Classifies the owners of an object in a namespace."""
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
