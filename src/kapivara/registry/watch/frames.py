"""Encodes the events of a watch: as lines of JSON or as protobuf, with objects unchanged or converted.

Upstream: apiserver/pkg/endpoints/handlers/watch.go serveWatchHandler, handlers/response.go watchEmbeddedEncoder (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable
from time import time

from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.meta import Status
from kapivara.meta.query_parameters import Query, text
from kapivara.registry.objects.document import Document
from kapivara.registry.read.shown_as import partial_metadata, shower
from kapivara.registry.requests.request import ShownAs
from kapivara.storage import EventType
from kapivara.values import JsonObject

_INITIAL_EVENTS_END = "k8s.io/initial-events-end"


class Form:
    """The output form of a watch; raises ApiError if objects cannot be converted to the requested kind.

    Watches whose forms have equal `key`s share the encoded events.
    """

    def __init__(self, subresource: Subresource, shown_as: ShownAs | None, query: Query, *, in_protobuf: bool):
        self._subresource = subresource
        self._in_protobuf = in_protobuf
        self._show = None if shown_as is None else shower(shown_as, subresource, query)
        self._is_table = shown_as is not None and shown_as.kind == "Table"
        shown = None if shown_as is None else (shown_as.kind, shown_as.version)
        self._include = text(query, "includeObject") if self._is_table else ""  # kept: only Tables look at it
        key = shown, self._include, in_protobuf
        self._keys: dict[str, Hashable] = {each: (each, *key) for each in EventType}

    @property
    def is_timeless(self) -> bool:
        """Whether the encoding does not depend on the time; Tables contain ages."""
        return not self._is_table

    def key(self, event_type: str, *, first: bool) -> Hashable:
        """Returns the key of an event's encoding; for Tables it includes the position (first or not) and the time."""
        key = self._keys[event_type]
        return (key, first, int(time())) if self._is_table else key

    def frame(self, event_type: str, document: Document, *, first: bool) -> bytes:
        """Encodes an event with an object; only the `first` Table of a watch has column definitions."""
        if self._show is not None:
            document = Document(self._without_columns(self._show(document.obj), first))
        return self._write(event_type, document)

    def bookmark(self, revision: int, *, ends_initial: bool, first: bool) -> bytes:
        """Encodes a bookmark with a revision; `ends_initial` marks the end of the initial objects."""
        obj = self._subresource.of.blank()
        metadata: JsonObject = {**obj.get("metadata", {}), "resourceVersion": str(revision)}
        if ends_initial:
            metadata["annotations"] = {**metadata.get("annotations", {}), _INITIAL_EVENTS_END: "true"}
        obj["metadata"] = metadata
        if self._is_table and self._show is not None:
            obj = self._without_columns(self._table_of_bookmark(self._show(obj), obj), first)
        elif self._show is not None:
            obj = self._show(obj)
        return self._write("BOOKMARK", Document(obj))

    def _table_of_bookmark(self, table: JsonObject, obj: JsonObject) -> JsonObject:
        """Returns the Table of a bookmark; kept: its row has the annotation even if no objects are requested."""
        partial = partial_metadata(obj, self._subresource.of, table["apiVersion"])
        if self._include != "None" or "annotations" not in partial["metadata"]:
            return table
        return {**table, "rows": [{**table["rows"][0], "object": partial}]}

    def error(self, status: Status) -> bytes:
        """Encodes the error that ends a watch; a Status is never converted."""
        return self._write("ERROR", Document(status.to_json()))

    def _without_columns(self, shown: JsonObject, first: bool) -> JsonObject:
        return {**shown, "columnDefinitions": None} if self._is_table and not first else shown

    def _write(self, event_type: str, document: Document) -> bytes:
        if self._in_protobuf:
            from kapivara.codec.protobuf.objects import watch_frame  # most watches are JSON

            return watch_frame(event_type, document.to_protobuf())
        return b"".join((b'{"type":"', event_type.encode(), b'","object":', *document.pieces(), b"}\n"))
