"""What is read back from the storage: bytes that were written as an object, or that cannot be read as one any more.

An object is read as far as it is asked for: one whose bytes are what is shown (`codec.stored_note`) need not be decoded
for that. The limits on what clients send do not count here: what was stored once is read, whatever limits hold today.
Upstream: apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go corruptObjectError, pkg/storage/errors.go
NewCorruptObjError (1.37).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from kapivara.apis.kind import Kind
from kapivara.codec import DecodeError, decode_json
from kapivara.codec.encoding import encode_json
from kapivara.codec.light_json import loads_light
from kapivara.codec.stored_note import Note, labels_of, read_note, shown_at, shown_whole, without_note
from kapivara.meta import ApiError, internal_error_status
from kapivara.meta.status import corrupt_object_text
from kapivara.registry.conversion import ConversionError
from kapivara.registry.document import Document
from kapivara.schema.defaulting import OutgrownError
from kapivara.storage import Stored
from kapivara.values import JsonObject
from kapivara.values.deadline import Deadline


class UnreadableError(ApiError):
    """A stored object that cannot be read; ends a request that needs it. `stored` is what can still be deleted."""

    def __init__(self, stored: Stored, problem: str):
        problem = f"object not decodable revision={stored.revision}: {problem}"
        super().__init__(internal_error_status(corrupt_object_text(stored.key, problem)))
        self.stored = stored


class UnconvertedError(ConversionError):
    """A stored object that cannot be brought to the version that is asked for; ends a request that needs it.

    It is there, and sound: unlike what cannot be read at all, it is neither left out nor deleted.
    """

    def __init__(self, stored: Stored, problem: str):
        super().__init__(problem)
        self.text = corrupt_object_text(stored.key, f"object not decodable revision={stored.revision}: {problem}")
        self.status = internal_error_status(self.text)
        self.stored = stored


class Found(Document):
    """An object as it is stored now, and where, at a kind's version and with its resource version."""

    __slots__ = ("_note", "stored")

    def __init__(self, stored: Stored, obj: JsonObject | None, note: Note | None):
        super().__init__(obj)
        self._note = note
        self.stored = stored

    def _read(self, deadline: Deadline) -> JsonObject:  # noqa: ARG002  one object takes no time
        """Decodes the object, which is noted to be what is shown."""
        try:
            return at_revision(decode_stored(self.stored.value), self.stored.revision)
        except DecodeError as error:
            raise UnreadableError(self.stored, error.message) from None

    @property
    def is_unread(self) -> bool:
        """Whether nobody has asked for the value yet, which is not at hand."""
        return self._obj is None

    @property
    def name(self) -> str:
        """The name of the object: the last part of its key."""
        return self.stored.key.rpartition("/")[2]

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels."""
        if self._note is not None:
            return labels_of(self.stored.value, self._note)
        return self.obj["metadata"].get("labels") or {}

    def pieces(self) -> Iterable[bytes | memoryview]:
        """Returns the JSON: the stored bytes, where they are what is shown."""
        note = self._note
        return super().pieces() if note is None else shown_at(self.stored.value, note, self.stored.revision)

    def to_json(self, end: bytes = b"") -> bytes:
        """Returns the JSON, with something behind it."""
        note = self._note
        return super().to_json(end) if note is None else shown_whole(self.stored.value, note, self.stored.revision, end)


class Tried(Document):
    """An object as it would be read had it been stored under a key; read when it is first asked for."""

    __slots__ = ("_form", "_key", "_kind")

    def __init__(self, kind: Kind, key: str, form: JsonObject):
        super().__init__(None)
        self._kind = kind
        self._key = key
        self._form = form

    def _read(self, deadline: Deadline) -> JsonObject:  # noqa: ARG002  one object takes no time
        """Reads the object, which has no resource version; raises UnreadableError."""
        value = encode_json(self._form)
        try:
            return self._kind.codec.from_storage(decode_stored(value))
        except DecodeError as error:
            raise UnreadableError(Stored(self._key, value, 0), error.message) from None


def find(kind: Kind, stored: Stored) -> Found:
    """Returns a stored object; raises UnreadableError or UnconvertedError, unless it is noted that it can be read."""
    note = None if stored.damage else read_note(stored.value, kind.codec.stamp)
    return Found(stored, read_stored(kind, stored) if note is None else None, note)


def read_stored(kind: Kind, stored: Stored) -> JsonObject:
    """Returns a stored object at a kind's version, with its resource version.

    Raises UnreadableError, or UnconvertedError.
    """
    if stored.damage:
        raise UnreadableError(stored, stored.damage)
    try:
        return at_revision(kind.codec.from_storage(decode_stored(stored.value)), stored.revision)
    except DecodeError as error:
        raise UnreadableError(stored, error.message) from None
    except ConversionError as error:
        raise UnconvertedError(stored, error.problem) from None
    except OutgrownError as error:
        raise UnreadableError(stored, f"kapivara cannot read it: {error}") from None


def decode_stored(value: bytes) -> JsonObject:
    """Decodes stored bytes, however deep they nest; raises DecodeError where they hold no object with a name."""
    data = without_note(value)
    obj: JsonObject = loads_light(data) or decode_json(data, max_depth=sys.maxsize).value
    require_object(obj)
    return obj


def require_object(obj: JsonObject) -> None:
    """Raises DecodeError for what is no object with a kind and a name, and cannot be stored as one."""
    if type(obj) is not dict or type(obj.get("apiVersion")) is not str or type(obj.get("kind")) is not str:
        raise DecodeError("no object of any kind")
    metadata = obj.get("metadata")
    if type(metadata) is not dict or type(metadata.get("name")) is not str:
        raise DecodeError("an object without a name")


def at_revision(obj: JsonObject, revision: int) -> JsonObject:
    """Gives an object its resource version, in place."""
    obj["metadata"]["resourceVersion"] = str(revision)
    return obj
