"""Limits of evaluations that CEL's cost does not express: bytes, and time.

The server's cost ignores some work: `isURL` costs 1 for a text of any length, `==` counts the elements of lists but not
their content, `replace` does not count its result. Such functions take a `Budget` before their operands
(`Overload.budgeted`), and charge it before the work, by the sizes of operands and results. Normal evaluations never
reach the limit; an evaluation beyond it fails with a message that names it as kapivara's limit.
"""

from __future__ import annotations

from typing import Final

from kapivara.cel.errors import BudgetExceededError
from kapivara.values.deadline import NO_DEADLINE, Deadline

BYTES: Final = 128 << 20
"""The most bytes that expressions may build and read for one object, beyond their cost."""

ATTEMPT: Final = BYTES // 16
"""The most bytes of an attempt that is repeated completely if it fails."""

PLACE: Final = 16
"""The bytes charged for an element of a list or map that is read or copied."""

STEP: Final = 128
"""The bytes charged for a step that calls a Python function: a match, a rendered clause."""

_GLANCE: Final = 64
"""The bytes of text that count as one where they are only compared, copied or searched."""

_LOOK: Final = 1 << 20

JSON_BYTES: Final = 3 << 20
"""The most JSON bytes that expressions may create for one write: as much as a client may send."""


class Budget:
    """The budget of one object's evaluations, or of one evaluation. Not thread-safe."""

    __slots__ = ("_next", "deadline", "left")

    def __init__(self, size: int = BYTES, deadline: Deadline = NO_DEADLINE):
        self.deadline = deadline
        self.left = size
        self._next = size

    def attempt(self) -> Budget:
        """Returns a small budget for an attempt, so that little work is lost if it fails."""
        return Budget(min(self.left, ATTEMPT), self.deadline)

    def take(self, size: int) -> None:
        """Charges work before it is done, and checks the deadline from time to time; raises BudgetExceededError."""
        left = self.left = self.left - size
        if left < self._next:
            self._look()

    def take_places(self, count: int) -> None:
        """Charges the reading or copying of elements."""
        self.take(count * PLACE)

    def take_glance(self, size: int) -> None:
        """Charges comparing, copying or searching a text; short texts are free."""
        if size > _GLANCE:
            self.take(size // _GLANCE)

    def take_text(self, length: int, *like: str) -> None:
        """Charges building a text of `length` characters from texts like these."""
        self.take(length if all(map(str.isascii, like)) else 4 * length)

    def _look(self) -> None:
        if self.left < 0:
            raise BudgetExceededError(f"kapivara cannot go on: values take more than {BYTES >> 20} MiB in all")
        self.deadline.check()
        self._next = max(self.left - _LOOK, 0)


class JsonBudget(Budget):
    """The limit of the JSON that expressions create for one write; a value that occurs several times counts each time.

    JSON beyond the limit is not created, so it does not count.
    """

    __slots__ = ()

    def __init__(self, deadline: Deadline = NO_DEADLINE):
        super().__init__(JSON_BYTES, deadline)

    @property
    def made(self) -> int:
        """The number of bytes created so far."""
        return JSON_BYTES - self.left

    def take(self, size: int) -> None:
        """Charges JSON before it is created; raises BudgetExceededError."""
        if size > self.left:
            raise BudgetExceededError(
                f"kapivara cannot go on: expressions make more than {JSON_BYTES >> 20} MiB of JSON"
            )
        super().take(size)
