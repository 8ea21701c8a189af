"""What is answered: an object or a list, as a value, as JSON or in protocol buffers; nobody pays for the others."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.codec import encode_json
from kapivara.values import JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline


class Document:
    """Something to answer with that is at hand as a value, which is the caller's to keep and change."""

    __slots__ = ("_obj", "_protobuf")

    def __init__(self, obj: JsonObject | None):
        self._obj = obj
        self._protobuf: bytes | None = None

    @property
    def obj(self) -> JsonObject:
        """The value, the same one each time; what was not given is made when it is first asked for."""
        return self.obj_by(NO_DEADLINE)

    @property
    def name(self) -> str:
        """The name of an object."""
        name: str = self.obj["metadata"]["name"]
        return name

    def obj_by(self, deadline: Deadline) -> JsonObject:
        """Returns the value; raises DeadlineExceededError where it cannot be made in time."""
        if self._obj is None:
            self._obj = self._read(deadline)
        return self._obj

    def _read(self, deadline: Deadline) -> JsonObject:  # noqa: ARG002  what is read takes time
        """Makes a value that was not given; nothing stands for an empty one."""
        return {}

    def pieces(self) -> Iterable[bytes | memoryview]:
        """Returns the JSON, in pieces."""
        return (encode_json(self.obj),)

    def to_json(self, end: bytes = b"") -> bytes:
        """Returns the JSON, with something behind it."""
        return b"".join((*self.pieces(), end))

    def to_protobuf(self, deadline: Deadline = NO_DEADLINE, *, sent: bytes = b"") -> bytes:
        """Returns what protocol buffers make of it, the same each time; raises DeadlineExceededError if that is late.

        Only what has a Go type can be had so. `sent` is the JSON that it was made of, if it was: raw values are spelled
        as in it.
        """
        if self._protobuf is None:
            self._protobuf = self._write_protobuf(deadline, sent)
        return self._protobuf

    def _write_protobuf(self, deadline: Deadline, sent: bytes) -> bytes:
        from kapivara.codec.protobuf.objects import write_object  # most answers are JSON

        return write_object(self.obj_by(deadline), sent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.obj == other.obj

    __hash__ = None  # type: ignore[assignment]  # values change

    def __repr__(self) -> str:
        return repr(self.obj)
