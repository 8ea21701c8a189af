"""What evaluations may take beside their cost: bytes, and time.

The server's costs tell little of some work: `isURL` costs 1 however long the text, `==` counts the elements of lists
and not what these hold, `replace` does not count what it makes. Functions of that kind take a `Budget` before their
operands (`Overload.budgeted`), and pay for such work before they do it, by the sizes of operands and results. What is
within reason never comes near the bound; what is beyond fails in words that say whose bound it is.
"""

from __future__ import annotations

from typing import Final

from kapivara.cel.errors import BudgetExceededError
from kapivara.values.deadline import NO_DEADLINE, Deadline

BYTES: Final = 128 << 20
"""What expressions may make and go through for one object, as far as costs do not tell."""

ATTEMPT: Final = BYTES // 16
"""What an attempt may take that is made again in full where it comes to nothing."""

PLACE: Final = 16
"""What an element counts for that is looked at or copied, in a list or a map."""

STEP: Final = 128
"""What a step counts for that takes a function of Python's: a part that is found, a clause that is rendered."""

_GLANCE: Final = 64
"""So many bytes of text count for one where they are only compared, copied or searched."""

_LOOK: Final = 1 << 20


class Budget:
    """The budget of one object's evaluations, or of one evaluation. For one thread."""

    __slots__ = ("_next", "deadline", "left")

    def __init__(self, size: int = BYTES, deadline: Deadline = NO_DEADLINE):
        self.deadline = deadline
        self.left = size
        self._next = size

    def attempt(self) -> Budget:
        """Returns a budget for an attempt, so small that hardly anything is lost where it comes to nothing."""
        return Budget(min(self.left, ATTEMPT), self.deadline)

    def take(self, size: int) -> None:
        """Pays for work that is about to be done; looks at the clock now and then."""
        left = self.left = self.left - size
        if left < self._next:
            self._look()

    def take_places(self, count: int) -> None:
        """Pays for looking at, or copying, so many elements."""
        self.take(count * PLACE)

    def take_glance(self, size: int) -> None:
        """Pays for comparing, copying or searching so much text; little of it is not worth counting."""
        if size > _GLANCE:
            self.take(size // _GLANCE)

    def take_text(self, length: int, *like: str) -> None:
        """Pays for making a text of so many characters, put together of texts like these."""
        self.take(length if all(map(str.isascii, like)) else 4 * length)

    def _look(self) -> None:
        if self.left < 0:
            raise BudgetExceededError(f"kapivara cannot go on: values take more than {BYTES >> 20} MiB in all")
        self.deadline.check()
        self._next = max(self.left - _LOOK, 0)
