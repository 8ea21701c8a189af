"""The result of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from kapivara.meta import ApiError, Cause, Status
from kapivara.registry.objects.document import Document
from kapivara.values import JsonObject
from kapivara.values.record import record, slot_record

if TYPE_CHECKING:
    from kapivara.field.forgiveness import Forgiven, Unforgiven
    from kapivara.registry.watch.object_watch import ObjectWatch


@slot_record
class Outcome:
    """The result of one request: an object, a list or a Status, with the warnings.

    A failure has a `status` and no `object`; so has a deletion without an object to return. The caller may keep and
    change objects.

    For an update, `ratcheted` are the errors that were forgiven because their fields did not change; `unforgiven`
    explains the remaining errors, in the order of the Status's causes. A real server sends neither.

    An accepted watch has only `watch`, which is not open yet; the caller that takes events from it must close it.
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
        """Whether the request succeeded."""
        return self.code < 400

    @property
    def object(self) -> JsonObject | Any:
        """The object or the list; None if there is none.

        Typed so that a caller that knows there is one, as after `raise_for_status`, needs no check.
        """
        return None if self.document is None else self.document.obj

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of the rejection; empty after success, or if the message contains everything."""
        return () if self.status is None else self.status.causes

    def raise_for_status(self) -> Self:
        """Returns itself after success; raises ApiError with the Status after a failure."""
        if not self.ok and self.status is not None:
            raise ApiError(self.status)
        return self

    def body(self) -> JsonObject:
        """Returns the body of the HTTP response."""
        if self.document is not None:
            return self.document.obj
        return self.status.to_json() if self.status is not None else {}


@record
class Written:
    """The stored object after a write, and whether it is new: an apply or an update may create an object."""

    document: Document
    is_new: bool = False
