"""What a request came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.meta import Status
from kapivara.registry.document import Document
from kapivara.values import JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.field.forgiveness import Forgiven, Unforgiven


@record
class Outcome:
    """The answer to one request: an object (or a list of them), or a Status; and the warnings given on the way.

    A failure has a `status` and no `object`; so has a deletion that left nothing to show. Objects are the caller's to
    keep and change.

    Of an update, `ratcheted` are the failures that did not count, because what they are about was not changed;
    `unforgiven` says of those that did count, in the order of the Status's causes, why. No server sends either.
    """

    code: int
    document: Document | None = None
    status: Status | None = None
    warnings: tuple[str, ...] = ()
    ratcheted: tuple[Forgiven, ...] = ()
    unforgiven: tuple[Unforgiven, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the request was granted."""
        return self.code < 400

    @property
    def object(self) -> JsonObject | None:
        """The object, or the list of them."""
        return None if self.document is None else self.document.obj

    def body(self) -> JsonObject:
        """Returns the body of the HTTP answer."""
        if self.document is not None:
            return self.document.obj
        return self.status.to_json() if self.status is not None else {}


@record
class Written:
    """What a write made of an object, and whether it is a new one: an apply may create, and so may an update."""

    document: Document
    is_new: bool = False
