"""The error for Go code that this interpreter does not support."""

from __future__ import annotations

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Position
from kapivara.generator.sources.handwritten import PYTHON_FILE, python_name


class UnsupportedGoError(Exception):
    """A Go construct that is not supported; `what` names it."""

    def __init__(self, what: str, place: Position):
        super().__init__(what)
        self.what = what
        self.place = place

    def told(self, function: str) -> AuthorError:
        """Returns the error of a hand-written function with this construct, with a workaround."""
        message = f"{function}: {self.what} cannot be run without a Go toolchain"
        hint = f"write def {python_name(function)}(op, path, new, old) in {PYTHON_FILE} beside the types"
        return AuthorError(message, self.place, hint=hint)
