"""Which resources are stored, and which object a key of the storage is for; no kind is imported to tell.

For those who go by the storage instead of by requests, such as controllers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kapivara.apis.catalog import Row
from kapivara.meta import GroupVersionResource
from kapivara.registry.definition import Definition
from kapivara.registry.definition_table import DefinitionTable
from kapivara.registry.store import key_prefix
from kapivara.values.record import record

ALL_OBJECTS = "/registry/"
"""What the keys of all objects start with."""
_PLACE = ALL_OBJECTS.count("/")


@record
class StoredResource:
    """A resource that is stored, at a version that is served; `prefix` is what the keys of all its objects start with.

    Where two groups serve the same objects, it is that which they are stored under.
    """

    resource: GroupVersionResource
    namespaced: bool
    verbs: tuple[str, ...]
    prefix: str

    def named(self, key: str) -> StoredName:
        """Tells which of its objects a key is for."""
        namespace, _, name = key.removeprefix(self.prefix).rpartition("/")
        return StoredName(self, namespace, name)

    def prefix_in(self, namespace: str) -> str:
        """Returns what the keys of its objects in a namespace start with."""
        return f"{self.prefix}{namespace}/"


@record
class StoredName:
    """What an object is called: its resource, its namespace (empty where it has none) and its name."""

    of: StoredResource
    namespace: str
    name: str

    @property
    def resource(self) -> GroupVersionResource:
        """The resource at the version by which to ask for the object."""
        return self.of.resource

    @property
    def key(self) -> str:
        """The key that it is stored under."""
        return (self.of.prefix_in(self.namespace) if self.namespace else self.of.prefix) + self.name


class StoredResources:
    """The resources of a catalog, and those that definitions add at this moment. Safe for many threads."""

    def __init__(self, rows: Iterable[Row], definitions: Callable[[], DefinitionTable]):
        self._definitions = definitions
        self._built_in: dict[str, StoredResource] = {}
        for row in rows:
            prefix = key_prefix(row.gvr().group_resource)
            if "watch" in row.verbs:  # which all stored resources have; of two that share a prefix the first is it
                self._built_in.setdefault(prefix, StoredResource(row.gvr(), row.namespaced, row.verbs, prefix))

    def all(self) -> Iterator[StoredResource]:
        """Yields every resource once."""
        yield from self._built_in.values()
        for definition in self._definitions().definitions.values():
            if (found := _defined(definition)) is not None:
                yield found

    def find(self, key: str) -> StoredName | None:
        """Returns what an object is called; None where no resource that is served has such keys."""
        steps = key.split("/", _PLACE + 2)
        for count in (_PLACE + 1, _PLACE + 2):
            if (found := self._built_in.get("/".join(steps[:count]) + "/")) is not None:
                return found.named(key)
        group, plural = [*steps, "", "", ""][_PLACE : _PLACE + 2]
        definition = self._definitions().definitions.get(f"{plural}.{group}")
        defined = None if definition is None else _defined(definition)
        return None if defined is None else defined.named(key)


def _defined(definition: Definition) -> StoredResource | None:
    """Returns the resource of a definition; None where no version of it is served."""
    served = next((each.name for each in definition.versions.values() if each.served), None)
    if served is None:
        return None
    resource = definition.gvr(served)
    verbs = definition.describe(definition.versions[served]).verbs
    return StoredResource(resource, definition.namespaced, verbs, key_prefix(resource.group_resource))
