"""One keyword of a schema that differs, and which way: does it let more values pass, or fewer?

Plain facts, without a place; what they do to objects is for `consequences` to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.record import record


class Direction(Enum):
    """Which way a schema moved: fewer values pass, more do, or some of each as far as can be told."""

    TIGHTER = "tighter"
    LOOSER = "looser"
    EITHER = "either"

    @property
    def tightens(self) -> bool:
        """Whether a value that passed may not pass any more."""
        return self is not Direction.LOOSER

    def inverted(self) -> Direction:
        """The direction of what must not hold."""
        if self is Direction.EITHER:
            return self
        return Direction.LOOSER if self is Direction.TIGHTER else Direction.TIGHTER


@record(eq=False)
class Difference:
    """A keyword that differs; `refused` are the values that pass no more, in words (empty where there are none)."""

    keyword: str
    before: JsonValue | Absent
    after: JsonValue | Absent
    direction: Direction | None
    refused: str = ""

    @property
    def tightens(self) -> bool:
        """Whether a value that passed may not pass any more."""
        return self.direction is not None and self.direction.tightens


def differ(keyword: str, old: JsonObject, new: JsonObject, direction: Direction | None, refused: str) -> Difference:
    """Makes the difference of a keyword from two schemas that have it or not; `direction` is None where none counts."""
    before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
    tightens = direction is not None and direction.tightens
    return Difference(keyword, before, after, direction, refused if tightens else "")


def together(directions: Iterable[Direction | None]) -> Direction | None:
    """The direction of several differences at once."""
    found = {each for each in directions if each is not None}
    if len(found) > 1:
        return Direction.EITHER
    return found.pop() if found else None
