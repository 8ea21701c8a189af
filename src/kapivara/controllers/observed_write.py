"""A write to the storage for controllers: its object, and the object's metadata, decoded on demand.

All writes pass here, and nearly all concern no controller: `mentions` excludes most of them by their bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.codec import DecodeError
from kapivara.registry.discovery.stored_resources import StoredName
from kapivara.registry.objects.stored_object import decode_stored
from kapivara.storage import Event
from kapivara.values import JsonObject


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
