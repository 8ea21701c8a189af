"""Absence as a value of its own: `None` is only JSON null."""

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
"""Missing, or not correlated with anything."""
