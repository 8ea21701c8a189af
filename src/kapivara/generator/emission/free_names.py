"""Allocates unique names."""

from __future__ import annotations

from collections.abc import Iterable


class FreeNames:
    """Allocates unique names; appends a number to a name that is taken."""

    def __init__(self, taken: Iterable[str] = ()):
        self._taken = set(taken)

    def free(self, wanted: str) -> str:
        """Returns the name, with a number appended where it is taken, and reserves it."""
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name)
        return name
