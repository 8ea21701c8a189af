"""A value for absence, since `None` is JSON null."""

from enum import Enum
from typing import Final, Literal


class Absent(Enum):
    """The type of `ABSENT`; an enum, so that type checkers narrow it."""

    ABSENT = "ABSENT"

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False


ABSENT: Final[Literal[Absent.ABSENT]] = Absent.ABSENT
"""Missing, or without a correlated value."""
