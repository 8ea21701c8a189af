"""The built-in kinds of a server: each row of the catalog becomes a kind on first use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.apis.catalog.rows import CATALOG, Row
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.meta import GroupVersionResource

Key: TypeAlias = tuple[str, str, str]


def key_of(resource: GroupVersionResource) -> Key:
    """Returns the look-up key of a resource: a plain tuple, because every request needs one."""
    return resource.group, resource.version, resource.resource


class BuiltInKinds:
    """The kinds of a catalog. Thread-safe."""

    def __init__(self, surroundings: Surroundings, rows: Iterable[Row] = CATALOG):
        self.rows = tuple(rows)
        self._surroundings = surroundings
        self._served: dict[Key, tuple[Row, str]] = {}
        self._by_kind: dict[tuple[str, str], Key] = {}
        self._kinds: dict[Key, Kind] = {}
        self._by_plural: dict[str, list[GroupVersionResource]] = {}
        for row in self.rows:  # plain tuples: every start of a command runs this
            group = row.group
            for version in row.versions:
                key = (group, version, row.plural)
                self._served[key] = (row, version)
                self._by_kind[f"{group}/{version}" if group else version, row.kind] = key
        self.groups = frozenset(row.group for row in self.rows)

    def find(self, key: Key) -> Kind | None:
        """Returns the kind of a resource, importing it on first use; None if it is not built in."""
        return self._kinds.get(key) or (self._load(key) if key in self._served else None)

    def get(self, resource: GroupVersionResource) -> Kind:
        """Returns the kind of a built-in resource."""
        key = key_of(resource)
        return self._kinds.get(key) or self._load(key)

    def find_by_kind(self, api_version: str, kind: str) -> Kind | None:
        """Returns the kind of objects with an apiVersion and kind; None if it is not built in."""
        key = self._by_kind.get((api_version, kind))
        return None if key is None else self._kinds.get(key) or self._load(key)

    def stored_alike(self, kind: Kind) -> list[Kind]:
        """Returns the kinds of all versions and groups that share a kind's stored objects."""
        if not self._by_plural:
            for row, version in self._served.values():
                self._by_plural.setdefault(row.plural, []).append(row.gvr(version))
        found = [self.get(resource) for resource in self._by_plural.get(kind.api.plural, ())]
        return [each for each in found if each.stored_resource == kind.stored_resource]

    def api_resources(self) -> list[ApiResource]:
        """Returns the discovery entries of all kinds, without importing them."""
        return [row.at(version) for row, version in self._served.values()]

    def _load(self, key: Key) -> Kind:
        row, version = self._served[key]
        kind = row.load().at(row.at(version), self._surroundings)
        return self._kinds.setdefault(key, kind)
