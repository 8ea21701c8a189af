"""The objects of one resource in the storage: keys, reads, compare-and-swap writes, dry runs.

Objects go in and out through their scope's codec; revisions become resource versions. What is to be written is read
back first, so nothing is stored that cannot be read.
Upstream: apiserver/pkg/registry/generic/registry/dryrun.go, pkg/storage/etcd3/store.go GuaranteedUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from kapivara.codec import DecodeError
from kapivara.content.names import name_is_path_segment
from kapivara.meta import (
    ApiError,
    GroupResource,
    already_exists_status,
    bad_request_status,
    not_found_status,
    unknown_error_status,
)
from kapivara.registry.followers import Followers
from kapivara.registry.scope import Scope
from kapivara.registry.stored_object import UnreadableError, decode_stored, read_stored
from kapivara.storage import AlreadyExists, Conflict, KeyNotFound, Precondition, PreconditionFailed, Stored
from kapivara.values import JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record
from kapivara.values.rendering import quote

MAX_STORED_BYTES = 1_572_864
"""What one value may take: the limit of etcd's requests, which the reference server's storage has."""


@record
class Found:
    """An object as it is stored now, and where."""

    obj: JsonObject
    stored: Stored


def key_prefix(resource: GroupResource, namespace: str = "") -> str:
    """Returns what the keys of a resource (in a namespace) start with."""
    start = f"/registry/{resource.group}/{resource.resource}/" if resource.group else f"/registry/{resource.resource}/"
    return f"{start}{namespace}/" if namespace else start


class Store:
    """The storage, as seen by requests to one scope. A write is in the tables that follow it before it is answered.

    Waiting for these ends with the deadline. Writes are made on condition that all `preconditions` hold, and raise
    PreconditionFailed where one does not.
    """

    __slots__ = ("_deadline", "_followers", "_preconditions", "_storage", "removed_at", "resource", "scope")

    def __init__(
        self,
        followers: Followers,
        scope: Scope,
        deadline: Deadline = NO_DEADLINE,
        preconditions: tuple[Precondition, ...] = (),
    ):
        self._storage = followers.storage
        self._followers = followers
        self._deadline = deadline
        self._preconditions = preconditions
        self.scope = scope
        self.resource = scope.group_resource
        self.removed_at = 0
        """The revision at which an object was last removed here."""

    def key(self, namespace: str, name: str) -> str:
        """Returns the key of an object; ends the request where no object can be called that.

        Upstream: apiserver/pkg/registry/generic/registry/store.go NamespaceKeyFunc.
        """
        problems = name_is_path_segment(name)
        if problems:
            raise ApiError(bad_request_status(f"Name parameter invalid: {quote(name)}: {';'.join(problems)}"))
        return key_prefix(self.resource, namespace if self.scope.namespaced else "") + name

    def get(self, namespace: str, name: str) -> Found:
        """Returns an object; ends the request where it does not exist, or cannot be read."""
        try:
            stored = self._storage.get(self.key(namespace, name))
        except KeyNotFound:
            raise ApiError(not_found_status(self.resource, name)) from None
        return Found(read_stored(self.scope, stored), stored)

    def create(self, obj: JsonObject, *, dry_run: bool) -> JsonObject:
        """Stores a new object; returns it as it reads back. Ends the request where the name is taken."""
        metadata = obj["metadata"]
        name, key = metadata["name"], self.key(metadata.get("namespace", ""), metadata["name"])
        while True:
            proposal = self.scope.propose(obj, is_new=True)
            new, value = self._prove(proposal.obj, key)
            try:
                if dry_run:
                    self._check_free(key)
                    return new
                stored = self._storage.create(key, value, self._preconditions + proposal.preconditions)
            except AlreadyExists:
                raise ApiError(already_exists_status(self.resource, name)) from None
            except PreconditionFailed as failure:
                self._look_again(failure)
                continue
            self._followers.reach(key, stored.revision, self._deadline)
            return _at(new, stored.revision)

    def _check_free(self, key: str) -> None:
        with suppress(KeyNotFound):
            self._storage.get(key)
            raise AlreadyExists(key)

    def update(
        self, namespace: str, name: str, change: Callable[[Found], JsonObject | None], *, dry_run: bool
    ) -> JsonObject | None:
        """Stores what `change` makes of an object, again and again until nobody comes between; returns it read back.

        `change` may return None to leave the object alone, and may be called several times. Nothing is written
        where nothing changes. Ends the request where the object does not exist, or cannot be read.
        """
        found = self.get(namespace, name)
        while True:
            changed = change(found)
            if changed is None:
                return None
            try:
                return self._update(found.stored, changed, dry_run=dry_run)
            except KeyNotFound:
                raise ApiError(not_found_status(self.resource, name)) from None
            except Conflict as conflict:
                found = Found(read_stored(self.scope, conflict.current), conflict.current)

    def _update(self, old: Stored, changed: JsonObject, *, dry_run: bool) -> JsonObject:
        """Stores a changed object in place of the old one, unless they are the same; returns it read back."""
        while True:
            proposal = self.scope.propose(changed, is_new=False)
            new, value = self._prove(proposal.obj, old.key)
            if value == old.value or dry_run:
                return _at(new, old.revision)
            preconditions = self._preconditions + proposal.preconditions
            try:
                stored = self._storage.update(old.key, value, old.revision, preconditions)
            except PreconditionFailed as failure:
                self._look_again(failure)
                continue
            self._followers.reach(old.key, stored.revision, self._deadline)
            return _at(new, stored.revision)

    def _look_again(self, failure: PreconditionFailed) -> None:
        """Learns why a condition did not hold; what this store was made on condition of is its maker's affair."""
        if failure.precondition in self._preconditions:
            raise failure
        self._deadline.check()
        self._followers.reach(failure.key, failure.revision, self._deadline)

    def delete(self, stored: Stored, name: str, *, dry_run: bool) -> bool:
        """Removes an object as it was found; returns False where it has changed meanwhile, and must be looked at again.

        Ends the request where the object went meanwhile.
        """
        if dry_run:
            return True
        try:
            removed = self._storage.delete(stored.key, stored.revision, self._preconditions)
        except KeyNotFound:
            raise ApiError(not_found_status(self.resource, name)) from None
        except Conflict:
            return False
        self.removed_at = removed.revision
        self._followers.reach(stored.key, removed.revision, self._deadline)
        return True

    def _prove(self, obj: JsonObject, key: str) -> tuple[JsonObject, bytes]:
        """Returns an object as it will read back, and the bytes to store: nothing is written that cannot be read."""
        value = self.scope.to_storage(obj)
        if len(value) > MAX_STORED_BYTES:
            raise ApiError(unknown_error_status("etcdserver: request is too large"))
        try:
            return self.scope.from_storage(decode_stored(value)), value
        except DecodeError as error:
            raise UnreadableError(Stored(key, value, 0), error.message) from None


def _at(obj: JsonObject, revision: int) -> JsonObject:
    obj["metadata"]["resourceVersion"] = str(revision)
    return obj
