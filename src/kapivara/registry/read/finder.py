"""Reads the stored objects of a response; converts those that need a webhook in one call.

If an object cannot be converted, the whole list fails, because it would be incomplete; the error names each such
object. Upstream: apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go corruptObjErrAggregator, NewAPIStatusError (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import DecodeError
from kapivara.meta import ApiError, GroupResource
from kapivara.meta.status import store_read_status
from kapivara.registry.conversion.converter import ConversionError
from kapivara.registry.objects.stored_object import Found, UnconvertedError, at_revision, decode_stored, find
from kapivara.storage import Stored
from kapivara.values import JsonObject

_TOGETHER: Final = 500
_TOGETHER_BYTES: Final = 8 * 1024 * 1024
"""The limits of one conversion call: the number of objects, and their size, which the last object may exceed."""
MOST_TOLD: Final = 100
"""The maximum number of unconverted objects that an error lists."""


class Finder:
    """Reads stored objects of a kind one by one; uses the results of `prepare`."""

    __slots__ = ("_known", "kind")

    def __init__(self, kind: Kind):
        self.kind = kind
        self._known: dict[str, Found | UnconvertedError] = {}

    def prepare(self, items: Sequence[Stored]) -> None:
        """Converts the given objects in batches, if the kind's conversion calls a webhook."""
        if not self.kind.waits:
            return
        batch: list[tuple[Stored, JsonObject]] = []
        size = 0
        for stored in items:
            if stored.damage:
                continue
            try:
                obj = decode_stored(stored.value)
            except DecodeError:
                continue
            batch.append((stored, obj))
            size += len(stored.value)
            if len(batch) == _TOGETHER or size > _TOGETHER_BYTES:
                self._convert(batch)
                batch, size = [], 0
        if batch:
            self._convert(batch)

    def _convert(self, batch: Sequence[tuple[Stored, JsonObject]]) -> None:
        converted = self.kind.from_storage_together([obj for _, obj in batch])
        for (stored, _), made in zip(batch, converted, strict=True):
            if isinstance(made, ConversionError):
                self._known[stored.key] = UnconvertedError(stored, made.problem)
            elif isinstance(made, dict):
                self._known[stored.key] = Found(stored, at_revision(made, stored.revision), None)

    def find(self, stored: Stored) -> Found:
        """Returns a stored object; raises UnreadableError or UnconvertedError."""
        known = self._known.pop(stored.key, None) if self._known else None
        if known is None:
            return find(self.kind, stored)
        if isinstance(known, UnconvertedError):
            raise known
        return known


def unconverted_list_error(resource: GroupResource, errors: Sequence[UnconvertedError]) -> ApiError:
    """Returns the error for a list of which some objects cannot be converted."""
    told = [(each.stored.key, each.text) for each in errors]
    return ApiError(store_read_status(resource, told, is_cut=len(errors) == MOST_TOLD))
