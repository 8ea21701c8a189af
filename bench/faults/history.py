"""What clients asked of one object, when, and what they were told: enough to judge whether it can be true.

Every value that is written is another one, so a value tells which write it came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import inf


class Verb(Enum):
    """What is asked."""

    CREATE = "create"
    REPLACE = "replace"  # of a value that was seen, by its resourceVersion
    DELETE = "delete"
    READ = "read"


class Result(Enum):
    """What was told: that it is done, that it is refused for what is there, or nothing that helps."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class Operation:
    """One request about an object, from when it was sent until it was answered.

    `value` is what is to be written, or was read (None: there is no such object); `seen` is what a replacement goes by;
    `server` is whom it was asked of.
    """

    verb: Verb
    begun: float
    value: str | None = None
    seen: str | None = None
    ended: float = inf
    result: Result = Result.UNKNOWN
    server: str = ""

    def outcomes(self, state: str | None) -> list[str | None]:
        """Returns what may be there after it, given what was before; nothing where its answer cannot be true then."""
        if self.verb is Verb.READ:
            return [state] if state == self.value else []
        applies, after = self._effect(state)
        if self.result is Result.DONE:
            return [after] if applies else []
        if self.result is Result.REFUSED:
            return [] if applies else [state]
        return [after, state] if applies else [state]

    def describe(self, since: float) -> str:
        """Returns it as one line, with times in milliseconds since a moment."""
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
