"""Reads stored objects that are shown together: those that a webhook converts are converted in one call.

Where one cannot be converted, a list as a whole is refused, for it would be wrong without it; which is told of each.
Upstream: apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go corruptObjErrAggregator, NewAPIStatusError (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kapivara.apis.kind import Kind
from kapivara.codec import DecodeError
from kapivara.meta import ApiError, GroupResource
from kapivara.meta.status import store_read_status
from kapivara.registry.conversion import ConversionError
from kapivara.registry.stored_object import Found, UnconvertedError, at_revision, decode_stored, find
from kapivara.storage import Stored
from kapivara.values import JsonObject

_TOGETHER: Final = 500
_TOGETHER_BYTES: Final = 8 * 1024 * 1024
"""How many objects are converted in one call, and how large they are in all, but for the last of them."""
MOST_TOLD: Final = 100
"""Of how many objects it is told that they could not be converted."""


class Finder:
    """Finds stored objects of a kind, one by one; what was prepared is converted already."""

    __slots__ = ("_known", "kind")

    def __init__(self, kind: Kind):
        self.kind = kind
        self._known: dict[str, Found | UnconvertedError] = {}

    def prepare(self, items: Sequence[Stored]) -> None:
        """Converts what will be asked for, together, where that is done by somebody else."""
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
    """Makes what ends a list of objects of which some cannot be converted."""
    told = [(each.stored.key, each.text) for each in errors]
    return ApiError(store_read_status(resource, told, is_cut=len(errors) == MOST_TOLD))
