"""Maps keys of the storage to resources and objects, without importing any kind.

For components that use the storage instead of requests, such as controllers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kapivara.apis.catalog.rows import Row
from kapivara.meta import GroupVersionResource
from kapivara.registry.crds.definition import Definition
from kapivara.registry.crds.definition_table import DefinitionTable
from kapivara.registry.objects.store import key_prefix
from kapivara.values.record import record

ALL_OBJECTS = "/registry/"
"""The prefix of the keys of all objects."""
_PLACE = ALL_OBJECTS.count("/")


@record
class StoredResource:
    """A stored resource at a served version; `prefix` is the prefix of its keys.

    If two groups serve the same objects, it is the one they are stored under.
    """

    resource: GroupVersionResource
    namespaced: bool
    verbs: tuple[str, ...]
    prefix: str

    def named(self, key: str) -> StoredName:
        """Returns the name of the object with a key."""
        namespace, _, name = key.removeprefix(self.prefix).rpartition("/")
        return StoredName(self, namespace, name)

    def prefix_in(self, namespace: str) -> str:
        """Returns the prefix of the keys of a namespace."""
        return f"{self.prefix}{namespace}/"


@record
class StoredName:
    """The identity of an object: its resource, its namespace (empty if cluster-scoped) and its name."""

    of: StoredResource
    namespace: str
    name: str

    @property
    def resource(self) -> GroupVersionResource:
        """The resource at the version for requests."""
        return self.of.resource

    @property
    def key(self) -> str:
        """The key of the object."""
        return (self.of.prefix_in(self.namespace) if self.namespace else self.of.prefix) + self.name


class StoredResources:
    """The resources of a catalog and of the current CRDs. Thread-safe."""

    def __init__(self, rows: Iterable[Row], definitions: Callable[[], DefinitionTable]):
        self._definitions = definitions
        self._built_in: dict[str, StoredResource] = {}
        for row in rows:
            prefix = key_prefix(row.gvr().group_resource)
            if "watch" in row.verbs:  # all stored resources have it; the first of two with the same prefix wins
                self._built_in.setdefault(prefix, StoredResource(row.gvr(), row.namespaced, row.verbs, prefix))

    def all(self) -> Iterator[StoredResource]:
        """Yields every resource once."""
        yield from self._built_in.values()
        for definition in self._definitions().definitions.values():
            if (found := _defined(definition)) is not None:
                yield found

    def find(self, key: str) -> StoredName | None:
        """Returns the name of the object with a key; None if no served resource has such keys."""
        steps = key.split("/", _PLACE + 2)
        for count in (_PLACE + 1, _PLACE + 2):
            if (found := self._built_in.get("/".join(steps[:count]) + "/")) is not None:
                return found.named(key)
        group, plural = [*steps, "", "", ""][_PLACE : _PLACE + 2]
        definition = self._definitions().definitions.get(f"{plural}.{group}")
        defined = None if definition is None else _defined(definition)
        return None if defined is None else defined.named(key)


def _defined(definition: Definition) -> StoredResource | None:
    """Returns the resource of a CRD; None if no version is served."""
    served = next((each.name for each in definition.versions.values() if each.served), None)
    if served is None:
        return None
    resource = definition.gvr(served)
    verbs = definition.describe(definition.versions[served]).verbs
    return StoredResource(resource, definition.namespaced, verbs, key_prefix(resource.group_resource))
