"""Limits the bytes and the time of CEL evaluations, in addition to the CEL cost limit.

The CEL cost ignores some work: `isURL` costs 1 for a string of any length, `==` counts the elements of lists but not
their content, `replace` does not count its result. The implementations of such functions take a `Budget` as first
argument (`Overload.budgeted`) and charge it for the sizes of operands and results before they do the work. Ordinary
evaluations stay far below the limit; beyond it, an evaluation fails with an error that names kapivara's limit.
"""

from __future__ import annotations

from typing import Final

from kapivara.cel.errors import BudgetExceededError
from kapivara.values.deadline import NO_DEADLINE, Deadline

BYTES: Final = 128 << 20
"""The maximum number of bytes that the expressions for one object may build and read."""

ATTEMPT: Final = BYTES // 16
"""The maximum number of bytes of a fast evaluation, which is repeated in full if it fails."""

PLACE: Final = 16
"""The bytes charged for an element of a list or map that is read or copied."""

STEP: Final = 128
"""The bytes charged for a step that calls a Python function: a match, a rendered clause."""

_GLANCE: Final = 64
"""The number of bytes of a string that are charged as one byte if they are only compared, copied or searched."""

_LOOK: Final = 1 << 20

JSON_BYTES: Final = 3 << 20
"""The maximum number of JSON bytes that expressions may create for one write: the size limit of request bodies."""


class Budget:
    """The remaining bytes and the deadline of one evaluation, or of all evaluations for one object. Not thread-safe."""

    __slots__ = ("_next", "deadline", "left")

    def __init__(self, size: int = BYTES, deadline: Deadline = NO_DEADLINE):
        self.deadline = deadline
        self.left = size
        self._next = size

    def attempt(self) -> Budget:
        """Returns a smaller budget for a fast evaluation, which is discarded and repeated in full if it fails."""
        return Budget(min(self.left, ATTEMPT), self.deadline)

    def take(self, size: int) -> None:
        """Charges `size` bytes, and checks the deadline at intervals; raises BudgetExceededError if no bytes remain."""
        left = self.left = self.left - size
        if left < self._next:
            self._look()

    def take_places(self, count: int) -> None:
        """Charges for reading or copying `count` elements of a list or map."""
        self.take(count * PLACE)

    def take_glance(self, size: int) -> None:
        """Charges 1/64 of `size` bytes, for comparing, copying or searching a string; short strings are free."""
        if size > _GLANCE:
            self.take(size // _GLANCE)

    def take_text(self, length: int, *like: str) -> None:
        """Charges for building a string of `length` characters: 1 byte each if all of `like` are ASCII, else 4."""
        self.take(length if all(map(str.isascii, like)) else 4 * length)

    def _look(self) -> None:
        if self.left < 0:
            raise BudgetExceededError(f"kapivara cannot go on: values take more than {BYTES >> 20} MiB in all")
        self.deadline.check()
        self._next = max(self.left - _LOOK, 0)


class JsonBudget(Budget):
    """Limits the bytes of JSON that expressions create for one write; each occurrence of a value counts.

    A charge beyond the limit raises BudgetExceededError and leaves the budget unchanged.
    """

    __slots__ = ()

    def __init__(self, deadline: Deadline = NO_DEADLINE):
        super().__init__(JSON_BYTES, deadline)

    @property
    def made(self) -> int:
        """The number of bytes of JSON created so far."""
        return JSON_BYTES - self.left

    def take(self, size: int) -> None:
        """Charges `size` bytes of JSON before they are created; raises BudgetExceededError if fewer remain."""
        if size > self.left:
            raise BudgetExceededError(
                f"kapivara cannot go on: expressions make more than {JSON_BYTES >> 20} MiB of JSON"
            )
        super().take(size)
