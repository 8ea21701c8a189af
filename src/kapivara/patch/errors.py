"""What can be wrong with a patch, by the answer it gets: 400, 413, 422 or 500."""

from __future__ import annotations

from kapivara.values.json_value import JsonValue, go_json_type


class PatchError(Exception):
    """A patch that gives no new object; `message` is the server's text."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


class PatchDecodeError(PatchError):
    """The document is no patch at all (400)."""


class PatchTooLargeError(PatchError):
    """The patch holds more operations than the server takes (413)."""


class PatchNotAppliedError(PatchError):
    """The patch does not fit the object (422); the server keeps the reason to itself."""


class PatchTestFailedError(PatchNotAppliedError):
    """The patch asks for something that the object does not hold (422)."""


class PatchFailedError(PatchError):
    """The patch cannot be merged into the object, which the server takes for a failure of its own (500)."""


def cannot_unmarshal(value: JsonValue, target: str) -> PatchDecodeError:
    """Says that a JSON value does not fit a Go type, in the words of encoding/json."""
    return PatchDecodeError(f"json: cannot unmarshal {go_json_type(value)} into Go {target}")
