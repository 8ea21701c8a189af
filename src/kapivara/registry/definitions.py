"""The definitions in force, live: which custom resources are served, and what becomes of a definition.

One table, replaced as a whole on each change, so that requests read it without a lock. What the server's controllers
do a moment after a write (claim names, establish, clean up) is done within the write.
Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, pkg/controller/{status,finalizer} (1.37).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeAlias

from kapivara.apis.apiextensions.establishing import CLEANUP_FINALIZER
from kapivara.apis.apiextensions.kind import CustomResourceDefinitionKind
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.registry.built_in import BuiltIn
from kapivara.registry.custom_resource import CustomResource
from kapivara.registry.definition import Definition, is_served
from kapivara.registry.feature_gates import CRD_VALIDATION_RATCHETING, DEFAULT_GATES, FeatureGates
from kapivara.registry.identity import now
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.registry.store import Found, Store, key_prefix
from kapivara.registry.stored_object import UnreadableError, read_stored
from kapivara.storage import Storage
from kapivara.values import JsonObject, copy_json, deep_equal
from kapivara.values.record import record

Key: TypeAlias = tuple[str, str, str]


def key_of(resource: GroupVersionResource) -> Key:
    """Returns what a resource is looked up by: a plain tuple, for every request does it."""
    return resource.group, resource.version, resource.resource


@record
class Terms:
    """What holds for all definitions of a server: whether updates are ratcheted, and who takes note of that."""

    ratcheting: bool
    observer: Observer


@record
class Table:
    """All stored definitions by name, and the scopes of those that are served; `terms` is what holds for all."""

    crds: dict[str, JsonObject]
    definitions: dict[str, Definition]
    scopes: dict[Key, CustomResource]
    terms: Terms

    def with_crd(self, crd: JsonObject) -> Table:
        """Returns the table with a definition added or changed; where only its status did, its schemas are kept."""
        name = crd["metadata"]["name"]
        known = self.definitions.get(name)
        table = self.without(name)
        table.crds[name] = crd
        if is_served(crd):
            gate = None if known is None else known.gate
            definition = Definition(crd, ratcheting=self.terms.ratcheting, gate=gate)
            if known is not None and deep_equal(known.crd["spec"], crd["spec"]):
                definition.take_schemas(known)
            table.definitions[name] = definition
            for version in definition.versions.values():
                if version.served:
                    scope = CustomResource(definition, version, self.terms.observer)
                    table.scopes[key_of(scope.resource)] = scope
        return table

    def without(self, name: str) -> Table:
        """Returns a copy of the table without a definition."""
        table = Table(dict(self.crds), dict(self.definitions), dict(self.scopes), self.terms)
        table.crds.pop(name, None)
        known = table.definitions.pop(name, None)
        if known is not None:
            for version in known.versions:
                table.scopes.pop(key_of(known.gvr(version)), None)
        return table


_SERVER_WRITES = ("acceptedNames", "conditions")
"""What controllers of the server write into the status of definitions."""


class DefinitionScope(BuiltIn):
    """The scope of definitions: what is accepted is established before it is stored."""

    def __init__(self, kind: CustomResourceDefinitionKind, peers: Callable[[], Iterable[JsonObject]]):
        super().__init__(kind)
        self._peers = peers

    def canonicalize(self, obj: JsonObject) -> None:
        """Brings a definition into the form that is stored, names claimed and conditions set."""
        super().canonicalize(obj)
        name = obj["metadata"]["name"]
        self.type.settle(obj, (each for each in self._peers() if each["metadata"]["name"] != name), now())

    def to_storage(self, obj: JsonObject) -> bytes:
        """Encodes a definition; names and conditions are the server's own, which whoever wrote it is not told yet."""
        metadata, status = obj["metadata"], obj["status"]
        if not metadata.get("managedFields"):
            return super().to_storage(obj)
        from kapivara.registry.ownership import with_own_writes  # what only judges objects needs none

        written = {name: status[name] for name in _SERVER_WRITES if status.get(name)}
        entries = with_own_writes(metadata["managedFields"], written, self)
        return super().to_storage({**obj, "metadata": {**metadata, "managedFields": entries}})


