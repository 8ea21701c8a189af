"""The errors of patches, by their HTTP status: 400, 413, 422 or 500."""

from __future__ import annotations

from kapivara.values.json_value import JsonValue, go_json_type


class PatchError(Exception):
    """A patch without a result; `message` is the server's text."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


class PatchDecodeError(PatchError):
    """The document is not a valid patch (400)."""


class PatchTooLargeError(PatchError):
    """The patch has more operations than the server accepts (413)."""


class PatchNotAppliedError(PatchError):
    """The patch does not fit the object (422); the server does not report the reason."""


class PatchTestFailedError(PatchNotAppliedError):
    """A `test` operation of the patch fails (422)."""


class PatchFailedError(PatchError):
    """The patch cannot be merged into the object, which the server reports as its own error (500)."""


def cannot_unmarshal(value: JsonValue, target: str) -> PatchDecodeError:
    """Returns the error for a JSON value that does not fit a Go type, in the words of encoding/json."""
    return PatchDecodeError(f"json: cannot unmarshal {go_json_type(value)} into Go {target}")
