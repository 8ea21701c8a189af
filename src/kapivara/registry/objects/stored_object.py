"""Objects read from the storage: decoded on demand, or unreadable.

An object whose bytes equal its JSON (`codec.stored.stored_note`) need not be decoded for a response. The limits for
client input do not apply here: stored objects remain readable whatever the limits are today. Upstream:
apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go corruptObjectError, pkg/storage/errors.go NewCorruptObjError (1.37).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import DecodeError, decode_json
from kapivara.codec.json.plain.encoding import encode_json
from kapivara.codec.json.plain.light_encoding import loads_light
from kapivara.codec.stored.stored_note import Note, labels_of, read_note, shown_at, shown_whole, without_note
from kapivara.meta import ApiError, internal_error_status
from kapivara.meta.status import corrupt_object_text
from kapivara.registry.conversion.converter import ConversionError
from kapivara.registry.objects.document import Document
from kapivara.schema.steps.defaulting import OutgrownError
from kapivara.storage import Stored
from kapivara.values import JsonObject
from kapivara.values.deadline import Deadline


class UnreadableError(ApiError):
    """A stored object that cannot be read; ends a request that needs it. `stored` can still be deleted."""

    def __init__(self, stored: Stored, problem: str):
        problem = f"object not decodable revision={stored.revision}: {problem}"
        super().__init__(internal_error_status(corrupt_object_text(stored.key, problem)))
        self.stored = stored


class UnconvertedError(ConversionError):
    """A stored object that cannot be converted to the requested version; ends a request that needs it.

    The object is intact: unlike an unreadable one, it is neither omitted nor deleted.
    """

    def __init__(self, stored: Stored, problem: str):
        super().__init__(problem)
        self.text = corrupt_object_text(stored.key, f"object not decodable revision={stored.revision}: {problem}")
        self.status = internal_error_status(self.text)
        self.stored = stored


class Found(Document):
    """A stored object with its key, at a kind's version and with its resource version."""

    __slots__ = ("_note", "stored")

    def __init__(self, stored: Stored, obj: JsonObject | None, note: Note | None):
        super().__init__(obj)
        self._note = note
        self.stored = stored

    def _read(self, deadline: Deadline) -> JsonObject:  # noqa: ARG002  one object takes no time
        """Decodes the object, whose bytes are known to equal its JSON."""
        try:
            return at_revision(decode_stored(self.stored.value), self.stored.revision)
        except DecodeError as error:
            raise UnreadableError(self.stored, error.message) from None

    @property
    def is_unread(self) -> bool:
        """Whether the object is not decoded yet."""
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
        """Returns the JSON: the stored bytes if they equal it."""
        note = self._note
        return super().pieces() if note is None else shown_at(self.stored.value, note, self.stored.revision)

    def to_json(self, end: bytes = b"") -> bytes:
        """Returns the JSON, followed by `end`."""
        note = self._note
        return super().to_json(end) if note is None else shown_whole(self.stored.value, note, self.stored.revision, end)


class Tried(Document):
    """An object that a dry run would store under a key; read on demand."""

    __slots__ = ("_form", "_key", "_kind")

    def __init__(self, kind: Kind, key: str, form: JsonObject):
        super().__init__(None)
        self._kind = kind
        self._key = key
        self._form = form

    def _read(self, deadline: Deadline) -> JsonObject:  # noqa: ARG002  one object takes no time
        """Reads the object, without a resource version; raises UnreadableError."""
        value = encode_json(self._form)
        try:
            return self._kind.codec.from_storage(decode_stored(value))
        except DecodeError as error:
            raise UnreadableError(Stored(self._key, value, 0), error.message) from None


def find(kind: Kind, stored: Stored) -> Found:
    """Returns a stored object; raises UnreadableError or UnconvertedError, unless a note defers the decoding."""
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
    """Decodes stored bytes of any nesting depth; raises DecodeError if they are no object with a name."""
    data = without_note(value)
    obj: JsonObject = loads_light(data) or decode_json(data, max_depth=sys.maxsize).value
    require_object(obj)
    return obj


def require_object(obj: JsonObject) -> None:
    """Raises DecodeError for a value without a kind or a name, which cannot be stored."""
    if type(obj) is not dict or type(obj.get("apiVersion")) is not str or type(obj.get("kind")) is not str:
        raise DecodeError("no object of any kind")
    metadata = obj.get("metadata")
    if type(metadata) is not dict or type(metadata.get("name")) is not str:
        raise DecodeError("an object without a name")


def at_revision(obj: JsonObject, revision: int) -> JsonObject:
    """Sets the resource version of an object, in place."""
    obj["metadata"]["resourceVersion"] = str(revision)
    return obj
