"""The consequences of a write to a CRD: other CRDs claim released names, and the objects of a deleted CRD are deleted.

Upstream's controllers do this shortly after a write; here the server that wrote does it as part of the write. Several
servers may do it at once: every step is a compare-and-swap and skips finished work. Upstream:
apiextensions-apiserver/pkg/controller/{status,finalizer} (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.apis.groups.apiextensions.establishing import CLEANUP_FINALIZER
from kapivara.meta import ApiError
from kapivara.registry.conversion.converter import AS_THEY_ARE
from kapivara.registry.crds.definition import Definition, is_terminating
from kapivara.registry.crds.definitions import Definitions
from kapivara.registry.following.followers import Followers
from kapivara.registry.objects.store import Store
from kapivara.registry.objects.stored_object import Found
from kapivara.storage import PreconditionFailed
from kapivara.values import JsonObject, copy_json
from kapivara.values.deadline import NO_DEADLINE, Deadline


class DefinitionLifecycle:
    """Completes the consequences of writes to CRDs."""

    def __init__(self, definitions: Definitions, followers: Followers):
        self._definitions = definitions
        self._followers = followers

    @property
    def _store(self) -> Store:
        return Store(self._followers, self._definitions.kind)

    def resume(self) -> None:
        """Completes the work of a server that stopped in between."""
        crds = self._definitions.table().crds
        for name in [name for name, crd in crds.items() if is_terminating(crd)]:
            self.clean_up(name)
        self._establish_waiting({crd["spec"]["group"] for crd in crds.values()})

    def after_write(self, name: str) -> None:
        """Handles a CRD that was created, changed, marked for deletion or removed."""
        crd = self._definitions.table().crds.get(name)
        if crd is not None and is_terminating(crd):
            self.clean_up(name)
        self._establish_waiting((name.partition(".")[2],))

    def after_removal(self, definition: Definition, revision: int, deadline: Deadline) -> None:
        """Removes a terminating CRD that may have waited only for the object removed at `revision`."""
        self._followers.reach(definition.gate.unchanged.key, revision, deadline)
        crd = self._definitions.table().crds.get(definition.name)
        if crd is not None and is_terminating(crd):
            self.clean_up(definition.name)
            self._establish_waiting((definition.group,))

    def _establish_waiting(self, groups: Iterable[str]) -> None:
        """Claims names for the CRDs of groups that lack accepted names: other CRDs may have released them."""
        table = self._definitions.table()
        for name in sorted(table.waiting):
            if table.crds[name]["spec"]["group"] in groups:
                self._update(name, lambda found: copy_json(found.obj))  # any write claims the names again

    def clean_up(self, name: str) -> None:
        """Removes the objects of a terminating CRD, and the CRD once none is left.

        No object can be created after the CRD is marked (`creation_gate.py`), so the objects found here are all of
        them.
        """
        while True:
            table = self._definitions.table()
            crd, definition = table.crds.get(name), table.definitions.get(name)
            if crd is None or not is_terminating(crd):
                return
            try:
                if definition is None or self._remove_objects(definition):
                    self._release(crd)
                return
            except PreconditionFailed as failure:  # another server has changed the CRD, or has done this
                self._followers.reach(failure.key, failure.revision, NO_DEADLINE)

    def _remove_objects(self, definition: Definition) -> bool:
        """Deletes all objects of a CRD; returns True if none is left (finalizers may hold some).

        Raises PreconditionFailed if the CRD has changed: the objects may belong to a new CRD of the same name.
        """
        from kapivara.registry.delete.collection_removal import delete_all  # most CRDs are never deleted

        stored = definition.versions[definition.storage_version]
        kind = self._definitions.terms.kind(definition, stored, AS_THEY_ARE)  # without the webhook
        return delete_all(self._followers, kind, definition.gate.unchanged)

    def _update(self, name: str, change: Callable[[Found], JsonObject | None]) -> None:
        try:
            self._store.update("", name, change, dry_run=False)
        except ApiError:  # removed by another server, or unreadable
            return

    def _release(self, crd: JsonObject) -> None:
        """Removes the server's finalizer from a CRD; deletes the CRD if no other finalizer is left."""
        name, uid = crd["metadata"]["name"], crd["metadata"].get("uid")
        released: list[Found] = []

        def release(found: Found) -> JsonObject | None:
            metadata = found.obj["metadata"]
            released.clear()
            if metadata.get("uid") != uid:
                return None
            finalizers = [each for each in metadata.get("finalizers", ()) if each != CLEANUP_FINALIZER]
            if not finalizers:
                released.append(found)
                return None
            return {**found.obj, "metadata": {**metadata, "finalizers": finalizers}}

        while True:
            self._update(name, release)
            try:
                if not released or self._store.delete(released[0].stored, name, dry_run=False):
                    return
            except ApiError:  # another server was faster
                return
