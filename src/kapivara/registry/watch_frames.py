"""The events of a watch as they are sent: JSON, a line each, or protocol buffers; objects as they are or not.

Upstream: apiserver/pkg/endpoints/handlers/watch.go serveWatchHandler, handlers/response.go watchEmbeddedEncoder (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable
from time import time

from kapivara.apis.subresource import Subresource
from kapivara.meta import Status
from kapivara.meta.query_parameters import Query, text
from kapivara.registry.document import Document
from kapivara.registry.request import ShownAs
from kapivara.registry.shown_as import partial_metadata, shower
from kapivara.storage import EventType
from kapivara.values import JsonObject

_INITIAL_EVENTS_END = "k8s.io/initial-events-end"


class Form:
    """How the events of a watch are written; raises ApiError where objects cannot be shown as is asked for.

    Watches whose forms are equal, by `key`, share what is written.
    """

    def __init__(self, subresource: Subresource, shown_as: ShownAs | None, query: Query, *, in_protobuf: bool):
        self._subresource = subresource
        self._in_protobuf = in_protobuf
        self._show = None if shown_as is None else shower(shown_as, subresource, query)
        self._is_table = shown_as is not None and shown_as.kind == "Table"
        shown = None if shown_as is None else (shown_as.kind, shown_as.version)
        self._include = text(query, "includeObject")
        key = shown, self._include, in_protobuf
        self._keys: dict[str, Hashable] = {each: (each, *key) for each in EventType}

    @property
    def is_timeless(self) -> bool:
        """Whether an event is written alike for all, whenever that is; Tables tell ages."""
        return not self._is_table

    def key(self, event_type: str, *, first: bool) -> Hashable:
        """Tells frames of one event apart: in Tables, by the first one and by the ages in them, too."""
        key = self._keys[event_type]
        return (key, first, int(time())) if self._is_table else key

    def frame(self, event_type: str, document: Document, *, first: bool) -> bytes:
        """Returns an event with an object; the `first` Table of a watch names its columns, no other does."""
        if self._show is not None:
            document = Document(self._without_columns(self._show(document.obj), first))
        return self._write(event_type, document)

    def bookmark(self, revision: int, *, ends_initial: bool, first: bool) -> bytes:
        """Returns the event that says how far a watch has come; one of them says that all that was there has come."""
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
        """Returns a Table of a bookmark; kept: its row holds the annotation even where no objects are asked for."""
        partial = partial_metadata(obj, self._subresource.of, table["apiVersion"])
        if self._include != "None" or "annotations" not in partial["metadata"]:
            return table
        return {**table, "rows": [{**table["rows"][0], "object": partial}]}

    def error(self, status: Status) -> bytes:
        """Returns the event that tells why a watch ends; a Status is never shown otherwise."""
        return self._write("ERROR", Document(status.to_json()))

    def _without_columns(self, shown: JsonObject, first: bool) -> JsonObject:
        return {**shown, "columnDefinitions": None} if self._is_table and not first else shown

    def _write(self, event_type: str, document: Document) -> bytes:
        if self._in_protobuf:
            from kapivara.codec.protobuf.objects import watch_frame  # most watches are JSON

            return watch_frame(event_type, document.to_protobuf())
        return b"".join((b'{"type":"', event_type.encode(), b'","object":', *document.pieces(), b"}\n"))
