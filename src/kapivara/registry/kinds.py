"""The built-in kinds of a server: rows of the catalog, each made into a kind when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from kapivara.apis.api_resource import ApiResource
from kapivara.apis.catalog import CATALOG, Row
from kapivara.apis.kind import Kind
from kapivara.apis.surroundings import Surroundings
from kapivara.meta import GroupVersionResource

Key: TypeAlias = tuple[str, str, str]


def key_of(resource: GroupVersionResource) -> Key:
    """Returns what a resource is looked up by: a plain tuple, for every request does it."""
    return resource.group, resource.version, resource.resource


class BuiltInKinds:
    """The kinds of a catalog. Safe for many threads."""

    def __init__(self, surroundings: Surroundings, rows: Iterable[Row] = CATALOG):
        self._surroundings = surroundings
        self._rows = {key_of(row.gvr(version)): (row, version) for row in rows for version in row.versions}
        self._kinds: dict[Key, Kind] = {}
        self.groups = frozenset(key[0] for key in self._rows)

    def find(self, resource: GroupVersionResource) -> Kind | None:
        """Returns the kind of a resource, imported now if it was not before; None where it is not built in."""
        key = key_of(resource)
        return self._kinds.get(key) or (self._load(key) if key in self._rows else None)

    def get(self, resource: GroupVersionResource) -> Kind:
        """Returns the kind of a resource that is built in."""
        key = key_of(resource)
        return self._kinds.get(key) or self._load(key)

    def find_by_kind(self, api_version: str, kind: str) -> Kind | None:
        """Returns the kind whose objects say they are of this version and kind."""
        for row, version in self._rows.values():
            if row.kind == kind and row.gvr(version).api_version == api_version:
                return self.get(row.gvr(version))
        return None

    def __iter__(self) -> Iterator[Kind]:
        """Imports and returns all."""
        return (self._kinds.get(key) or self._load(key) for key in self._rows)

    def api_resources(self) -> Iterable[ApiResource]:
        """Returns all as discovery tells of them; nothing is imported for that."""
        return (row.at(version) for row, version in self._rows.values())

    def rows(self) -> Iterable[Row]:
        """Returns the rows of the catalog."""
        return {row.gvr().group_resource: row for row, _ in self._rows.values()}.values()

    def _load(self, key: Key) -> Kind:
        row, version = self._rows[key]
        return self._kinds.setdefault(key, row.load()(row.at(version), self._surroundings))