class Definitions:
    """The table of definitions, kept in step with the storage by every write to it.

    `replaced` is told of each definition that is no longer in force, so that what was made of it can go.
    """

    def __init__(
        self,
        storage: Storage,
        feature_gates: FeatureGates = DEFAULT_GATES,
        observer: Observer = NO_OBSERVER,
        *,
        replaced: Callable[[Definition], None] = lambda _: None,
    ):
        ratcheting = feature_gates.enabled(CRD_VALIDATION_RATCHETING)
        self.scope = DefinitionScope(CustomResourceDefinitionKind(ratcheting=ratcheting), self._crds)
        self._storage = storage
        self._store = Store(storage, self.scope)
        self._table = Table({}, {}, {}, Terms(ratcheting, observer))
        self._lock = threading.RLock()
        self._replaced = replaced
        self._load()

    @property
    def lock(self) -> threading.RLock:
        """Held by every write of a definition: names are claimed one at a time."""
        return self._lock

    def _load(self) -> None:
        listing = self._storage.list(key_prefix(self.scope.resource.group_resource))
        for stored in listing.items:
            with suppress(UnreadableError):  # lists of definitions tell of it; what it defines is not served
                self._put(read_stored(self.scope, stored))
        for name, crd in self._table.crds.items():
            if crd["metadata"].get("deletionTimestamp"):
                self.clean_up(name)

    def _put(self, crd: JsonObject) -> None:
        self._take(self._table.with_crd(crd), crd["metadata"]["name"])

    def _take(self, table: Table, name: str) -> None:
        gone = self._table.definitions.get(name)
        self._table = table
        if gone is not None:
            self._replaced(gone)

    def _crds(self) -> Iterable[JsonObject]:
        return self._table.crds.values()

    def find(self, resource: GroupVersionResource) -> CustomResource | None:
        """Returns the scope of a custom resource that is served."""
        return self._table.scopes.get(key_of(resource))

    def is_terminating(self, name: str) -> bool:
        """Tells whether a definition is on its way out at this moment."""
        definition = self._table.definitions.get(name)
        return definition is not None and definition.terminating

    def scopes(self) -> Iterable[CustomResource]:
        """Returns the scopes of all custom resources that are served."""
        return self._table.scopes.values()

    def follow(self, name: str) -> None:
        """Takes note of what a write made of a definition: another one, one on its way out, or none."""
        with self._lock:
            try:
                crd = self._store.get("", name).obj
            except ApiError:
                self.removed(name)
                return
            self._put(crd)
            if crd["metadata"].get("deletionTimestamp"):
                self.clean_up(name)

    def removed(self, name: str) -> None:
        """Takes note of a definition that is gone; its names are free for others."""
        with self._lock:
            self._take(self._table.without(name), name)
            for other in self._table.crds.values():
                if not is_served(other):
                    self._settle_again(other["metadata"]["name"])

    def _settle_again(self, name: str) -> None:
        def settle(found: Found) -> JsonObject:
            crd: JsonObject = copy_json(found.obj)
            self.scope.canonicalize(crd)
            return crd

        try:
            crd = self._store.update("", name, settle, dry_run=False)
        except ApiError:
            return
        if crd is not None:
            self._put(crd)

    def clean_up(self, name: str) -> None:
        """Removes the objects of a definition that is on its way out, and the definition once none is left.

        What is being stored is waited for, so that it goes too; nothing comes after it.
        """
        with self._lock:
            definition = self._table.definitions.get(name)
            if definition is not None:
                definition.gate.close()
                if not self._remove_objects(definition):
                    return

            def release(found: Found) -> JsonObject:
                crd: JsonObject = copy_json(found.obj)
                finalizers = [each for each in crd["metadata"].get("finalizers", ()) if each != CLEANUP_FINALIZER]
                crd["metadata"]["finalizers"] = finalizers
                return crd

            try:
                crd = self._store.update("", name, release, dry_run=False)
                if crd is not None and not self.scope.is_released(crd):
                    self._put(crd)
                    return
                self._store.delete(self._store.get("", name).stored, name, dry_run=False)
            except ApiError:  # somebody else was quicker
                pass
            self.removed(name)

    def _remove_objects(self, definition: Definition) -> bool:
        """Deletes all objects of a definition; tells whether none is left (finalizers may hold some)."""
        from kapivara.registry.sweep import sweep  # it needs the steps of deletion, which need this room's others

        return sweep(self._storage, CustomResource(definition, definition.versions[definition.storage_version]))
