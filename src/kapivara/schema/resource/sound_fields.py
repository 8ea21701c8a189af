"""The fields of an object that were found valid when it was read, before it is validated.

For objects with a Go type that will be stored, it also holds the decoded JSON: if that is unchanged at the end, the
object need not be decoded again.

In between, a request completes metadata, and may drop or replace whole fields (`status`), but never changes a value in
place. Code that does so afterwards, such as an admission plugin, must call `clear`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.values import JsonValue
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.cel.budget import Budget


class SoundFields:
    """The fields of one object without errors, by value rules and by CEL rules.

    `cost` is the maximum cost of the CEL rules; after the `deadline`, they stop. `to_be_stored` is True if the object
    will be stored.
    """

    __slots__ = ("_budget", "_deadline", "cost", "may_hold_floats", "texts", "to_be_stored", "values")

    def __init__(self, deadline: Deadline = NO_DEADLINE, *, to_be_stored: bool = False):
        self.to_be_stored = to_be_stored
        self.texts: tuple[bytes, ...] = ()
        """The JSON of an object as it was read, without what the server sets; empty if unknown."""
        self.values: dict[str, JsonValue] = {}
        """The values of these fields: a field is valid as long as it has this very object as its value."""
        self.cost = 0
        self.may_hold_floats = True
        """True if the object may contain a float outside its metadata; False is certain."""
        self._deadline = deadline
        self._budget: Budget | None = None

    @property
    def budget(self) -> Budget:
        """The budget of rules beside their cost; schemas without rules need none."""
        if self._budget is None:
            from kapivara.cel.budget import ATTEMPT, Budget

            self._budget = Budget(ATTEMPT, self._deadline)
        return self._budget

    def add(self, name: str, value: JsonValue, cost: int) -> None:
        """Adds a field, and the maximum cost of its rules."""
        self.values[name] = value
        self.cost += cost

    def clear(self) -> None:
        """Removes all recorded fields."""
        self.values.clear()
        self.texts = ()
        self.cost = 0
        self.may_hold_floats = True
