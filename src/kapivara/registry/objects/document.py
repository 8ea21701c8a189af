"""The content of a response: an object or a list as a value, as JSON or in protobuf, each built on demand."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.codec import encode_json
from kapivara.values import JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline


class Document:
    """The content of a response, given as a value that the caller may keep and change."""

    __slots__ = ("_obj", "_protobuf")

    def __init__(self, obj: JsonObject | None):
        self._obj = obj
        self._protobuf: bytes | None = None

    @property
    def obj(self) -> JsonObject:
        """The value, the same one each time; built on first use if it was not given."""
        return self.obj_by(NO_DEADLINE)

    @property
    def name(self) -> str:
        """The name of an object."""
        name: str = self.obj["metadata"]["name"]
        return name

    def obj_by(self, deadline: Deadline) -> JsonObject:
        """Returns the value; raises DeadlineExceededError if building it takes too long."""
        if self._obj is None:
            self._obj = self._read(deadline)
        return self._obj

    def _read(self, deadline: Deadline) -> JsonObject:  # noqa: ARG002  for subclasses
        """Builds a value that was not given; the default is an empty one."""
        return {}

    def pieces(self) -> Iterable[bytes | memoryview]:
        """Returns the JSON, in pieces."""
        return (encode_json(self.obj),)

    def to_json(self, end: bytes = b"") -> bytes:
        """Returns the JSON, followed by `end`."""
        return b"".join((*self.pieces(), end))

    def to_protobuf(self, deadline: Deadline = NO_DEADLINE, *, sent: bytes = b"") -> bytes:
        """Returns the protobuf encoding, the same one each time; raises DeadlineExceededError if it takes too long.

        Needs a Go type. `sent` is the JSON from which the value was decoded, if any; raw values keep its spelling.
        """
        if self._protobuf is None:
            self._protobuf = self._write_protobuf(deadline, sent)
        return self._protobuf

    def _write_protobuf(self, deadline: Deadline, sent: bytes) -> bytes:
        from kapivara.codec.protobuf.objects import write_object  # most responses are JSON

        return write_object(self.obj_by(deadline), sent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.obj == other.obj

    __hash__ = None  # type: ignore[assignment]  # values change

    def __repr__(self) -> str:
        return repr(self.obj)
