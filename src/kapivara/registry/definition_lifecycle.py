"""What becomes of definitions after a write: names that were let go are claimed by others, objects go with theirs.

What the server's controllers do a moment after a write is done within it, by the server that made it. Several may do
it at once: every step is a compare-and-swap, and leaves alone what another one has done.
Upstream: apiextensions-apiserver/pkg/controller/{status,finalizer} (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.apis.apiextensions.establishing import CLEANUP_FINALIZER
from kapivara.meta import ApiError
from kapivara.registry.conversion import AS_THEY_ARE
from kapivara.registry.definition import Definition, is_terminating
from kapivara.registry.definitions import Definitions
from kapivara.registry.followers import Followers
from kapivara.registry.store import Store
from kapivara.registry.stored_object import Found
from kapivara.storage import PreconditionFailed
from kapivara.values import JsonObject, copy_json
from kapivara.values.deadline import NO_DEADLINE, Deadline


class DefinitionLifecycle:
    """Goes on with definitions where a write has left them."""

    def __init__(self, definitions: Definitions, followers: Followers):
        self._definitions = definitions
        self._followers = followers

    @property
    def _store(self) -> Store:
        return Store(self._followers, self._definitions.kind)

    def resume(self) -> None:
        """Goes on where a server has ended before it was done."""
        crds = self._definitions.table().crds
        for name in [name for name, crd in crds.items() if is_terminating(crd)]:
            self.clean_up(name)
        self._establish_waiting({crd["spec"]["group"] for crd in crds.values()})

    def after_write(self, name: str) -> None:
        """Goes on after a definition was created, changed, marked for deletion or removed."""
        crd = self._definitions.table().crds.get(name)
        if crd is not None and is_terminating(crd):
            self.clean_up(name)
        self._establish_waiting((name.partition(".")[2],))

    def after_removal(self, definition: Definition, revision: int, deadline: Deadline) -> None:
        """Lets go of a definition that may only have waited for an object that was removed at a revision."""
        self._followers.reach(definition.gate.unchanged.key, revision, deadline)
        crd = self._definitions.table().crds.get(definition.name)
        if crd is not None and is_terminating(crd):
            self.clean_up(definition.name)
            self._establish_waiting((definition.group,))

    def _establish_waiting(self, groups: Iterable[str]) -> None:
        """Claims names for the definitions of groups that were refused some: others may have let go of them."""
        table = self._definitions.table()
        for name in sorted(table.waiting):
            if table.crds[name]["spec"]["group"] in groups:
                self._update(name, lambda found: copy_json(found.obj))  # whatever is stored claims its names

    def clean_up(self, name: str) -> None:
        """Removes the objects of a definition that is on its way out, and the definition once none is left.

        Nothing is stored of it any more once it is marked (`gate.py`), so what is found here is all.
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
            except PreconditionFailed as failure:  # another one has changed the definition, or has done all this
                self._followers.reach(failure.key, failure.revision, NO_DEADLINE)

    def _remove_objects(self, definition: Definition) -> bool:
        """Deletes all objects of a definition; tells whether none is left (finalizers may hold some).

        Raises PreconditionFailed where the definition has changed: the objects may be those of a new one by its name.
        """
        from kapivara.registry.collection_removal import delete_all  # most definitions stay

        stored = definition.versions[definition.storage_version]
        kind = self._definitions.terms.kind(definition, stored, AS_THEY_ARE)  # whether or not a webhook is still there
        return delete_all(self._followers, kind, definition.gate.unchanged)

    def _update(self, name: str, change: Callable[[Found], JsonObject | None]) -> None:
        try:
            self._store.update("", name, change, dry_run=False)
        except ApiError:  # it went meanwhile, or it cannot be read
            return

    def _release(self, crd: JsonObject) -> None:
        """Takes the server's own finalizer from a definition; removes it where nothing else holds it."""
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
            except ApiError:  # somebody else was quicker
                return
