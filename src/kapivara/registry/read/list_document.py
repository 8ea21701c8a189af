"""A list of stored objects as a response: a value, or JSON assembled from the JSON of its items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import encode_json
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.stored_object import Found, UnreadableError
from kapivara.values import JsonObject
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.record import record


@record
class Chunk:
    """The selected objects, the errors of the others, and the revision of the list.

    `unreadable` are the objects that cannot be read, so the selectors cannot be applied to them.
    """

    items: list[Found]
    revision: int
    token: str = ""
    remaining: int | None = None
    unreadable: Sequence[UnreadableError] = ()


class ListDocument(Document):
    """A list. Kept: only lists of custom resources show an empty `continue` and the items' kind."""

    __slots__ = ("_chunk", "_kind")

    def __init__(self, kind: Kind, chunk: Chunk):
        super().__init__(None)
        self._kind = kind
        self._chunk = chunk

    def _read(self, deadline: Deadline) -> JsonObject:
        items = list(self._objects(deadline))
        return {**self._without_items(), "items": items if self._kind.api.custom else list(map(_without_type, items))}

    def _objects(self, deadline: Deadline) -> Iterator[JsonObject]:
        for found in self._chunk.items:
            if deadline.seconds_left() <= 0:
                raise DeadlineExceededError
            yield found.obj

    def _write_protobuf(self, deadline: Deadline, sent: bytes) -> bytes:  # noqa: ARG002  a list is not sent
        from kapivara.codec.protobuf.objects import write_list  # most lists are JSON

        return write_list(self._without_items(), self._objects(deadline))

    def _without_items(self) -> JsonObject:
        api, chunk = self._kind.api, self._chunk
        metadata: JsonObject = {"resourceVersion": str(chunk.revision)}
        if chunk.token or api.custom:
            metadata["continue"] = chunk.token
        if chunk.remaining is not None:
            metadata["remainingItemCount"] = chunk.remaining
        return {"apiVersion": self._kind.gvk.api_version, "kind": api.list_kind, "metadata": metadata}

    def pieces(self) -> Sequence[bytes | memoryview]:
        """Returns the JSON; reuses the JSON of the items."""
        start, kind, rest = encode_json(self._without_items()).partition(b',"kind":')
        pieces: list[bytes | memoryview] = [start, b',"items":[']
        if self._kind.api.custom:
            for found in self._chunk.items:
                pieces += found.pieces()
                pieces.append(b",")
        else:
            gvk = self._kind.gvk
            head = encode_json({"apiVersion": gvk.api_version, "kind": gvk.kind})[:-1] + b","
            for found in self._chunk.items:
                pieces += _pieces_without_type(found, head)
                pieces.append(b",")
        if self._chunk.items:
            pieces.pop()
        return [*pieces, b"]", kind, rest]


def _without_type(obj: JsonObject) -> JsonObject:
    return {name: item for name, item in obj.items() if name not in ("apiVersion", "kind")}


def _pieces_without_type(found: Found, head: bytes) -> Sequence[bytes | memoryview]:
    """Returns the JSON of an object without its type, which is nearly always its `head`."""
    first, *others = found.pieces()
    if first[: len(head)] == head:
        return [b"{", first[len(head) :], *others]
    return [encode_json(_without_type(found.obj))]
