"""The definitions in force, live: which custom resources are served at this moment.

The table follows the storage (`followers.py`), so it knows of definitions that other servers have written, too. What
becomes of a definition after it was written is told in `definition_lifecycle.py`.
Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.apis.apiextensions.kind import CustomResourceDefinitionKind
from kapivara.meta import GroupVersionResource
from kapivara.registry.custom_resource import CustomResource
from kapivara.registry.definition import Definition
from kapivara.registry.definition_scope import DefinitionScope
from kapivara.registry.definition_table import DefinitionTable, Terms, key_of
from kapivara.registry.feature_gates import CRD_VALIDATION_RATCHETING, DEFAULT_GATES, FeatureGates
from kapivara.registry.followers import Followers
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.registry.stored_object import UnreadableError, read_stored
from kapivara.storage import Event, Listing, Stored, Unchanged


class Definitions:
    """The table of definitions, which follows the storage.

    `replaced` is told of each definition that is no longer in force, so that what was made of it can go.
    """

    def __init__(
        self,
        followers: Followers,
        feature_gates: FeatureGates = DEFAULT_GATES,
        observer: Observer = NO_OBSERVER,
        *,
        replaced: Callable[[Definition], None] = lambda _: None,
    ):
        ratcheting = feature_gates.enabled(CRD_VALIDATION_RATCHETING)
        self.scope = DefinitionScope(CustomResourceDefinitionKind(ratcheting=ratcheting), self.table)
        self._table = DefinitionTable({}, {}, {}, set(), Terms(ratcheting, observer), 0)
        self._replaced = replaced
        self._follower = followers.follow(self.scope.prefix, self)

    def table(self) -> DefinitionTable:
        """Returns all definitions that are stored at this moment, and what they serve."""
        self._follower.refresh()
        return self._table

    def find(self, resource: GroupVersionResource) -> CustomResource | None:
        """Returns the scope of a custom resource that is served."""
        return self.table().scopes.get(key_of(resource))

    def scopes(self) -> Iterable[CustomResource]:
        """Returns the scopes of all custom resources that are served."""
        return self.table().scopes.values()

    def replace(self, listing: Listing) -> None:
        """Takes the definitions of a listing instead of those that were known."""
        listed = {self._name(stored.key) for stored in listing.items}
        for name in self._table.crds.keys() - listed:
            self._take(name, self._table.without(name, listing.revision))
        for stored in listing.items:
            self._put(stored, listing.revision)

    def apply(self, event: Event) -> None:
        """Takes in one write to a definition."""
        if event.value is None:
            name = self._name(event.key)
            self._take(name, self._table.without(name, event.revision))
        else:
            self._put(Stored(event.key, event.value, event.revision), event.revision)

    def _put(self, stored: Stored, revision: int) -> None:
        """Takes in a definition; one that cannot be read serves nothing, and lists of definitions tell of it."""
        name = self._name(stored.key)
        try:
            crd = read_stored(self.scope, stored)
        except UnreadableError:
            self._take(name, self._table.without(name, revision))
        else:
            self._take(name, self._table.with_crd(crd, Unchanged(stored.key, stored.revision), revision))

    def _take(self, name: str, table: DefinitionTable) -> None:
        before, after = self._table.definitions.get(name), table.definitions.get(name)
        self._table = table
        if after is not None and after.terminating:
            after.gate.close()
        if before is not None:
            if after is None or after.gate is not before.gate:
                before.gate.close()
            self._replaced(before)

    def _name(self, key: str) -> str:
        return key.removeprefix(self.scope.prefix)
