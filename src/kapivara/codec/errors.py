"""The exceptions of this package: invalid input, and input that only kapivara cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.values.cannot_error import CannotError as CannotError

if TYPE_CHECKING:
    from kapivara.codec.decoded import Decoded


TOO_DEEP = "exceeded max depth"
"""The server's message for a text that nests too deeply, after the character."""


class DecodeError(Exception):
    """Invalid input; `message` is the server's text.

    `line` and `column` count from 1; 0 means unknown. `syntax` is True for malformed text. For a number out of the
    range of floats, `decoded` holds the decoded document with an infinite number. `begin_line` and `begin_column` are
    the start of an unclosed bracket or text, or of a key without a colon; 0 otherwise.
    """

    def __init__(
        self,
        message: str,
        line: int = 0,
        column: int = 0,
        *,
        syntax: bool = False,
        decoded: Decoded | None = None,
        begin_line: int = 0,
        begin_column: int = 0,
    ):
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.syntax = syntax
        self.decoded = decoded
        self.begin_line = begin_line
        self.begin_column = begin_column
