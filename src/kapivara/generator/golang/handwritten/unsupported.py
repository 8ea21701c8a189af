"""Go that is not run here."""

from __future__ import annotations

from kapivara.generator.author_error import AuthorError
from kapivara.generator.handwritten import PYTHON_FILE, python_name
from kapivara.generator.model import Position


class UnsupportedGoError(Exception):
    """A construct that is outside of the part of Go that is run; `what` names it."""

    def __init__(self, what: str, place: Position):
        super().__init__(what)
        self.what = what
        self.place = place

    def told(self, function: str) -> AuthorError:
        """Returns the finding of a hand-written function that needs it, and the way out."""
        message = f"{function}: {self.what} cannot be run without a Go toolchain"
        hint = f"write def {python_name(function)}(op, path, new, old) in {PYTHON_FILE} beside the types"
        return AuthorError(message, self.place, hint=hint)
