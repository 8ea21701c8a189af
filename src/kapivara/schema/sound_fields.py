"""What is known of an object before it is judged: which of its fields were found sound when it was read.

Of objects that have a Go type, it is their JSON as it was read, where it is to be stored: what is still the same then
need not be read once more to see that it can be.

Between the two, a request completes metadata and may drop fields or put others in their place (`status`); what stands
in a field it never changes. Who does, from here on (an admission plugin, say), has to forget what was found: `clear`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.values import JsonValue
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.cel.budget import Budget


class SoundFields:
    """The fields of one object in which nothing is wrong, by value rules and by rules in the expression language.

    `cost` is what the latter may have cost at the most; past the `deadline`, they end. `to_be_stored` tells that more
    is wanted of the object than a verdict.
    """

    __slots__ = ("_budget", "_deadline", "cost", "may_hold_floats", "texts", "to_be_stored", "values")

    def __init__(self, deadline: Deadline = NO_DEADLINE, *, to_be_stored: bool = False):
        self.to_be_stored = to_be_stored
        self.texts: tuple[bytes, ...] = ()
        """The JSON of an object as it was read, but for what the server sets; none where that is not known."""
        self.values: dict[str, JsonValue] = {}
        """What stood in them: a field is known to be sound as long as that very value does."""
        self.cost = 0
        self.may_hold_floats = True
        """Whether there may be a float in the object, metadata aside; a no is for sure."""
        self._deadline = deadline
        self._budget: Budget | None = None

    @property
    def budget(self) -> Budget:
        """What rules may take beside their cost; schemas without rules do without."""
        if self._budget is None:
            from kapivara.cel.budget import ATTEMPT, Budget

            self._budget = Budget(ATTEMPT, self._deadline)
        return self._budget

    def add(self, name: str, value: JsonValue, cost: int) -> None:
        """Takes note of a field, and of what its rules may have cost."""
        self.values[name] = value
        self.cost += cost

    def clear(self) -> None:
        """Forgets what was found."""
        self.values.clear()
        self.texts = ()
        self.cost = 0
        self.may_hold_floats = True
