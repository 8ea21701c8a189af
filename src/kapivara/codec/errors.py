"""The one exception of this room: bytes or values that cannot be read."""


class DecodeError(Exception):
    """Input that cannot be read; `message` holds the server's words.

    `line` and `column` count from 1 and are 0 where the place is unknown.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0):
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
