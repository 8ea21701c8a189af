"""What a request came to."""

from __future__ import annotations

from kapivara.meta import Status
from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class Outcome:
    """The answer to one request: an object (or a list of them), or a Status; and the warnings given on the way.

    A failure has a `status` and no `object`; so has a deletion that left nothing to show. Objects are the caller's to
    keep and change.
    """

    code: int
    object: JsonObject | None = None
    status: Status | None = None
    warnings: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the request was granted."""
        return self.code < 400

    def body(self) -> JsonObject:
        """Returns the body of the HTTP answer."""
        if self.object is not None:
            return self.object
        return self.status.to_json() if self.status is not None else {}
