"""The current CRDs, and so the custom resources that are served now.

The table follows the storage (`followers.py`), so it includes CRDs that other servers wrote. `lifecycle.py`
handles the consequences of a write. Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.feature_gates import CRD_VALIDATION_RATCHETING
from kapivara.apis.machinery.server.surroundings import AllObjects, Surroundings
from kapivara.registry.built_in_kinds import BuiltInKinds, Key
from kapivara.registry.crds.custom_resource import AfterRemoval, CustomResource
from kapivara.registry.crds.definition import Definition
from kapivara.registry.crds.definition_table import DefinitionTable, Terms
from kapivara.registry.following.followers import Followers
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import UnreadableError, read_stored
from kapivara.registry.observer import Observer
from kapivara.storage import Event, Listing, NothingSince, Stored, Unchanged

if TYPE_CHECKING:
    from kapivara.webhooks.access import WebhookAccess


class Definitions:
    """The table of CRDs, which follows the storage.

    `replaced` is called for each replaced CRD, with True if it serves differently now or not at all, so that caches can
    drop it. `after_removal` is called for removed objects. `webhooks` gives access to conversion webhooks; None calls
    none.
    """

    def __init__(
        self,
        followers: Followers,
        built_ins: BuiltInKinds,
        surroundings: Surroundings,
        observer: Observer,
        *,
        replaced: Callable[[Definition, bool], None],
        after_removal: AfterRemoval,
        webhooks: WebhookAccess | None = None,
    ):
        ratcheting = surroundings.feature_gates.enabled(CRD_VALIDATION_RATCHETING)
        self.gvr = DEFINITIONS.gvr()
        self.prefix = key_prefix(self.gvr.group_resource)
        self._built_ins = built_ins
        self.terms = Terms(ratcheting, observer, surroundings, after_removal, webhooks)
        self._table = DefinitionTable({}, {}, {}, {}, set(), self.terms, 0)
        self._replaced = replaced
        self._follower = followers.follow(self.prefix, self)

    @property
    def kind(self) -> Kind:
        """The kind of the CRDs themselves."""
        return self._built_ins.get(self.gvr)

    def all_objects(self) -> AllObjects:
        """Returns all CRDs that are stored now."""
        table = self.table()
        return AllObjects(table.crds, NothingSince(self.prefix, table.revision))

    def table(self) -> DefinitionTable:
        """Returns all CRDs that are stored now, and the kinds they serve."""
        if self._follower.has_news:
            self._follower.refresh()
        return self._table

    def find(self, key: Key) -> CustomResource | None:
        """Returns the kind of a served custom resource; None if there is none."""
        return self.table().kinds.get(key)

    def find_by_kind(self, api_version: str, kind: str) -> CustomResource | None:
        """Returns the kind of the custom resources with an apiVersion and kind; None if there is none."""
        return self.table().by_kind.get((api_version, kind))

    def kinds(self) -> Iterable[CustomResource]:
        """Returns the kinds of all served custom resources."""
        return self.table().kinds.values()

    def replace(self, listing: Listing) -> None:
        """Replaces all known CRDs by those of a listing."""
        listed = {self._name(stored.key) for stored in listing.items}
        for name in self._table.crds.keys() - listed:
            self._take(name, self._table.without(name, listing.revision))
        for stored in listing.items:
            self._put(stored, listing.revision)

    def apply(self, event: Event) -> None:
        """Applies one write to a CRD."""
        if event.value is None:
            name = self._name(event.key)
            self._take(name, self._table.without(name, event.revision))
        else:
            self._put(Stored(event.key, event.value, event.revision), event.revision)

    def _put(self, stored: Stored, revision: int) -> None:
        """Adds a CRD; an unreadable one serves nothing, and lists of CRDs report it."""
        name = self._name(stored.key)
        try:
            crd = read_stored(self.kind, stored)
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
            self._replaced(before, after is None or not before.serves_like(after.crd))

    def _name(self, key: str) -> str:
        return key.removeprefix(self.prefix)
