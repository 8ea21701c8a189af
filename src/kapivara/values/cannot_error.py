"""The exception for what kube-apiserver does and kapivara cannot do."""

from __future__ import annotations


class CannotError(Exception):
    """An action of the server that kapivara does not support; `message` names it and a remedy.

    `line` and `column` count from 1; 0 if there is no place in a text.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0):
        self.message = f"kapivara cannot {message}"
        super().__init__(self.message)
        self.line = line
        self.column = column
