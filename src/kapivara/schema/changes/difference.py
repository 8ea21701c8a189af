"""A keyword that differs between two schemas, and whether it accepts more or fewer values.

Differences have no place; `consequences` derives their effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.record import record


class Direction(Enum):
    """The direction of a change: fewer values are accepted, more values, or possibly both."""

    TIGHTER = "tighter"
    LOOSER = "looser"
    EITHER = "either"

    @property
    def tightens(self) -> bool:
        """True if an accepted value may now be rejected."""
        return self is not Direction.LOOSER

    def inverted(self) -> Direction:
        """Returns the direction under a `not`."""
        if self is Direction.EITHER:
            return self
        return Direction.LOOSER if self is Direction.TIGHTER else Direction.TIGHTER


@record(eq=False)
class Difference:
    """A differing keyword; `refused` describes the values that are newly rejected, empty if there are none."""

    keyword: str
    before: JsonValue | Absent
    after: JsonValue | Absent
    direction: Direction | None
    refused: str = ""

    @property
    def tightens(self) -> bool:
        """True if an accepted value may now be rejected."""
        return self.direction is not None and self.direction.tightens


def differ(keyword: str, old: JsonObject, new: JsonObject, direction: Direction | None, refused: str) -> Difference:
    """Creates the difference of a keyword between two schemas; `direction` is None if the accepted values are equal."""
    before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
    tightens = direction is not None and direction.tightens
    return Difference(keyword, before, after, direction, refused if tightens else "")


def together(directions: Iterable[Direction | None]) -> Direction | None:
    """Combines the directions of several differences."""
    found = {each for each in directions if each is not None}
    if len(found) > 1:
        return Direction.EITHER
    return found.pop() if found else None
