"""The plain views of a resource: itself, and `status`, through which the whole object is sent.

Upstream: apiserver/pkg/endpoints/handlers/rest.go transformDecodeError (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.meta import GroupVersionKind
from kapivara.registry.body import Body, undecodable_text
from kapivara.registry.scope import Read, UndecodableError
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.codec.shapes import Struct


class WholeView:
    """Shows objects as they are."""

    __slots__ = ("_read", "_shape", "kind")

    def __init__(self, kind: GroupVersionKind, read: Callable[[Body], Read], shape: Struct | None = None):
        self.kind = kind
        self._read = read
        self._shape = shape  # of a built-in kind; custom resources print sorted

    def decode(self, body: Body) -> Read:
        """Reads a body as an object of the kind."""
        return self._read(body)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Words the refusal of a body: by its kind where it has one, else by how it begins.

        Kept: what was read says itself what it should have been, and must have a version for that.
        """
        wanted = self.kind.kind
        if error.untyped and error.found is not None:
            if not error.found.version:
                return "Object 'apiVersion' is missing in 'object has no apiVersion field'"
            wanted = error.found.kind
        return undecodable_text(error.problem, error.found, wanted, body.raw())

    def show(self, obj: JsonObject, *, reading: bool = True) -> JsonObject:  # noqa: ARG002  a whole object hides nothing
        """Returns the object."""
        return obj

    def printed(self, shown: JsonObject) -> JsonObject:
        """Returns the object in the order of its kind's fields."""
        if self._shape is None:
            return shown
        from kapivara.codec.go_order import in_go_order  # only refused patches need it

        ordered: JsonObject = in_go_order(shown, self._shape)
        return ordered

    def answer(self, obj: JsonObject) -> JsonObject:
        """Returns the object."""
        return obj

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  nor does it need the old one
        """Returns what was sent."""
        return shown
