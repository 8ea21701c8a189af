"""What a request came to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from kapivara.meta import ApiError, Cause, Status
from kapivara.registry.document import Document
from kapivara.values import JsonObject
from kapivara.values.record import record, slot_record

if TYPE_CHECKING:
    from kapivara.field.forgiveness import Forgiven, Unforgiven
    from kapivara.registry.object_watch import ObjectWatch


@slot_record
class Outcome:
    """The answer to one request: an object (or a list of them), or a Status; and the warnings given on the way.

    A failure has a `status` and no `object`; so has a deletion that left nothing to show. Objects are the caller's to
    keep and change.

    Of an update, `ratcheted` are the failures that did not count, because what they are about was not changed;
    `unforgiven` says of those that did count, in the order of the Status's causes, why. No server sends either.

    A watch that was granted comes to a `watch` alone, which is not open yet: who takes events of it closes it.
    """

    code: int
    document: Document | None = None
    status: Status | None = None
    warnings: tuple[str, ...] = ()
    ratcheted: tuple[Forgiven, ...] = ()
    unforgiven: tuple[Unforgiven, ...] = ()
    watch: ObjectWatch | None = None

    @property
    def ok(self) -> bool:
        """Whether the request was granted."""
        return self.code < 400

    @property
    def object(self) -> JsonObject | Any:
        """The object, or the list of them; None where there is none.

        Typed so that who knows that there is one, as after `raise_for_status`, need not say so again.
        """
        return None if self.document is None else self.document.obj

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why the request was refused, cause by cause; none where it was granted, or where the message says all."""
        return () if self.status is None else self.status.causes

    def raise_for_status(self) -> Self:
        """Returns itself where the request was granted; raises ApiError with the Status where it was refused."""
        if not self.ok and self.status is not None:
            raise ApiError(self.status)
        return self

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
