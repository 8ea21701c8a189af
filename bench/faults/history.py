"""The operations on one object with their times and results, from which the history can be checked.

Every written value is unique, so a value identifies its write.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import inf


class Verb(Enum):
    """The kind of an operation."""

    CREATE = "create"
    REPLACE = "replace"  # of a value that was read, by its resourceVersion
    DELETE = "delete"
    READ = "read"


class Result(Enum):
    """The result of an operation: done, rejected because of the present state, or unknown."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class Operation:
    """One request for an object, with the times of request and response.

    `value` is the value to write, or the value read (None if there is no such object); `seen` is the value that a
    replacement expects; `server` is the server that received the request.
    """

    verb: Verb
    begun: float
    value: str | None = None
    seen: str | None = None
    ended: float = inf
    result: Result = Result.UNKNOWN
    server: str = ""

    def outcomes(self, state: str | None) -> list[str | None]:
        """Returns the possible states after the operation, given the state before; [] if its result is impossible."""
        if self.verb is Verb.READ:
            return [state] if state == self.value else []
        applies, after = self._effect(state)
        if self.result is Result.DONE:
            return [after] if applies else []
        if self.result is Result.REFUSED:
            return [] if applies else [state]
        return [after, state] if applies else [state]

    def describe(self, since: float) -> str:
        """Returns the operation as one line, with times in milliseconds since a moment."""
        ended = "never" if self.ended == inf else f"{(self.ended - since) * 1000:.1f}"
        match self.verb:
            case Verb.REPLACE:
                what = f"replace {self.seen} by {self.value}"
            case Verb.DELETE:
                what = "delete"
            case _:
                what = f"{self.verb.value} {self.value}"
        return f"{(self.begun - since) * 1000:9.1f} to {ended:>9}  {self.server}  {what}: {self.result.value}"

    def _effect(self, state: str | None) -> tuple[bool, str | None]:
        if self.verb is Verb.CREATE:
            return state is None, self.value
        if self.verb is Verb.REPLACE:
            return state is not None and state == self.seen, self.value
        return state is not None, None
