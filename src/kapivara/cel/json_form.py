"""Converts values of expressions to JSON, and charges the budget for all JSON before it is created.

A value may occur many times in another one: forty lists that each contain the previous one twice are a value of 2^40
numbers, which takes no memory until it becomes JSON. Therefore a form measures first, visiting each value once, and
copies then.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.values import CelMap, OptionalValue
from kapivara.cel.values.extent import pay_to_unfold
from kapivara.values import JsonValue

_MAPS = (dict, CelMap)


class JsonForm(ABC):
    """Converts values to JSON; forms differ in keys, scalars and optional values."""

    def make(self, budget: Budget, value: Any) -> JsonValue:
        """Returns the JSON of a value; raises CelError, and BudgetExceededError before it creates anything."""
        pay_to_unfold(budget, value)
        return self.unfolded(value)

    def unfolded(self, value: Any) -> JsonValue:
        """Returns the JSON of a value that has been charged, or of a part."""
        if isinstance(value, list):
            return [self.unfolded(item) for item in value]
        if isinstance(value, _MAPS):
            return {self.key(key): self.unfolded(item) for key, item in value.items()}
        return self.optional(value) if isinstance(value, OptionalValue) else self.scalar(value)

    @abstractmethod
    def key(self, key: Any) -> str:
        """Returns the name for a key of a map; raises CelError for a key without one."""

    @abstractmethod
    def scalar(self, value: Any) -> JsonValue:
        """Returns the JSON of a scalar; raises CelError where there is none."""

    @abstractmethod
    def optional(self, value: OptionalValue) -> JsonValue:
        """Returns the JSON of an optional value; raises CelError where there is none."""
