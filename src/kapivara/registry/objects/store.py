"""The objects of one resource in the storage: keys, reads, compare-and-swap writes, dry runs.

The kind's codec encodes and decodes objects; revisions become resource versions. A write first decodes its own bytes,
so nothing unreadable is stored; if that yields the same object, a note in the stored bytes lets readers skip the
decoding (`codec.stored.stored_note`). Upstream: apiserver/pkg/registry/generic/registry/dryrun.go,
pkg/storage/etcd3/store.go GuaranteedUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from kapivara.apis.catalog.rows import STORED_UNDER
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import DecodeError
from kapivara.codec.json.plain.encoding import encode_as_go, encode_json, is_encoding_of
from kapivara.codec.json.plain.light_encoding import json_size
from kapivara.codec.stored.stored_note import Encoded, encode_noted, with_note, without_note
from kapivara.content.names import name_is_path_segment
from kapivara.meta import (
    ApiError,
    GroupResource,
    already_exists_status,
    bad_request_status,
    not_found_status,
    unknown_error_status,
)
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.stored_object import (
    Found,
    Tried,
    UnreadableError,
    at_revision,
    decode_stored,
    find,
    require_object,
)
from kapivara.storage import AlreadyExists, Conflict, KeyNotFound, Pending, Precondition, PreconditionFailed, Stored
from kapivara.values import JsonObject
from kapivara.values.caches import cache_short_texts
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record, slot_record
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.codec.stored.known_json import KnownJson
    from kapivara.schema.resource.sound_fields import SoundFields
    from kapivara.storage import Storage

SMALL_BYTES = 8 * 1024
"""The size of an object up to which the event loop itself reads, validates and writes it."""
MAX_STORED_BYTES = 1_572_864
"""The size limit of one value: etcd's limit of requests, which applies to the real server's storage."""
_LONGER_NUMBERS = 8
"""The longest ratio of Go's spelling of a number to orjson's: `100000000000000000000` for `1e20`."""


@record
class Swap:
    """The result of a conditional write: the object stored now, by this write or by another one (`is_done` False)."""

    found: Found
    is_done: bool = True


def key_prefix(resource: GroupResource, namespace: str = "") -> str:
    """Returns the prefix of the keys of a resource, in a namespace if one is given.

    Upstream: pkg/kubeapiserver/default_storage_factory_builder.go SpecialDefaultResourcePrefixes.
    """
    start = _start_of_keys(resource.group, resource.resource)
    return f"{start}{namespace}/" if namespace else start


@cache_short_texts(1024, longest=256)
def _start_of_keys(group: str, plural: str) -> str:
    place = group, plural
    return f"/registry/{STORED_UNDER.get(place) or '/'.join(place)}/"


class Following(Protocol):
    """The storage, and the tables that follow it."""

    @property
    def storage(self) -> Storage:
        """Returns the storage."""

    def follow_key(self, key: str) -> bool:
        """Returns True if a table follows a key."""

    def reach(self, key: str, revision: int, deadline: Deadline) -> None:
        """Returns once the tables of a key have every write up to a revision; raises DeadlineExceededError."""


class Store:
    """The storage for requests on one kind. A write is in all tables that follow it before the response.

    Waiting for them ends at the deadline. Every write requires all `preconditions` and raises PreconditionFailed
    otherwise. With a `pending`, reads and writes may not be durable until it is.
    """

    __slots__ = ("_deadline", "_followers", "_pending", "_preconditions", "_storage", "kind", "removed_at", "resource")

    def __init__(
        self,
        followers: Following,
        kind: Kind,
        deadline: Deadline = NO_DEADLINE,
        preconditions: tuple[Precondition, ...] = (),
        *,
        pending: Pending | None = None,
    ):
        self._storage = followers.storage
        self._pending = pending
        self._followers = followers
        self._deadline = deadline
        self._preconditions = preconditions
        self.kind = kind
        self.resource = kind.group_resource
        self.removed_at = 0
        """The revision of the last removal through this store."""

    def key(self, namespace: str, name: str) -> str:
        """Returns the key of an object; ends the request if its name is no valid path segment.

        Upstream: apiserver/pkg/registry/generic/registry/store.go NamespaceKeyFunc.
        """
        problems = name_is_path_segment(name)
        if problems:
            raise ApiError(bad_request_status(f"Name parameter invalid: {quote(name)}: {';'.join(problems)}"))
        return key_prefix(self.kind.stored_resource, namespace if self.kind.namespaced else "") + name

    def get(self, namespace: str, name: str) -> Found:
        """Returns an object; ends the request if it does not exist or cannot be read."""
        try:
            stored = self._storage.get(self.key(namespace, name), self._pending)
        except KeyNotFound:
            raise ApiError(not_found_status(self.resource, name)) from None
        if len(stored.value) > SMALL_BYTES:
            self._deadline.leave_turn()
        return find(self.kind, stored)

    def create(
        self, obj: JsonObject, *, dry_run: bool, sound: SoundFields | None = None, fields: KnownJson | None = None
    ) -> Found:
        """Stores a new object; returns it as it reads back. Ends the request if the name is taken.

        A dry run stores nothing, so its object has no resource version. `sound` are the fields that decoding found
        valid; `fields` are the creator's managed fields with their JSON, if known.
        """
        metadata = obj["metadata"]
        name, key = metadata["name"], self.key(metadata.get("namespace", ""), metadata["name"])
        while True:
            proposal = self.kind.propose(obj, is_new=True, dry_run=dry_run)
            new = self._encode(proposal.obj, key, sound, fields)
            try:
                if dry_run:
                    self._check_free(key)
                    return Found(Stored(key, new.data, 0), new.obj, None)
                value = self._noted(new)
                self._before_write(key)
                preconditions = self._preconditions + proposal.preconditions
                stored = self._storage.create(key, value, preconditions, self._pending)
            except AlreadyExists:
                raise ApiError(already_exists_status(self.resource, name)) from None
            except PreconditionFailed as failure:
                self._look_again(failure)
                continue
            self._after_write(stored)
            return _found(stored, new)

    def try_create(self, obj: JsonObject) -> Document:
        """Does a dry run of `create` that reads the object back only on demand."""
        metadata = obj["metadata"]
        name, key = metadata["name"], self.key(metadata.get("namespace", ""), metadata["name"])
        form = self.kind.codec.to_storage(self.kind.propose(obj, is_new=True, dry_run=True).obj)
        if not _is_small(form):
            _check_size(encode_json(form))
        try:
            self._check_free(key)
        except AlreadyExists:
            raise ApiError(already_exists_status(self.resource, name)) from None
        return Tried(self.kind, key, form)

    def _check_free(self, key: str) -> None:
        try:
            self._storage.get(key, self._pending)
        except KeyNotFound:
            return
        raise AlreadyExists(key)

    def update(
        self, namespace: str, name: str, change: Callable[[Found], JsonObject | None], *, dry_run: bool
    ) -> Found | None:
        """Stores the result of `change`, and retries after conflicts; returns the object as it reads back.

        `change` may return None to leave the object unchanged, and may be called several times. Without a change
        nothing is written. Ends the request if the object does not exist or cannot be read.
        """
        found = self.get(namespace, name)
        while True:
            changed = change(found)
            if changed is None:
                return None
            swap = self.swap(found, changed, dry_run=dry_run)
            if swap.is_done:
                return swap.found
            found = swap.found

    def swap(self, found: Found, changed: JsonObject, *, dry_run: bool) -> Swap:
        """Stores a changed object; after a conflict returns the object that is stored instead.

        Without a change nothing is written. Ends the request if the object is gone or cannot be read.
        """
        old = found.stored
        while True:
            proposal = self.kind.propose(changed, is_new=False, dry_run=dry_run)
            new = self._encode(proposal.obj, old.key)
            if dry_run or new.data == without_note(old.value):
                return Swap(Found(old, at_revision(new.obj, old.revision), None))
            value = self._noted(new)
            preconditions = self._preconditions + proposal.preconditions
            self._before_write(old.key)
            try:
                stored = self._storage.update(old.key, value, old.revision, preconditions, self._pending)
            except KeyNotFound:
                raise ApiError(not_found_status(self.resource, found.obj["metadata"]["name"])) from None
            except Conflict as conflict:
                return Swap(find(self.kind, conflict.current), is_done=False)
            except PreconditionFailed as failure:
                self._look_again(failure)
                continue
            self._after_write(stored)
            return Swap(_found(stored, new))

    def _look_again(self, failure: PreconditionFailed) -> None:
        """Updates the tables after a failed precondition of the kind; raises the store's own preconditions."""
        if failure.precondition in self._preconditions:
            raise failure
        self._deadline.check()
        self._deadline.leave_turn()
        self._reach(failure.key, failure.revision)

    def _before_write(self, key: str) -> None:
        """Gives up the turn on the event loop before a write that tables follow."""
        if self._followers.follow_key(key):
            self._deadline.leave_turn()

    def _after_write(self, stored: Stored) -> None:
        """Records a decided write, so that the request cannot restart; waits for the tables that follow it."""
        self._deadline.keep_turn()
        if self._followers.follow_key(stored.key):
            self._reach(stored.key, stored.revision)

    def _reach(self, key: str, revision: int) -> None:
        """Returns once the tables of a key have all writes up to a revision, which are then durable."""
        if self._pending is not None:
            self._pending.wait()
        self._followers.reach(key, revision, self._deadline)

    def delete(self, stored: Stored, name: str, *, dry_run: bool) -> bool:
        """Removes an object; returns False if it has changed since it was read.

        Ends the request if the object is gone.
        """
        if dry_run:
            return True
        self._before_write(stored.key)
        preconditions = self._preconditions + self.kind.removal_preconditions()
        try:
            removed = self._storage.delete(stored.key, stored.revision, preconditions, self._pending)
        except KeyNotFound:
            raise ApiError(not_found_status(self.resource, name)) from None
        except Conflict:
            return False
        except PreconditionFailed as failure:
            self._look_again(failure)
            return False
        self.removed_at = removed.revision
        self._after_write(removed)
        return True

    def _encode(
        self, obj: JsonObject, key: str, sound: SoundFields | None = None, fields: KnownJson | None = None
    ) -> _New:
        """Returns an object as it will be read, and its bytes; raises UnreadableError if the bytes cannot be read.

        Changes the given object. Skips the decoding if the bytes exactly match the object, and the reading if the
        result is known.
        """
        codec = self.kind.codec
        form = codec.to_storage(obj)
        encoded = encode_noted(form, fields, may_hold_floats=sound is None or sound.may_hold_floats)
        data = encode_as_go(form) if encoded is None else encoded.data
        _check_size(data)
        try:
            if encoded is None:
                form = decode_stored(data)
            else:
                require_object(form)
                if sound is not None and codec.reads_back(form, encoded, sound):
                    return _New(form, data, encoded, is_same=True)
            return _New(codec.from_storage(form), data, encoded)
        except DecodeError as error:
            raise UnreadableError(Stored(key, data, 0), error.message) from None

    def _noted(self, new: _New) -> bytes:
        """Returns the bytes to store, with a note if they equal the JSON of the object."""
        if new.encoded is None or not (new.is_same or is_encoding_of(new.obj, new.data)):
            return new.data
        return with_note(new.encoded, self.kind.codec.stamp)


def _is_small(form: JsonObject) -> bool:
    """Returns True if an object certainly fits, however Go spells its numbers."""
    try:
        return json_size(form) * _LONGER_NUMBERS <= MAX_STORED_BYTES
    except TypeError:  # nested too deeply for orjson
        return False


def _check_size(data: bytes) -> None:
    if len(data) > MAX_STORED_BYTES:
        raise ApiError(unknown_error_status("etcdserver: request is too large"))


@slot_record
class _New:
    """An object to store: as it will be read, its JSON, and its JSON with the positions of its parts, if known.

    `is_same` is True if the JSON is known to be that of the object.
    """

    obj: JsonObject
    data: bytes
    encoded: Encoded | None
    is_same: bool = False


def _found(stored: Stored, new: _New) -> Found:
    """Returns an object that was just stored."""
    encoded = new.encoded
    if encoded is None or len(stored.value) == len(new.data):
        return Found(stored, at_revision(new.obj, stored.revision), None)
    if encoded.splices:  # shared values are not given away
        return Found(stored, None, encoded.note)
    return Found(stored, at_revision(new.obj, stored.revision), encoded.note)
