"""The one way from values of expressions to JSON, which pays for all that it is about to make.

A value may stand in many places of another one: forty lists that each hold the one before twice are a value of 2^40
numbers, and take no memory until they are JSON. So a form measures first, visiting each value once, and copies then.
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
    """What values become as JSON: forms differ in keys, scalars and optional values."""

    def make(self, budget: Budget, value: Any) -> JsonValue:
        """Returns the JSON of a value; raises CelError, and BudgetExceededError before anything is made."""
        pay_to_unfold(budget, value)
        return self.unfolded(value)

    def unfolded(self, value: Any) -> JsonValue:
        """Returns the JSON of a value that is paid for, or of a part of one."""
        if isinstance(value, list):
            return [self.unfolded(item) for item in value]
        if isinstance(value, _MAPS):
            return {self.key(key): self.unfolded(item) for key, item in value.items()}
        return self.optional(value) if isinstance(value, OptionalValue) else self.scalar(value)

    @abstractmethod
    def key(self, key: Any) -> str:
        """Returns the name that a key of a map becomes; raises CelError where it becomes none."""

    @abstractmethod
    def scalar(self, value: Any) -> JsonValue:
        """Returns the JSON of what holds no other value; raises CelError where there is none."""

    @abstractmethod
    def optional(self, value: OptionalValue) -> JsonValue:
        """Returns the JSON of an optional value; raises CelError where there is none."""
