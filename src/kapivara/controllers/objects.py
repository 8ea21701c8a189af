"""Reads and writes objects for controllers: through the registry like any client, or from the storage where that
suffices.

Their managed fields have the name of the program that runs them in a cluster.

All writes pass here, and nearly all concern no controller: `mentions` excludes most of them by their bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kapivara.codec import Decoded, DecodeError, encode_json
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.meta.media_types import APPLY_PATCH, MERGE_PATCH
from kapivara.registry.discovery.stored_resources import StoredName, StoredResource, StoredResources
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.objects.stored_object import decode_stored
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage import Event, KeyNotFound, Pending, Storage, Stored
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.registry.requests.outcome import Outcome


class ObservedWrite:
    """One write. `is_new` is True for a created object, `is_gone` for a deleted one."""

    __slots__ = ("_event", "_metadata", "_name_of", "is_gone", "is_new", "key", "revision")

    def __init__(self, event: Event, name_of: Callable[[str], StoredName | None]):
        self._event = event
        self._name_of = name_of
        self._metadata: JsonObject | None = None
        self.key = event.key
        self.revision = event.revision
        self.is_new = event.old_value is None
        self.is_gone = event.value is None

    @property
    def name(self) -> StoredName | None:
        """The identity of the object; None if its resource is not served."""
        return self._name_of(self.key)

    @property
    def metadata(self) -> JsonObject:
        """The metadata of the object, for a deleted one its last; empty if it is unreadable."""
        if self._metadata is None:
            self._metadata = metadata_of(self._value)
        return self._metadata

    def mentions(self, quoted: bytes) -> bool:
        """Returns True if the object contains a quoted text; without it, the object has no field of that name."""
        return self._value.find(quoted) >= 0  # `in` takes three times as long

    @property
    def _value(self) -> bytes:
        return self._event.value or self._event.old_value or b""


def metadata_of(value: bytes) -> JsonObject:
    """Returns the metadata of a stored object; empty if it is unreadable."""
    try:
        metadata: JsonObject = decode_stored(value)["metadata"]
    except DecodeError:
        return {}
    return metadata


PROGRAM = "kube-controller-manager"
NOT_FOUND, CONFLICT = 404, 409
_PAGE = 500
_MOST_REMEMBERED = 10_000


class Objects:
    """All objects of a server. The current work is done once `pending` is durable."""

    def __init__(self, registry: Registry, storage: Storage):
        self.storage = storage
        self.pending = Pending()
        self._registry = registry
        self._written: dict[str, None] = {}

    @property
    def resources(self) -> StoredResources:
        """The stored resources."""
        return self._registry.stored_resources

    def find_kind(self, api_version: str, kind: str) -> Kind | None:
        """Returns the kind of objects with an apiVersion and kind; None if it is not served."""
        return self._registry.find_kind(api_version, kind)

    def key(self, kind: Kind, namespace: str, name: str) -> str:
        """Returns the key of an object of a kind."""
        return key_prefix(kind.stored_resource, namespace if kind.namespaced else "") + name

    def metadata(self, key: str) -> JsonObject | None:
        """Returns the metadata of the object under a key, with its resource version; None if there is none."""
        try:
            stored = self.storage.get(key, self.pending)
        except KeyNotFound:
            return None
        return metadata_of(stored.value) | {"resourceVersion": str(stored.revision)}

    def stored_under(self, prefix: str) -> Iterator[Stored]:
        """Yields the stored values under a prefix, in pages."""
        page = self.storage.list(prefix, limit=_PAGE)
        while True:
            yield from page.items
            if not page.has_more:
                return
            page = self.storage.list(prefix, limit=_PAGE, after=page.items[-1].key)

    def get(self, resource: GroupVersionResource, name: str, namespace: str = "") -> JsonObject:
        """Returns an object."""
        return self._object(Request("get", resource, namespace, name, pending=self.pending))

    def create(self, resource: GroupVersionResource, obj: JsonObject) -> None:
        """Creates an object."""
        namespace = obj["metadata"].get("namespace", "")
        self._ask(Request("create", resource, namespace, body=Decoded(obj), **self._as_program()))

    def update(self, resource: GroupVersionResource, obj: JsonObject, subresource: str = "") -> JsonObject:
        """Replaces an object or its subresource, unless it changed since it was read; returns it."""
        metadata = obj["metadata"]
        return self._object(
            Request(
                "update",
                resource,
                metadata.get("namespace", ""),
                metadata["name"],
                subresource,
                body=Decoded(obj),
                **self._as_program(),
            )
        )

    def apply(self, resource: GroupVersionResource, obj: JsonObject, manager: str) -> None:
        """Applies a configuration, with force."""
        metadata, query = obj["metadata"], {"fieldManager": [manager], "force": ["true"]}
        named = resource, metadata.get("namespace", ""), metadata["name"]
        body = Decoded(obj)
        self._ask(Request("patch", *named, query=query, body=body, media_type=APPLY_PATCH, **self._as_program()))

    def patch_metadata(self, name: StoredName, current: JsonObject, **fields: Any) -> None:
        """Changes fields of an object's metadata, unless it changed since it was read; None removes a field."""
        known = {"uid": current["uid"], "resourceVersion": current["resourceVersion"]}
        self._ask(
            Request(
                "patch",
                name.resource,
                name.namespace,
                name.name,
                body=encode_json({"metadata": {**known, **fields}}),
                media_type=MERGE_PATCH,
                **self._as_program(),
            )
        )

    def delete(self, name: StoredName, *, policy: str, uid: str = "", resource_version: str = "") -> None:
        """Deletes an object; only with this UID and resource version, if given."""
        conditions = {"uid": uid, "resourceVersion": resource_version}
        wanted = {condition: value for condition, value in conditions.items() if value}
        options: JsonObject = {"propagationPolicy": policy}
        body = Decoded(options | {"preconditions": wanted} if wanted else options)
        self._ask(Request("delete", name.resource, name.namespace, name.name, body=body, **self._as_program()))

    def delete_all(self, stored: StoredResource, namespace: str, *, policy: str) -> None:
        """Deletes all objects of a resource in a namespace, in pages; finalizers may hold some."""
        if "deletecollection" not in stored.verbs:
            for each in self.stored_under(stored.prefix_in(namespace)):
                self._delete_anyway(stored.named(each.key), policy)
            return
        query: Mapping[str, Sequence[str]] = {"limit": [str(_PAGE)]}
        while True:
            body = Decoded({"propagationPolicy": policy})
            request = Request(
                "deletecollection", stored.resource, namespace, query=query, body=body, **self._as_program()
            )
            token = self._object(request)["metadata"].get("continue", "")
            if not token:
                return
            query = {"limit": [str(_PAGE)], "continue": [token]}

    def was_written_here(self, key: str) -> bool:
        """Returns True if a controller recently changed the object under a key."""
        return key in self._written

    def _remember(self, key: str) -> None:
        self._written[key] = None
        if len(self._written) > _MOST_REMEMBERED:
            del self._written[next(iter(self._written))]

    def _delete_anyway(self, name: StoredName, policy: str) -> None:
        try:
            self.delete(name, policy=policy)
        except ApiError as error:
            if error.status.code != NOT_FOUND:
                raise

    def _as_program(self) -> dict[str, Any]:
        return {"user_agent": PROGRAM, "pending": self.pending}

    def _object(self, request: Request) -> JsonObject:
        document = self._ask(request).document
        return {} if document is None else document.obj

    def _ask(self, request: Request) -> Outcome:
        """Sends a request; raises ApiError if it fails."""
        if request.verb in ("update", "patch", "delete"):
            self._remember(key_prefix(request.resource.group_resource, request.namespace) + request.name)
        outcome = self._registry.handle(request)
        if not outcome.ok and outcome.status is not None:
            raise ApiError(outcome.status)
        return outcome
