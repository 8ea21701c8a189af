"""What is answered: an object or a list, as a value and as JSON; who asks for one does not pay for the other."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.codec import encode_json
from kapivara.values import JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline


class Document:
    """Something to answer with that is at hand as a value, which is the caller's to keep and change."""

    __slots__ = ("_obj",)

    def __init__(self, obj: JsonObject | None):
        self._obj = obj

    @property
    def obj(self) -> JsonObject:
        """The value, the same one each time; what was not given is made when it is first asked for."""
        return self.obj_by(NO_DEADLINE)

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.obj == other.obj

    __hash__ = None  # type: ignore[assignment]  # values change

    def __repr__(self) -> str:
        return repr(self.obj)
