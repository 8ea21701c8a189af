"""A write to the storage as controllers see it: what it is about, and the metadata of the object, read when asked for.

All writes come by here, and nearly all are no controller's affair: `mentions` tells most of them apart by their bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.codec import DecodeError
from kapivara.registry.stored_object import decode_stored
from kapivara.registry.stored_resources import StoredName
from kapivara.storage import Event
from kapivara.values import JsonObject


class ObservedWrite:
    """One write. `is_new` tells that the object was not there before, `is_gone` that it is there no longer."""

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
        """What the object is called; None where its resource is not served."""
        return self._name_of(self.key)

    @property
    def metadata(self) -> JsonObject:
        """The metadata of the object as it is now, or was before it went; empty where it cannot be read."""
        if self._metadata is None:
            self._metadata = metadata_of(self._value)
        return self._metadata

    def mentions(self, quoted: bytes) -> bool:
        """Tells whether a text in quotes stands anywhere in the object: without it, no field of that name is there."""
        return self._value.find(quoted) >= 0  # `in` takes three times as long

    @property
    def _value(self) -> bytes:
        return self._event.value or self._event.old_value or b""


def metadata_of(value: bytes) -> JsonObject:
    """Returns the metadata of a stored object; empty where it cannot be read."""
    try:
        metadata: JsonObject = decode_stored(value)["metadata"]
    except DecodeError:
        return {}
    return metadata
