"""The one exception of this room: bytes or values that cannot be read."""

from __future__ import annotations

from kapivara.values.absent import ABSENT
from kapivara.values.json_value import JsonValue


class DecodeError(Exception):
    """Input that cannot be read; `message` holds the server's words.

    `line` and `column` count from 1 and are 0 where the place is unknown. `syntax` tells that the text itself is
    broken; where it is not (a number out of range), `value` holds what was read all the same, else it is ABSENT.
    """

    def __init__(
        self, message: str, line: int = 0, column: int = 0, *, syntax: bool = False, value: JsonValue = ABSENT
    ):
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.syntax = syntax
        self.value = value
