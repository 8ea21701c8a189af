"""The exceptions of this room: bytes or values that cannot be read, by anybody or by kapivara alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kapivara.codec.decoded import Decoded


TOO_DEEP = "exceeded max depth"
"""What the server says of a text that nests too deep, after the character where it does."""


class DecodeError(Exception):
    """Input that cannot be read; `message` holds the server's words.

    `line` and `column` count from 1 and are 0 where the place is unknown. `syntax` tells that the text itself is
    broken; where it is not, but a number is beyond every float, `decoded` holds what was read all the same, with an
    infinite number in that place. `begin_line` and `begin_column` are where that begins which does not end as it must:
    a bracket or a text that is not closed, a key without a colon; 0 where it is about nothing of that kind.
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


class CannotError(Exception):
    """What the server would do, and kapivara does not, such as read some input: `message` says so, and what helps.

    `line` and `column` count from 1; 0 where it is about no place in a text.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0):
        self.message = f"kapivara cannot {message}"
        super().__init__(self.message)
        self.line = line
        self.column = column
