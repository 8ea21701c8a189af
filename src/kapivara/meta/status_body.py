"""The Status object: a failure, or a success without an object.

A Status is a value; `ApiError` raises it. `status.py` has the functions for each failure.
Upstream: apimachinery/pkg/apis/meta/v1/types.go Status (1.37).
"""

from __future__ import annotations

from kapivara.values import JsonObject
from kapivara.values.record import record, replace

SUCCESS = "Success"
FAILURE = "Failure"


@record
class Cause:
    """One of several causes of a failure; empty parts are not written."""

    reason: str
    message: str
    field: str = ""

    def to_json(self) -> JsonObject:
        """Returns the cause as the server writes it."""
        return _present(reason=self.reason, message=self.message, field=self.field)


@record
class Details:
    """The subject of a Status. Empty details are written as `{}`."""

    name: str = ""
    group: str = ""
    kind: str = ""
    uid: str = ""
    causes: tuple[Cause, ...] = ()
    retry_after_seconds: int = 0

    def to_json(self) -> JsonObject:
        """Returns the details as the server writes them."""
        return _present(
            name=self.name,
            group=self.group,
            kind=self.kind,
            uid=self.uid,
            causes=[cause.to_json() for cause in self.causes],
            retryAfterSeconds=self.retry_after_seconds,
        )


@record
class Status:
    """The response to a request in the server's form; `code` 0 is not written and means 200.

    `continue_token` continues a list that cannot be continued as requested.
    """

    code: int
    reason: str = ""
    message: str = ""
    details: Details | None = None
    status: str = FAILURE
    continue_token: str = ""

    @property
    def http_code(self) -> int:
        """The HTTP status code of the response."""
        return self.code or 200

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes; empty without details."""
        return self.details.causes if self.details is not None else ()

    def with_causes(self, *causes: Cause) -> Status:
        """Returns the same Status with other causes."""
        return replace(self, details=replace(self.details or Details(), causes=causes))

    def to_json(self) -> JsonObject:
        """Returns the Status as a response body."""
        metadata = _present(**{"continue": self.continue_token})
        body: JsonObject = {"kind": "Status", "apiVersion": "v1", "metadata": metadata}
        body |= _present(status=self.status, message=self.message, reason=self.reason)
        if self.details is not None:
            body["details"] = self.details.to_json()
        return body | _present(code=self.code)

    def __str__(self) -> str:
        return self.message


def _present(**members: object) -> JsonObject:
    return {name: value for name, value in members.items() if value}


class ApiError(Exception):
    """Ends a request with a failure; its text is the Status message."""

    def __init__(self, status: Status):
        super().__init__(status.message)
        self.status = status


def success_status(*, kind: str = "", group: str = "", name: str = "", uid: str = "", code: int = 0) -> Status:
    """Returns the Status of a deleted object: `kind` is its resource; without arguments, a plain success."""
    details = Details(name=name, group=group, kind=kind, uid=uid) if kind or name else None
    return Status(code, details=details, status=SUCCESS)
