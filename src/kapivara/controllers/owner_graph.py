"""Who depends on whom: of all stored objects those that name owners, and those that wait for their dependents.

Nothing is kept of objects that neither have owners nor wait: whether an owner exists is looked up when that matters.
Upstream: pkg/controller/garbagecollector/{graph.go,graph_builder.go} (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.meta.owners import DELETE_DEPENDENTS, ORPHAN_DEPENDENTS
from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class OwnerName:
    """What an object says its owner is called; `namespace` is the object's own, for owners that have one."""

    api_version: str
    kind: str
    name: str
    uid: str
    namespace: str

    @staticmethod
    def of(reference: JsonObject, namespace: str) -> OwnerName:
        """Reads an owner reference of an object in a namespace."""
        return OwnerName(reference["apiVersion"], reference["kind"], reference["name"], reference["uid"], namespace)


@record
class Node:
    """An object, as far as collecting garbage goes. `blocking` are the uids of owners that wait for it to be gone."""

    key: str
    uid: str
    owners: tuple[OwnerName, ...] = ()
    blocking: frozenset[str] = frozenset()
    is_deleted: bool = False
    waits: str = ""
    """The finalizer by which it waits for its dependents; empty where it does not, or is not deleted."""

    @staticmethod
    def of(key: str, namespace: str, metadata: JsonObject) -> Node:
        """Reads the metadata of an object."""
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
        """Whether anything has to be known of it."""
        return bool(self.owners or self.waits)


def waiting_finalizer(metadata: JsonObject) -> str:
    """Returns the finalizer by which an object waits for its dependents once it is deleted; empty where there is none.

    Kept: where both are there, its dependents are orphaned.
    """
    finalizers = metadata.get("finalizers") or ()
    return next((each for each in (ORPHAN_DEPENDENTS, DELETE_DEPENDENTS) if each in finalizers), "")


class OwnerGraph:
    """The nodes by their keys, and the dependents of each owner by its uid."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._dependents: dict[str, set[str]] = {}
        self._names: dict[str, OwnerName] = {}
        self._waiting: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def clear(self) -> None:
        """Forgets everything."""
        for each in (self._nodes, self._dependents, self._names, self._waiting):
            each.clear()

    def node(self, key: str) -> Node | None:
        """Returns what is known of the object under a key."""
        return self._nodes.get(key)

    def put(self, node: Node) -> Node | None:
        """Takes in what an object is now; returns what it was before."""
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
        """Forgets an object; returns what was known of it."""
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
        """Tells whether others before have named an owner of this uid in the very same way."""
        return self._names.get(owner.uid) == owner

    def has_dependents(self, uid: str) -> bool:
        """Tells whether any object names an owner of this uid."""
        return uid in self._dependents

    def dependents(self, uid: str) -> Iterator[Node]:
        """Yields the objects that name an owner of this uid."""
        for key in tuple(self._dependents.get(uid, ())):
            yield self._nodes[key]

    def waiting(self, uid: str) -> str | None:
        """Returns the key of an object that waits for its dependents to be gone; None where none of this uid does."""
        return self._waiting.get(uid)
