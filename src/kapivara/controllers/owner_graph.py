"""The graph of owners and dependents: all stored objects with owners, and all that wait for dependents.

It has no nodes for other objects: an owner is looked up when its existence matters. Upstream:
pkg/controller/garbagecollector/{graph.go,graph_builder.go} (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.meta.owners import DELETE_DEPENDENTS, ORPHAN_DEPENDENTS
from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class OwnerName:
    """The identity of an owner in an owner reference; `namespace` is that of the dependent, for namespaced owners."""

    api_version: str
    kind: str
    name: str
    uid: str
    namespace: str

    @staticmethod
    def of(reference: JsonObject, namespace: str) -> OwnerName:
        """Returns the owner of a reference in an object of a namespace."""
        return OwnerName(reference["apiVersion"], reference["kind"], reference["name"], reference["uid"], namespace)


@record
class Node:
    """An object of the graph. `blocking` are the UIDs of owners whose deletion it blocks."""

    key: str
    uid: str
    owners: tuple[OwnerName, ...] = ()
    blocking: frozenset[str] = frozenset()
    is_deleted: bool = False
    waits: str = ""
    """The finalizer with which the deleted object waits for its dependents; empty if it does not."""

    @staticmethod
    def of(key: str, namespace: str, metadata: JsonObject) -> Node:
        """Returns the node for an object's metadata."""
        references = metadata.get("ownerReferences") or ()
        is_deleted = bool(metadata.get("deletionTimestamp"))
        return Node(
            key,
            metadata.get("uid", ""),
            tuple(OwnerName.of(each, namespace) for each in references),
            frozenset(each["uid"] for each in references if each.get("blockOwnerDeletion")),
            is_deleted,
            waiting_finalizer(metadata) if is_deleted else "",
        )

    @property
    def matters(self) -> bool:
        """Whether the graph needs the node."""
        return bool(self.owners or self.waits)


def waiting_finalizer(metadata: JsonObject) -> str:
    """Returns the finalizer with which an object waits for dependents once it is deleted; empty if it has none.

    Kept: with both finalizers, its dependents are orphaned.
    """
    finalizers = metadata.get("finalizers") or ()
    return next((each for each in (ORPHAN_DEPENDENTS, DELETE_DEPENDENTS) if each in finalizers), "")


class OwnerGraph:
    """The nodes by key, and the dependents of each owner by its UID."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._dependents: dict[str, set[str]] = {}
        self._names: dict[str, OwnerName] = {}
        self._waiting: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def clear(self) -> None:
        """Removes everything."""
        for each in (self._nodes, self._dependents, self._names, self._waiting):
            each.clear()

    def node(self, key: str) -> Node | None:
        """Returns the node of a key; None if there is none."""
        return self._nodes.get(key)

    def put(self, node: Node) -> Node | None:
        """Adds or replaces a node; returns the old one."""
        before = self.remove(node.key)
        if node.matters:
            self._nodes[node.key] = node
            for owner in node.owners:
                self._dependents.setdefault(owner.uid, set()).add(node.key)
                self._names.setdefault(owner.uid, owner)
            if node.waits == DELETE_DEPENDENTS:
                self._waiting[node.uid] = node.key
        return before

    def remove(self, key: str) -> Node | None:
        """Removes a node; returns it."""
        node = self._nodes.pop(key, None)
        if node is not None:
            self._waiting.pop(node.uid, None)
            for owner in node.owners:
                self._drop(owner.uid, key)
        return node

    def _drop(self, uid: str, key: str) -> None:
        dependents = self._dependents.get(uid, set())
        dependents.discard(key)
        if not dependents:
            self._dependents.pop(uid, None)
            self._names.pop(uid, None)

    def is_known_as(self, owner: OwnerName) -> bool:
        """Returns True if earlier dependents identify an owner in exactly the same way."""
        return self._names.get(owner.uid) == owner

    def has_dependents(self, uid: str) -> bool:
        """Returns True if any object has an owner with this UID."""
        return uid in self._dependents

    def dependents(self, uid: str) -> Iterator[Node]:
        """Yields the objects that have an owner with this UID."""
        for key in tuple(self._dependents.get(uid, ())):
            yield self._nodes[key]

    def waiting(self, uid: str) -> str | None:
        """Returns the key of the object with this UID that waits for its dependents' deletion; None without one."""
        return self._waiting.get(uid)
