"""The garbage collector: deletes objects without owners, and releases owners that wait for their dependents.

The deletion options decide on dependents: background deletes them after the owner, foreground before it (at least those
that block its deletion), orphan keeps them without the owner reference. Each item is a check that a write requires; it
uses the objects stored at that moment, and deletions and patches with UID and version. Upstream:
pkg/controller/garbagecollector/garbagecollector.go (1.37).

Upstream: pkg/controller/garbagecollector/garbagecollector.go isDangling, classifyReferences (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from kapivara.controllers.controller import Controller, Later, Means
from kapivara.controllers.objects import CONFLICT, NOT_FOUND, Objects, ObservedWrite
from kapivara.controllers.owner_graph import Node, OwnerGraph, OwnerName, waiting_finalizer
from kapivara.meta import ApiError, GroupResource
from kapivara.meta.owners import DELETE_DEPENDENTS, ORPHAN_DEPENDENTS
from kapivara.registry.discovery.stored_resources import StoredName
from kapivara.registry.objects.store import key_prefix
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


_IGNORED = key_prefix(GroupResource("", "events"))
_POLICIES = {ORPHAN_DEPENDENTS: "Orphan", DELETE_DEPENDENTS: "Foreground"}
_LOOK_AGAIN_SECONDS = 30.0
"""The interval for checking whether the kind of an owner is served: CRDs are created and deleted."""


@record
class _Owner:
    """An item: check whether the owner of these objects exists."""

    name: OwnerName


@record
class _Dependent:
    """An item: check whether the object under a key still has an owner, or dependents to wait for."""

    key: str


class GarbageCollection(Controller):
    """Deletes and releases objects by the state of their owners."""

    marks = (b'"ownerReferences"', b'"deletionTimestamp"')

    def __init__(self, means: Means):
        super().__init__(means)
        self._graph = OwnerGraph()
        self._owners = Owners(means.objects)

    def begin(self) -> None:
        """Forgets all objects."""
        self._graph.clear()

    # Observing

    def observe(self, write: ObservedWrite) -> None:
        """Records owners that appear, disappear or wait; nearly all writes concern none."""
        if write.key.startswith(_IGNORED):
            return
        if write.is_gone:
            if len(self._graph):
                self._observe_removal(write)
        elif (
            write.mentions(b'"ownerReferences"')
            or write.mentions(b'"deletionTimestamp"')
            or self._graph.node(write.key) is not None
        ):
            self._observe_write(write)

    def _observe_removal(self, write: ObservedWrite) -> None:
        node = self._graph.remove(write.key)
        if node is not None:
            for owner in node.owners:
                self._ask_waiting(owner.uid)
        for dependent in self._graph.dependents(write.metadata.get("uid", "")):
            self.plan(_Dependent(dependent.key))

    def _observe_write(self, write: ObservedWrite) -> None:
        name = write.name
        if name is None:
            return
        node = Node.of(write.key, name.namespace, write.metadata)
        unknown = [each for each in node.owners if not self._graph.is_known_as(each)]
        before = self._graph.put(node)
        for owner in unknown:
            self.plan(_Owner(owner))
        if before is not None:
            for uid in before.blocking - node.blocking:
                self._ask_waiting(uid)
        if node.waits and (before is None or before.waits != node.waits):
            self.plan(_Dependent(node.key))
            if node.waits == DELETE_DEPENDENTS:
                for dependent in self._graph.dependents(node.uid):
                    self.plan(_Dependent(dependent.key))

    def _ask_waiting(self, uid: str) -> None:
        """Queues an owner that may wait for this dependent."""
        if (key := self._graph.waiting(uid)) is not None:
            self.plan(_Dependent(key))

    # Working

    def work(self, item: Hashable) -> None:
        """Performs a check."""
        try:
            match item:
                case _Owner(name=name):
                    self._look_for(name)
                case _Dependent(key=key):
                    self._look_at(key)
        except UnknownOwnerKindError:
            raise Later(_LOOK_AGAIN_SECONDS) from None
        except NamespacedOwnerError:  # no retry can help
            return
        except ApiError as error:
            if error.status.code != NOT_FOUND:  # already deleted
                raise

    def _look_for(self, owner: OwnerName) -> None:
        """Queues the dependents of an owner that does not exist."""
        if self._graph.has_dependents(owner.uid) and self._owners.find(owner) is None:
            for dependent in self._graph.dependents(owner.uid):
                if owner in dependent.owners:
                    self.plan(_Dependent(dependent.key))

    def _look_at(self, key: str) -> None:
        """Deletes an object without owners; releases one that waits for no more dependents."""
        node, name = self._graph.node(key), self.objects.resources.find(key)
        if node is None or name is None or (node.is_deleted and not node.waits):
            return
        current = self.objects.metadata(key)
        if current is None or current.get("uid") != node.uid:
            return  # its deletion will be observed soon
        if node.waits == ORPHAN_DEPENDENTS:
            self._orphan_dependents(node, name, current)
        elif node.waits:
            self._wait_for_dependents(node, name, current)
        elif references := current.get("ownerReferences"):
            self._collect(node, name, current, self._owners.classify(references, name.namespace))

    def _collect(self, node: Node, name: StoredName, current: JsonObject, owners: ClassifiedOwners) -> None:
        if owners.solid:
            if owners.absent or owners.waiting:
                kept = [each for each in current["ownerReferences"] if each["uid"] in owners.solid]
                self.objects.patch_metadata(name, current, ownerReferences=kept)
            return
        policy = _POLICIES.get(waiting_finalizer(current), "Background")
        if owners.waiting and self._graph.has_dependents(node.uid):
            policy = "Foreground"
            if any(each.waits == DELETE_DEPENDENTS for each in self._graph.dependents(node.uid)):
                current = self._unblock(name, current)  # owners that wait for each other would never end
        self._delete(name, current, policy)

    def _unblock(self, name: StoredName, current: JsonObject) -> JsonObject:
        """Makes an object block none of its owners; returns its new metadata."""
        references = [{**each, "blockOwnerDeletion": False} for each in current["ownerReferences"]]
        self.objects.patch_metadata(name, current, ownerReferences=references)
        return self.objects.metadata(name.key) or current

    def _delete(self, name: StoredName, current: JsonObject, policy: str) -> None:
        """Deletes an object despite concurrent changes, as long as its owners are the same."""
        try:
            self.objects.delete(name, policy=policy, uid=current["uid"], resource_version=current["resourceVersion"])
        except ApiError as error:
            latest = self.objects.metadata(name.key) if error.status.code == CONFLICT else None
            if latest is None or latest.get("uid") != current["uid"]:
                raise
            if latest.get("ownerReferences") != current.get("ownerReferences"):
                raise
            self.objects.delete(name, policy=policy, uid=current["uid"])

    def _wait_for_dependents(self, node: Node, name: StoredName, current: JsonObject) -> None:
        """Releases an owner without blocking dependents; otherwise queues its dependents."""
        blocking = [each for each in self._graph.dependents(node.uid) if node.uid in each.blocking]
        if not blocking:
            self._release(name, current, DELETE_DEPENDENTS)
        for dependent in blocking:
            if dependent.waits != DELETE_DEPENDENTS:
                self.plan(_Dependent(dependent.key))

    def _orphan_dependents(self, node: Node, name: StoredName, current: JsonObject) -> None:
        """Removes the owner from all dependents, and releases it."""
        for dependent in self._graph.dependents(node.uid):
            found, metadata = self.objects.resources.find(dependent.key), self.objects.metadata(dependent.key)
            if found is not None and metadata is not None and metadata.get("uid") == dependent.uid:
                kept = [each for each in metadata.get("ownerReferences") or () if each["uid"] != node.uid]
                self._patch_anyway(found, metadata, kept)
        self._release(name, current, ORPHAN_DEPENDENTS)

    def _patch_anyway(self, name: StoredName, metadata: JsonObject, references: list[JsonObject]) -> None:
        try:
            self.objects.patch_metadata(name, metadata, ownerReferences=references)
        except ApiError as error:
            if error.status.code != NOT_FOUND:
                raise

    def _release(self, name: StoredName, current: JsonObject, finalizer: str) -> None:
        kept = [each for each in current.get("finalizers") or () if each != finalizer]
        self.objects.patch_metadata(name, current, finalizers=kept)


CONTROLLER = GarbageCollection
